"""What the recipes share, and what stands about them in the documentation."""

import math
import re
from pathlib import Path

import pytest

from shengji_env import ShengjiError

ROOT = Path(__file__).resolve().parents[2]


def test_a_loss_that_is_not_finite_ends_the_run(capsys):
    from shengji_env.training.recipes import common

    common.report(7, loss=0.5, entropy=1)
    assert capsys.readouterr().out == "step 7 loss 0.5000 entropy 1.0000\n"
    for wrong in (math.nan, math.inf):
        with pytest.raises(ShengjiError, match="after 8 steps: loss not finite"):
            common.report(8, entropy=1.0, loss=wrong)


def test_the_readme_lists_every_recipe_with_the_version_that_is_tested():
    """Its table, the files of training/recipes, and the tests and requirements here."""
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Your library")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| .+ \| .*?([\d.]+) \| .+ \| `(\w+)` \|$", table, re.MULTILINE)
    versions = {recipe: version for version, recipe in rows}
    files = (ROOT / "training" / "recipes").glob("*.py")
    assert set(versions) == {file.stem for file in files if "__main__" in file.read_text(encoding="utf-8")}
    for recipe, version in versions.items():
        tests = [
            test
            for test in ROOT.glob("tests/integration/*/test_recipe.py")
            if re.search(rf"\b{recipe}\b", test.read_text(encoding="utf-8"))
        ]
        assert len(tests) == 1, f"{recipe} is to be tested in one folder, not in {tests}"
        first = tests[0].with_name("requirements.txt").read_text(encoding="utf-8").split()[0]
        assert first.endswith(f"=={version}"), f"{recipe}: {first}, the README says {version}"
