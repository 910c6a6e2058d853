"""The README says what the code does: its tables are the generated ones, its Python examples run."""

import doctest
import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _tables():
    spec = importlib.util.spec_from_file_location("docs_tables", ROOT / "docs" / "tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_the_generated_ones():
    tables = _tables()
    assert all(f"<!-- table:{name} -->" in README for name in tables.TABLES)
    assert tables.with_tables(README) == README, "python docs/tables.py writes them anew"


def test_examples_run():
    examples = doctest.DocTestParser().get_doctest(README, {}, "README.md", str(ROOT / "README.md"), 0)
    assert len(examples.examples) >= 8
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0
