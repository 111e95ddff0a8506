# Each target does all set-up by itself: only Python 3.11 or newer and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WARM := $(VENV)/.warm

.DEFAULT_GOAL := help
.PHONY: help play test lint soak golden bench clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST)

play: $(WARM) ## set up, then shake a pile and show it
	@$(BIN)/polypile

test: lint $(WARM) ## set up, then run all checks and tests
	$(BIN)/pytest -n 2 -q

lint: $(READY) ## set up, then check style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

soak: $(WARM) ## set up, then run the long tests over many seeds
	$(BIN)/pytest -n 2 -q -m soak

golden: $(WARM) ## set up, then write the golden files anew: read the diff before you commit it
	$(BIN)/python -m tests.golden

bench: $(WARM) ## set up, then run all benchmarks
	$(BIN)/polypile bench all

clean: ## remove what set-up made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "polypile needs Python 3.11 or newer; $(PYTHON) is older or missing. Try: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(VENV) (once; this downloads what polypile stands on) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(WARM): $(READY) $(wildcard sim/physics/*.py)
	@echo "Compiling the physics kernels (once; about half a minute) ..."
	@$(BIN)/python -m sim shake --seed 0 --out - > /dev/null
	@touch $@
