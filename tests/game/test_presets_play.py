"""Random whole matches of every preset: levels, declarers, wraps and ends go on from deal to deal as the rules say.

What holds at every single state is in `properties`; here it is what one deal hands on to the next. Settlements are
compared with the slow reference. CI plays a few matches; `-m slow` plays 200 of each preset, `SHENGJI_GAMES` more.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from oracle import presets as reference_presets
from oracle import score as reference
from properties import Style, games, naming
from shengji_env import PRESETS, Game, Rules
from shengji_env.cards import level_index
from shengji_env.engine.layout import RIOT
from shengji_env.states.result import DealResult

DEALS = 10


class Deal(NamedTuple):
    """A deal of a match."""

    before: DealResult | None  # the deal before it; None: it is the first
    kept: int | None  # the declarer whom a riot has kept
    start: dict  # the position when play began
    result: DealResult
    over: bool  # the match is


def match(rules: Rules, seed: int) -> Iterator[Deal]:
    """A random match, deal by deal."""
    game, style = Game(rules, seed, episode="match"), Style(np.random.default_rng(seed))
    before, kept, start, settled = None, None, None, 0
    while not game.done:
        if start is None and game.phase == "play":
            start = json.loads(game.position())
        token = style.token(game)
        if token == RIOT:
            kept = game.view(0).declarer if rules.succession == "rotate" else None
        with naming(game):
            game.step(token)
            if game._S["deals"][0] != settled:
                yield Deal(before, kept, start, game.result, game.done)
                before, kept, start, settled = game.result, None, None, settled + 1


# ---------------------------------------------------------------- what one deal hands on to the next


def levels_at_start(rules: Rules, deal: Deal) -> list[str]:
    """The last deal's levels; who had to turn a kitty card has dropped one."""
    levels = deal.before.levels if deal.before else [rules.start_level] * rules.players
    if not (rules.unbid_demotion and deal.start["flipped"]):
        return levels
    fallen = {deal.start["declarer"]} if rules.levels == "player" else set(deal.result.declarer_side)
    ranks = "23456789TJQKA"
    return [ranks[max(ranks.index(level) - 1, 0)] if seat in fallen else level for seat, level in enumerate(levels)]


def check_settlement(preset: str, rules: Rules, deal: Deal) -> None:
    """Levels, winners and the next declarer are the slow reference's; winners of the match only by passing A."""
    slow, result = reference_presets.rules(preset), deal.result
    levels = [level_index(level) for level in deal.start["levels"]]
    found = reference.settle(slow, levels, result.declarer, result.declarer_side, result.points)
    assert [level_index(level) for level in result.levels] == found["levels"]
    assert (result.side, result.steps) == found["gained"]
    for name in ("winners", "match_winners", "swing", "next_declarer"):
        assert getattr(result, name) == found[name], name
    if rules.after_ace == "wrap":
        assert result.match_winners == []


def declarers(rules: Rules, deal: Deal) -> set[int]:
    """Who can be declarer: by rotation or a riot one seat, but for joker bids of the other side; else by the bids."""
    start = deal.start
    shown = [seat for seat, _ in (*start["bids"], *start["raids"])]
    known = deal.kept if deal.kept is not None else deal.before.next_declarer if deal.before else None
    if rules.bid_levels == "winners":
        free = deal.before is None or start["after_riot"]
        level = start["trump"]["level"]
        at_it = {seat for seat in range(rules.players) if start["levels"][seat] == level}
        return at_it & set(deal.before.winners) if not free and deal.before.swing else at_it
    if rules.bid_levels == "own" or known is None:
        first_counts = rules.bid_levels == "declarer" and rules.first_declarer == "first_bid" and rules.raid is None
        return {shown[0 if first_counts else -1]} if shown else {start["first_drawer"]}
    if not rules.bid_with_joker:
        return {known}
    other = {seat for seat in range(rules.players) if seat % 2 != known % 2}
    if not start["bids"]:  # the kitty is turned: the holder of the other copy of a joker or level card
        return {known} | (other if start["flipped"][0] in "LB" or start["flipped"][1] in start["levels"] else set())
    bidder = start["bids"][0][0]
    return {bidder} if bidder in other else {known}


def check_match(preset: str, rules: Rules, seed: int) -> int:
    """Play and check a match; returns how many deals it had."""
    number = 0
    for number, deal in enumerate(match(rules, seed), start=1):
        assert deal.start["levels"] == levels_at_start(rules, deal)
        assert deal.start["trump"]["level"] in deal.start["levels"]
        assert deal.start["declarer"] == deal.result.declarer
        assert deal.result.declarer in declarers(rules, deal)
        check_settlement(preset, rules, deal)
        assert deal.over == (bool(deal.result.match_winners) or number == rules.max_deals)
    return number


def matches(preset: str, seeds: range) -> None:
    """Matches from 2 and from Q on, so that A is reached and passed."""
    for seed in seeds:
        rules = PRESETS[preset].replace(max_deals=DEALS, start_level="2" if seed % 2 else "Q")
        assert check_match(preset, rules, seed) > 0


@pytest.mark.parametrize("preset", PRESETS)
def test_a_few_random_matches(preset):
    matches(preset, range(games(3)))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", PRESETS)
def test_two_hundred_random_matches(preset):
    matches(preset, range(1000, 1000 + games(200)))


@pytest.mark.parametrize("preset", [name for name, rules in PRESETS.items() if rules.after_ace == "win"])
def test_a_match_from_a_on_ends_when_somebody_gains(preset):
    rules = PRESETS[preset].replace(start_level="A")
    *_, last = match(rules, 4)
    assert last.over
    assert last.result.match_winners == last.result.winners


@pytest.mark.parametrize("preset", [name for name, rules in PRESETS.items() if rules.after_ace == "wrap"])
def test_a_match_that_wraps_ends_by_its_number_of_deals_without_winners(preset):
    rules = PRESETS[preset].replace(start_level="A", max_deals=6)
    *before, last = match(rules, 4)
    assert (len(before), last.over, last.result.match_winners) == (5, True, [])
    assert any(level not in ("A", "K") for level in last.result.levels)
