"""Every numbered rule has a test that is named after it."""

import ast
from pathlib import Path

import pytest

RULES = [f"c{n}" for n in range(1, 22)] + [f"a{n}" for n in range(1, 14)] + [f"k{n}" for n in range(1, 12)]


def names():
    """Yield the names of all tests of the rules that `make test` runs."""
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            marks = " ".join(map(ast.unparse, getattr(node, "decorator_list", ())))
            if isinstance(node, ast.FunctionDef) and not any(word in marks for word in ("soak", "skip", "xfail")):
                yield node.name


NAMES = set(names())


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_test_that_is_named_after_it(rule):
    assert any(name.startswith(f"test_{rule}_") for name in NAMES), f"no test is named test_{rule}_..."
