"""What `shengji bench` measures, for pytest-benchmark, which keeps its runs and compares them:

    pytest tests/benchmarks -m slow --benchmark-enable --benchmark-autosave

A round is DECISIONS decisions.
"""

import pytest

from shengji_env import Rules
from shengji_env.bench.lines import aec_work, batch_work, engine_work, game_work, written_deals

DECISIONS = 32_768
TWO_DECKS, THREE_DECKS = map(Rules.preset, ("five_player_two_deck", "five_player_three_deck"))

pytestmark = pytest.mark.slow


def measure(benchmark, work):
    work(1)  # compiled, or loaded, before the clock starts
    assert benchmark(work, DECISIONS) > 0


@pytest.mark.parametrize("rules", [TWO_DECKS, THREE_DECKS], ids=str)
@pytest.mark.parametrize("observing", [False, True], ids=["bare", "observing"])
def test_engine(benchmark, rules, observing):
    measure(benchmark, engine_work(rules, observing))


@pytest.mark.parametrize("rules", [TWO_DECKS, THREE_DECKS], ids=str)
@pytest.mark.parametrize(
    "arguments", [{}, {"observe": False}, {"card_order": "strength"}], ids=["observing", "bare", "by strength"]
)
def test_batch(benchmark, rules, arguments):
    measure(benchmark, batch_work(rules, 1024, **arguments))


@pytest.mark.parametrize("games", [256, 16_384])
def test_batch_of(benchmark, games):
    measure(benchmark, batch_work(TWO_DECKS, games))


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark, threads):
    measure(benchmark, batch_work(TWO_DECKS, 8192, threads=threads))


@pytest.mark.parametrize("work", [aec_work, game_work])
def test_from_python(benchmark, work):
    measure(benchmark, work(TWO_DECKS, written_deals(TWO_DECKS)))
