"""docs/rules.md: every clause has an example that runs, every field of `Rules` and each of its values a meaning."""

import re
from pathlib import Path

import pytest

from shengji_env.rules import FIELDS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
CLAUSE = re.compile(r"^### (\d\.\d+) .+\n", re.MULTILINE)
CLAUSES = dict(zip(CLAUSE.findall(PAGE), CLAUSE.split(PAGE)[2::2], strict=True))
RULES = [clause for clause in CLAUSES if clause[0] != "9"]  # section 9 is about presets and fields


def test_clauses_are_numbered_one_by_one():
    numbers = [tuple(map(int, clause.split("."))) for clause in CLAUSES]
    sections = range(1, 10)
    assert numbers == [(section, k + 1) for section in sections for k in range(sum(s == section for s, _ in numbers))]
    assert {section for section, _ in numbers} == set(sections)


@pytest.mark.parametrize("clause", RULES)
def test_every_clause_has_an_example(clause):
    """One that shows something: with a line that is compared. (The examples run in test_docs.)"""
    code = "".join(re.findall(r"^```python\n(.*?)^```$", CLAUSES[clause], re.MULTILINE | re.DOTALL))
    assert [line for line in code.splitlines() if line and not line.startswith((">>>", "..."))]


def meanings() -> dict[str, dict[str, str]]:
    """Field -> value -> meaning, as the table of clause 9.2 has them."""
    found: dict[str, dict[str, str]] = {}
    rows = [line.strip("|\n").split(" | ") for line in CLAUSES["9.2"].splitlines() if line.startswith("| ")]
    for first, value, meaning, _ in rows[2:]:
        if field := re.match(r" \*\*`(\w+)`\*\*", first):
            values = found[field[1]] = {}
            assert meaning
        else:
            values[value.strip("`")] = meaning
    return found


def test_every_field_stands_there_in_order():
    assert list(meanings()) == list(FIELDS)


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_has_a_meaning(field):
    """(That the declared ones are all of the engine's is asserted where they are declared.)"""
    values = meanings()[field]
    assert list(values) == list(FIELDS[field].kind.values)
    assert all(values.values())


def test_fields_point_to_clauses_that_speak_of_them():
    rows = [line for line in CLAUSES["9.2"].splitlines() if line.startswith("| **")]
    for field, row in zip(FIELDS, rows, strict=True):
        clauses = re.findall(r"\[(\d\.\d+)\]", row)
        assert clauses, field
        assert any(field in CLAUSES[clause] for clause in clauses), field


# ---------------------------------------------------------------- references

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for folder in ("shengji_env", "agents", "training", "tests", "docs")
    for ending in ("*.py", "*.md")
    for path in sorted((ROOT / folder).rglob(ending))
    if path != Path(__file__).resolve()
}
REFERENCE = re.compile(r"[(\";] ?[Rr]ules (\d(?:\.\d+)?(?:(?:-|, )\d(?:\.\d+)?)*)[),:; ]")


def test_references_name_clauses_that_are_there():
    """(rules 4) is a section of docs/rules.md, (rules 4.2) a clause, (rules 7.5-7.8) some of them."""
    found = [(path, numbers) for path, text in TEXTS.items() for numbers in REFERENCE.findall(text)]
    known = {*CLAUSES, *(clause.split(".")[0] for clause in CLAUSES)}
    wrong = [f"{path}: rules {n}" for path, n in found if not known.issuperset(re.split("-|, ", n))]
    assert not wrong
    assert len(found) > 60


def test_nothing_points_to_documents_that_are_not_here():
    """A "seed" is a random one; what was designed is said where it holds."""
    outside = re.compile(r"\b[Ss]eeds? 00\d|\(00\d\b|\b00\d's\b|\(design\b|\bdesign[:,] |the rules text|\[choice\]")
    lines = [(path, line) for path, text in TEXTS.items() for line in text.splitlines()]
    assert [f"{path}: {line.strip()}" for path, line in lines if outside.search(line)] == []
