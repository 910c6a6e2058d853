"""The README and docs/ say what the code does: their tables are generated, examples run, commands and links exist."""

import doctest
import importlib.util
import re
import shlex
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from shengji_env import PRESETS, observation_blocks, shengji_v0
from shengji_env.commands import main as cli

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PAGES = {path.relative_to(ROOT).as_posix(): path for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in PAGES.items()}
EVERY_PAGE = pytest.mark.parametrize("name", PAGES)
FENCE = re.compile(r"^(?:<!-- (?P<marks>\S+) -->\n)?```(?P<language>\w*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(name, language) -> list[tuple[str, str]]:
    """(mark, code) of a page's fenced blocks; the mark stands in a comment above."""
    return [
        (found["marks"] or "", found["code"]) for found in FENCE.finditer(TEXTS[name]) if found["language"] == language
    ]


# ---------------------------------------------------------------- tables


@pytest.fixture(scope="module")
def tables():
    spec = importlib.util.spec_from_file_location("docs_tables", ROOT / "docs" / "tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@EVERY_PAGE
def test_tables_are_the_generated_ones(name, tables):
    assert tables.with_tables(TEXTS[name]) == TEXTS[name], "python docs/tables.py writes them anew"


def test_every_table_has_a_place(tables):
    everything = "".join(TEXTS.values())
    assert [table for table in tables.TABLES if f"<!-- table:{table} -->" not in everything] == []


def test_the_docstring_has_the_facts(tables):
    def rows(text):
        return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]

    facts = rows(tables.facts())
    facts.remove(["---", "---"])
    assert rows(shengji_v0.__doc__) == facts
    assert len(facts) == 9


def test_observations_depend_on_the_number_of_players_only():
    """As docs/env.md says."""
    rules = PRESETS["five_player_two_deck"]
    for players in (4, 5, 6):
        tables = [observation_blocks(rules.replace(players=players, decks=decks)) for decks in (1, 2, 3)]
        assert tables[0] == tables[1] == tables[2]


# ---------------------------------------------------------------- examples


@EVERY_PAGE
def test_examples_run(name):
    examples = doctest.DocTestParser().get_doctest(TEXTS[name], {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0


@EVERY_PAGE
def test_every_python_block_runs_somewhere(name):
    """As an example here, or in the test of the library that it is marked with."""
    for mark, code in blocks(name, "python"):
        if mark.startswith("adapter:"):
            test = ROOT / "tests" / "integration" / mark.removeprefix("adapter:") / "test_recipe.py"
            assert "adapter" in test.read_text(encoding="utf-8"), f"{test} does not run it"
        else:
            assert code.startswith(">>> "), f"not an example that runs:\n{code}"


# ---------------------------------------------------------------- commands


def commands(name) -> list[list[str]]:
    """The words of every command of a page: those of its blocks, and what stands in a sentence as `shengji …`."""
    lines = [line for _, code in blocks(name, "bash") for line in code.replace("\\\n", " ").splitlines()]
    prose = FENCE.sub("", TEXTS[name])
    lines += [" ".join(found.split()) for found in re.findall(r"`((?:shengji|python|pip|pytest) [^`]+)`", prose)]
    parts = [part for line in lines for part in re.split(r"&&|;", line)]
    return [words for part in parts if (words := shlex.split(part, comments=True))]


def check_shengji(words):
    """It parses; a command that is only named, as in `shengji evaluate`, exists. Rules are shown."""
    argv = words if len(words) > 1 else [*words, "--help"]
    try:
        cli.parser(argv).parse_args(argv)
    except SystemExit as ended:
        if ended.code != 0:
            pytest.fail(f"not a command: {words}")
    if words[0] == "rules":
        assert cli.main(words) == 0, words


def check_python(words):
    """The module or the file exists."""
    if words[0] == "-m":
        assert importlib.util.find_spec(words[1].rstrip(".")), words
    else:
        assert (ROOT / words[0]).is_file(), words


def check_pip(words):
    """The extras and the files exist."""
    assert words[0] == "install", words
    for option, value in pairwise(words):
        assert option not in ("-c", "-r") or (ROOT / value).is_file(), words
    extras = [extra for word in words for found in re.findall(r"\[(.+)\]", word) for extra in found.split(",")]
    if any(word.startswith((".", "shengji-env")) for word in words):
        assert set(extras) <= set(PYPROJECT["project"]["optional-dependencies"]), words


def check_nothing(words):
    """Not ours."""


CHECKS = {"shengji": check_shengji, "python": check_python, "python3": check_python, "pip": check_pip}
CHECKS |= dict.fromkeys([".", "export", "pytest", "ray"], check_nothing)


@EVERY_PAGE
def test_commands_exist(name, capsys):
    for first, *words in commands(name):
        assert first in CHECKS, f"is {first} a command that a reader has?"
        CHECKS[first](words)


def test_commands_are_found():
    """The test above would pass if it found none."""
    assert ["shengji", "train", "--quick"] in commands("README.md")
    assert ["shengji", "rules", "four_player_fixed", "--diff", "four_player_seek"] in commands("README.md")
    assert len(commands("docs/training.md")) >= 8


# ---------------------------------------------------------------- links


def anchors(text) -> set[str]:
    """The names that a page's headings have as places in it."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@EVERY_PAGE
def test_links_lead_somewhere(name):
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", TEXTS[name]):
        file, _, anchor = link.partition("#")
        target = (PAGES[name].parent / file).resolve() if file else PAGES[name]
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


# ---------------------------------------------------------------- citing


def test_the_citation_is_of_this_version():
    """CITATION.cff is YAML; what is compared stands on lines of its own."""
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    project = PYPROJECT["project"]
    assert f"version: {project['version']}" in lines
    assert f"license: {project['license']}" in lines
    holder = re.search(r"Copyright \(c\) \d+ (.+)", (ROOT / "LICENSE").read_text(encoding="utf-8"))[1]
    assert f"  - name: {holder}" in lines
