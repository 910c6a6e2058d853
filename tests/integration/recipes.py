"""What every recipe's test asks: the command runs, learns, and leaves a policy that plays.

Recipes make their environments so that a token that is masked out is an error, and `common.report` ends a run whose
loss is not finite; so a run that ends well has played legal tokens only and learned from finite numbers.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

from shengji_env import Game
from shengji_env.agents import load_checkpoint, make_agent, register_agent, unregister_agent
from shengji_env.training.evaluate import evaluate

RUN = """
import json, runpy, sys
module, *runs = sys.argv[1:]
for options in runs:
    sys.argv[1:] = json.loads(options)
    runpy.run_module(module, run_name="__main__", alter_sys=True)
"""
DOCS = Path(__file__).resolve().parents[2] / "docs" / "recipes.md"


def run_recipe(recipe: str, *runs: list[object]) -> str:
    """Run ``python -m shengji_env.training.recipes.RECIPE`` with each of these options, in one process, since importing
    is what takes long; returns what was printed."""
    command = [sys.executable, "-c", RUN, f"shengji_env.training.recipes.{recipe}"]
    lines = [json.dumps([str(option) for option in options]) for options in runs]
    done = subprocess.run([*command, *lines], capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stderr
    return done.stdout


def losses(printed: str) -> list[float]:
    """The losses of its lines of progress."""
    return [float(number) for number in re.findall(r"^step \d+.* loss (\S+)", printed, re.MULTILINE)]


def learn_and_play(recipe: str, folder: Path, steps: int, *options: object) -> None:
    """Train for `steps`; what is saved must differ from what is saved untrained, and play against the rule bot."""
    untrained, trained = folder / "untrained", folder / "trained"
    printed = run_recipe(
        recipe,
        ["--steps", 0, "--save", untrained, *options],
        ["--steps", steps, "--save", trained, *options],
    )
    assert losses(printed), printed
    assert np.isfinite(losses(printed)).all()
    assert f"--agent torch:{trained}.safetensors" in printed
    before, after = (load_checkpoint(path).weights for path in (untrained, trained))
    assert all((before[name] != after[name]).any() for name in before)
    plays(f"torch:{trained}")


def plays(agent: str) -> None:
    """A whole deal from views, and an evaluation as the command makes it; each refuses an illegal token."""
    player, game = make_agent(agent), Game(seed=3, levels="random")
    while not game.done:
        game.step(player.act(game.view(game.actor), game.mask()))
    found = evaluate(agent, "rule:balanced", deals=2)
    assert (found.deals, found.games) == (2, 40)
    print(f"{agent} against rule:balanced, 2 deals: {found.levels:+.3f}")


def adapter_plays(library: str, **names: object) -> None:
    """The lines that docs/recipes.md shows for a library's own policies, with what they use by name, make an agent."""
    text = DOCS.read_text(encoding="utf-8")
    shown = re.search(rf"^<!-- adapter:{library} -->\n```python\n(.+?)^```$", text, re.MULTILINE | re.DOTALL)
    assert shown, f"{DOCS.name} shows no adapter for {library}"
    exec(shown[1], {"register_agent": register_agent, "np": np, **names})
    try:
        plays("mine")
    finally:
        unregister_agent("mine")
