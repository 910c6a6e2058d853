"""Levels that a game starts with: as given, and drawn for a later deal of a match."""

import numpy as np
import pytest

from envs import EVERY_PRESET
from shengji_env import PRESETS, Game, Rules, ShengjiError, shengji_v0
from shengji_env.states.texts import one_record


def test_no_later_deal_is_within_reach():
    """From A any gain wins the match, and where there is no swing there is no second deal."""
    rules = Rules.preset("five_player_two_deck").replace(start_level="A", level_table="sides")
    with pytest.raises(ShengjiError, match="later deal"):
        shengji_v0.env(rules, levels="random")


def starts(rules, number) -> list:
    """Records of the first decision of so many `levels="random"` episodes."""
    env = shengji_v0.env(rules, levels="random")
    env.reset(seed=0)
    records = []
    for _ in range(number):
        records.append(one_record(env.game()._S).copy())
        env.reset()
    return records


def test_levels_as_given():
    env = shengji_v0.env(levels=["2", "5", "T", "K", "A"])
    env.reset(seed=0)
    assert env.game().levels == ["2", "5", "T", "K", "A"]
    assert one_record(env.game()._S).first
    env.reset()
    assert env.game().levels == ["2", "5", "T", "K", "A"]


def test_partners_levels_are_equal():
    with pytest.raises(ShengjiError, match="partners"):
        shengji_v0.env("four_player_fixed", levels=["2", "3", "4", "3"])
    env = shengji_v0.env("four_player_fixed", levels=["2", "3", "2", "3"])
    env.reset(seed=0)
    assert env.game().levels == ["2", "3", "2", "3"]


RANDOM = {
    **PRESETS,
    "no swing": Rules.preset("five_player_two_deck").replace(level_table="sides"),
    "from K": Rules.preset("five_player_two_deck").replace(start_level="K"),
    "from A": Rules.preset("five_player_two_deck").replace(start_level="A"),
}


@pytest.mark.parametrize("rules", RANDOM.values(), ids=RANDOM)
def test_random_levels_can_be_reached(rules):
    """A later deal: who has just gained is above the start level, a swing only where there are swings, sides as large
    as the rules make them; the last declarer draws first."""
    start, everyone = "23456789TJQKA".index(rules.start_level), (1 << rules.players) - 1
    for s in starts(rules, 300):
        levels = s.levels[: rules.players].tolist()
        assert not s.first
        assert not s.swing or rules.level_table == "swing"
        assert all(0 <= level <= 12 for level in levels)
        if rules.after_ace == "win" and not rules.unbid_demotion:
            assert min(levels) >= start
            gained = 0 if s.swing else int(s.last_winners)
            assert all(level > start for seat, level in enumerate(levels) if gained >> seat & 1)
        if rules.levels == "side":
            assert levels == levels[:2] * (rules.players // 2)
        last, winners = last_declarer(s, rules), int(s.last_winners)
        side = winners if winners >> last & 1 else everyone & ~winners
        assert 1 <= side.bit_count() <= largest_side(rules)
        if rules.partner == "fixed":
            assert side == sum(1 << seat for seat in range(last % 2, rules.players, 2))
        if s.swing:
            assert side != winners
        if rules.succession == "rotate":
            assert s.known_declarer == next_declarer(last, side, bool(winners >> last & 1), rules.players)
        else:
            assert s.known_declarer == -1


def last_declarer(s, rules) -> int:
    """Who declared the deal before: he draws first."""
    return int(s.first_drawer)


def largest_side(rules) -> int:
    """Players on the declarer side at most."""
    return {"fixed": rules.players // 2, "trump_cards": rules.decks}.get(rules.partner, 2)


def next_declarer(last, side, gained, players) -> int:
    """Rules 8: the next seat after the declarer on the side that declares next; a declarer alone stays."""
    order = [(last + k) % players for k in range(1, players + 1)]
    return next(seat for seat in order if (side >> seat & 1) == gained)


@EVERY_PRESET
def test_random_levels_spread(rules):
    """Every level of every seat, every declarer, each outcome: none of them rare."""
    rules = Rules.preset(rules)
    records = starts(rules, 1500)
    for seat in range(rules.players):
        seen = np.bincount([s.levels[seat] for s in records], minlength=13)
        assert seen[0 if rules.after_ace == "wrap" else 1 :].min() > 40
        assert np.mean([s.first_drawer == seat for s in records]) == pytest.approx(1 / rules.players, abs=0.05)
    swings = np.mean([s.swing for s in records])
    assert swings == (pytest.approx(1 / 3, abs=0.05) if rules.level_table == "swing" else 0)
    sizes = {int(s.last_winners).bit_count() for s in records}
    assert len(sizes) >= (1 if rules.partner == "fixed" else 3)


@EVERY_PRESET
def test_random_levels_are_the_same_in_game(rules):
    env = shengji_v0.env(rules, levels="random")
    for seed in range(5):
        env.reset(seed=seed)
        game = Game(rules, seed, levels="random")
        for _ in range(3):
            assert env.game().position() == game.position()
            env.reset()
            game.reset()
