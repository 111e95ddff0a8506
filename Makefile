# Each target does all set-up by itself: only Python 3.11 or newer and make are needed.
# The first of these that is new enough is taken; another one with `make test PYTHON=/path/to/python`.
PY := $(firstword $(foreach name,$(or $(PYTHON),python3 python3.13 python3.12 python3.11 python),$(shell \
  $(name) -c 'import sys; sys.version_info >= (3, 11) and print(sys.executable)' 2>/dev/null)))
VERSION := $(if $(PY),$(shell $(PY) -c 'import sys; print("%d.%d" % sys.version_info[:2])'))
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready-$(VERSION)
WARM := $(VENV)/.warm-$(VERSION)
PIP := $(BIN)/python -m pip --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play test lint soak golden words bench study wheel clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST)

play: $(WARM) ## set up, then open the table
	@$(BIN)/polypile

test: lint $(WARM) ## set up, then run all checks and tests
	$(BIN)/python -m pytest -n 2 --dist worksteal -q

lint: $(READY) ## set up, then check style, types and who imports whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }

soak: $(WARM) ## set up, then run the long tests over many seeds, and all others with new examples
	$(BIN)/python -m pytest -n 2 --dist worksteal -q -m 'soak or not soak' --hypothesis-profile=searching

golden: $(WARM) ## set up, then write the golden files anew: read the diff before you commit it
	$(BIN)/python -m tests.golden

words: $(READY) ## set up, then bring template and catalogs of translations up to the code, and say what is missing
	@$(BIN)/python -m tests.view.catalogs

bench: $(WARM) ## set up, then run all benchmarks
	@$(BIN)/polypile bench all

study: $(WARM) ## set up, then measure the bots and write their page anew: hours, and what is interrupted goes on
	@$(BIN)/python -m benchmarks.study --jobs 2

wheel: $(READY) ## set up, then build the wheel into dist
	$(PIP) wheel --quiet --no-deps --wheel-dir dist .

clean: ## remove what set-up made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A set-up that was interrupted, or made by another Python, is begun anew; a changed pyproject.toml only adds to it.
$(READY): pyproject.toml
	@test -n "$(PY)" || { echo "polypile needs Python 3.11 or newer: install it, or say where it is: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	@echo "Setting up $(VENV) with Python $(VERSION) (once; this downloads what polypile stands on, about a minute) ..."
	@test -e $@ || $(PY) -m venv --clear $(VENV)
	@$(PIP) install --quiet --editable '.[dev]'
	@touch $@

# So that neither the first pile nor the tests wait for it.
$(WARM): $(READY) $(wildcard sim/physics/*.py)
	@echo "Compiling the physics kernels (once; about a quarter of a minute) ..."
	@$(BIN)/python -m sim shake --seed 0 > /dev/null
	@touch $@
