"""Cards, points and masks at every state."""

import numpy as np
import pytest

from properties import RULE_SETS, TOKENS, TYPES, UNKNOWN, WALKS, Phase, copy_states, differences, games, record_of, walk
from shengji_env.cards import POINTS
from shengji_env.engine import step
from shengji_env.engine.layout import Code

EVERY = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
WALKED = pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)  # games by themselves, and rows of a batch
SEEDS = range(games(3))


def counts(cards) -> np.ndarray:
    """Counts by type of a list of types."""
    return np.bincount(np.asarray(cards, np.int64), minlength=TYPES)


def lying(s, rules) -> np.ndarray:
    """Cards that are in no hand and not played: the stock while it is dealt, else the kitty if it lies."""
    if not s.closing:
        return counts(s.stock[s.drawn : rules.decks * TYPES])
    return counts(s.kitty[: rules.kitty] if s.kitty_lies else [])


@EVERY
@WALKED
def test_every_card_is_in_exactly_one_place(rules, walk):
    for seed in SEEDS:
        for game in walk(rules, seed):
            s = record_of(game)
            held = s.hand[: rules.players, :TYPES].astype(int)
            played = s.played[: rules.players, :TYPES].astype(int).sum(axis=0)
            assert (held >= 0).all()
            assert (held.sum(axis=0) + played + lying(s, rules) == rules.decks).all()
            assert held.sum(axis=1).tolist() == s.hand_size[: rules.players].tolist()
            assert (counts(s.log[: s.logged]) == played).all()
            assert not s.hand[:, TYPES:].any()


@EVERY
@WALKED
def test_picks_are_held_and_shown_cards_held_or_buried(rules, walk):
    for seed in SEEDS:
        for game in walk(rules, seed):
            s = record_of(game)
            if not game.done:
                assert (s.picked <= s.hand[s.actor]).all()
                assert s.picked.sum() == s.picks
                assert s.pick_type == UNKNOWN or s.picks == 0
            assert (s.shown >= 0).all()
            for seat in range(rules.players):
                laid = [s.burial_laid[k, : rules.kitty] for k in range(s.burials) if s.burial_seat[k] == seat]
                buried = sum(map(counts, laid), np.zeros(TYPES, int))
                assert (s.shown[seat, :TYPES] <= s.hand[seat, :TYPES] + buried).all()


@EVERY
@WALKED
def test_points_add_up(rules, walk):
    for seed in SEEDS:
        deals = 0
        for game in walk(rules, seed):
            s = record_of(game)
            if s.phase != Phase.OVER:
                held = s.hand[: rules.players, :TYPES].astype(int).sum(axis=0)
                in_trick = s.trick[: rules.players, :TYPES].astype(int).sum(axis=0)
                points = (held + in_trick + lying(s, rules)) @ POINTS.astype(int)
                assert points + s.captured[: rules.players].sum() == 100 * rules.decks
            if s.deals != deals:
                deals = s.deals
                assert_result_adds_up(s.result, rules)


def assert_result_adds_up(result, rules):
    """All points are captured or in the kitty, and the attackers' come from where the rules say."""
    in_kitty = int(POINTS[result.kitty[: rules.kitty]].sum())
    captured = result.captured[: rules.players].astype(int)
    assert captured.sum() + in_kitty == 100 * rules.decks
    side = np.array([int(result.declarer_side) >> seat & 1 for seat in range(rules.players)], bool)
    assert side[result.declarer]
    assert not side.all()
    penalties = result.penalties[: rules.players].astype(int)
    points = captured[~side].sum() + in_kitty * result.multiplier + penalties[side].sum() - penalties[~side].sum()
    assert points == result.points
    gain = rules.level_change(int(result.points), int(side.sum()))
    assert gain == (("nobody", "declarer", "attackers")[result.side], result.steps)


@EVERY
@WALKED
def test_a_void_is_void(rules, walk):
    """Who has shown to hold no more of a group holds no more of it."""
    for seed in SEEDS:
        for game in walk(rules, seed):
            s = record_of(game)
            if s.phase != Phase.PLAY:
                continue
            for seat in range(rules.players):
                groups = {int(g) for g in s.group[:TYPES][s.hand[seat, :TYPES] > 0]}
                assert not any(int(s.void[seat]) >> g & 1 for g in groups)


@EVERY
@WALKED
def test_mask_is_what_step_accepts(rules, walk):
    """Every token is tried on a copy; a refused one changes no byte; the actor always has one."""
    for seed in SEEDS:
        for game in walk(rules, seed):
            S, R, mask = game._S, game._R, game.mask()
            assert mask.any() != game.done
            before = S.tobytes()
            for token in range(-1, TOKENS + 1):
                tried = copy_states(S)
                code = step.step(tried, 0, R, token)
                if 0 <= token < TOKENS and mask[token]:
                    assert code == Code.OK, token
                    assert tried.tobytes() != before
                else:
                    assert code != Code.OK, token
                    assert tried.tobytes() == before, token
            assert S.tobytes() == before


@EVERY
def test_same_seed_same_bytes(rules):
    for seed in SEEDS:
        for game, other in zip(walk(rules, seed), walk(rules, seed), strict=True):
            assert not differences(game._S, other._S)


@EVERY
@WALKED
def test_partners_are_others(rules, walk):
    for seed in SEEDS:
        for game in walk(rules, seed):
            s = record_of(game)
            assert int(s.partners) >> rules.players == 0
            assert s.public & ~s.partners == 0
            if s.declarer != UNKNOWN:
                assert not int(s.partners) >> int(s.declarer) & 1
