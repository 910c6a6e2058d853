"""Dealing anew what a seat cannot see: at every state of random games, of presets, their variants and random rule
sets, the seat sees the same, and all that is public fits the new cards.

The engine's own position reader is a strict judge of that: it deals, bids, buries and plays the position again. In the
play it also knows what a redeal does not infer, whether a throw stood and which shapes somebody had to follow with.
"""

import dataclasses

import numpy as np
import pytest

from properties import RULE_SETS, TYPES, UNKNOWN, Phase, Style, copy_states, differences, games, record_of, walk
from shengji_env import PRESETS, Game, Rules
from shengji_env.engine import observe
from shengji_env.engine.layout import CardOrder
from shengji_env.engine.redeal import redeal
from shengji_env.engine.unseen import new_dealing
from shengji_env.errors import PositionError, RulesError
from shengji_env.rules.kinds import Flag, Words


def changed(rng) -> Rules:
    """A preset with three policies changed at random."""
    words = {}
    for field in dataclasses.fields(Rules):
        about = field.metadata.get("about")
        if about and isinstance(about.kind, Words | Flag):
            words[field.name] = list(about.kind.codes) if isinstance(about.kind, Words) else [False, True]
    while True:
        names = rng.choice(list(words), 3, replace=False)
        overrides = {name: words[name][rng.integers(len(words[name]))] for name in names}
        try:
            return Rules.preset(list(PRESETS)[rng.integers(len(PRESETS))]).replace(**overrides)
        except RulesError:
            continue


# Beside those of all property tests: kitties that go through many hands before a card is called, or turned up.
_RAIDED = (
    Rules.preset("five_player_three_deck").replace(partner="called_card", tractors=False),
    Rules.preset("five_player_three_deck").replace(decks=2, players=4),
    Rules.preset("four_player_joker_bid").replace(decks=3),
)
SETS = RULE_SETS | {str(rules): rules for rules in _RAIDED}
EVERY = pytest.mark.parametrize("rules", SETS.values(), ids=SETS)
SEEDS = range(games(2))
D = new_dealing()


def dealt_anew(game: Game, seat: int, rng) -> Game:
    """The game, its cards that `seat` cannot see dealt anew."""
    S = copy_states(game._S)
    assert redeal(S, 0, game._R, seat, np.uint64(rng.integers(2**63)), D)
    return Game.of_state(S, game.rules)


def counts(cards) -> np.ndarray:
    return np.bincount(np.asarray(cards, np.int64), minlength=TYPES)


# ---------------------------------------------------------------- the seat sees the same


def assert_sees_the_same(game: Game, dealt: Game, seat: int):
    here, there = game.view(seat), dealt.view(seat)
    assert not differences(here.states, there.states), seat
    for order in CardOrder:
        assert (observation(game, seat, order) == observation(dealt, seat, order)).all(), seat
    assert str(here) == str(there)
    if game.actor == seat:
        assert (game.mask() == dealt.mask()).all()


def observation(game: Game, seat: int, order) -> np.ndarray:
    out = np.zeros(observe.size(game.players, game.rules.decks), np.int8)
    observe.observe(game._S, 0, game._R, seat, order, out)
    return out


# ---------------------------------------------------------------- the cards fit


def assert_fits(game: Game, dealt: Game):
    """Cards are where they can be: counts, voids, shown cards, the kitty's way, partners."""
    s, rules = record_of(dealt), game.rules
    assert_all_cards(s, rules)
    for seat in range(rules.players):
        if int(s.void[seat]):
            groups = s.group[:TYPES][s.hand[seat, :TYPES] > 0]
            assert not any(int(s.void[seat]) >> int(g) & 1 for g in groups), seat
        laid = [s.burial_laid[k, : rules.kitty] for k in range(s.burials) if s.burial_seat[k] == seat]
        assert (s.shown[seat, :TYPES] <= s.hand[seat, :TYPES] + counts(np.ravel(laid))).all(), seat
    assert_kitty_goes_its_way(s, rules)
    if s.phase == Phase.PLAY:
        assert int(s.partners) == partners_by_hands(s, rules)
    if s.actor != UNKNOWN:
        assert dealt.mask().any()
        assert s.picked.sum() == s.picks


def assert_all_cards(s, rules):
    held = s.hand[: rules.players, :TYPES].astype(int)
    played = s.played[: rules.players, :TYPES].astype(int)
    lying = s.kitty[: rules.kitty] if s.kitty_lies else []
    if not s.closing:
        lying = s.stock[s.drawn : rules.decks * TYPES]
    assert (held >= 0).all()
    assert (held.sum(axis=0) + played.sum(axis=0) + counts(lying) == rules.decks).all()
    assert held.sum(axis=1).tolist() == s.hand_size[: rules.players].tolist()


def assert_kitty_goes_its_way(s, rules):
    """Everyone has had what he laid down, and took what was laid down before; the first took what was turned up."""
    burying = s.phase == Phase.BURY
    had = s.hand[: rules.players, :TYPES].astype(int) + s.played[: rules.players, :TYPES]
    taken = [counts(s.burial_taken[k, : rules.kitty]) for k in range(s.burials + burying)]
    laid = [counts(s.burial_laid[k, : rules.kitty]) for k in range(s.burials)]
    if s.kitty_lies and laid:
        assert (counts(s.kitty[: rules.kitty]) == laid[-1]).all()
    for k in reversed(range(len(taken))):
        seat = s.burial_seat[k]
        had[seat] += (laid[k] if k < len(laid) else 0) - taken[k]
        assert (had[seat] >= 0).all(), k
        assert k == 0 or (taken[k] == laid[k - 1]).all(), k
    turned = s.flipped[: s.flips]
    if s.closing and s.flips:
        assert (counts(turned) <= (taken[0] if taken else counts(s.kitty[: rules.kitty]))).all()
        assert taken or s.kitty[2 : 2 + s.flips].tolist() == turned.tolist()


def partners_by_hands(s, rules) -> int:
    """The partners, from all hands as they were when play began."""
    had = s.hand + s.played
    if rules.partner == "trump_cards":
        card = s.show_type[s.bids + s.raids - 1] if s.bids + s.raids > 0 else UNKNOWN
        others = [seat for seat in range(rules.players) if seat != s.declarer]
        return sum(1 << seat for seat in others if card != UNKNOWN and had[seat, card] > 0)
    if rules.partner == "called_card":
        order = [(s.declarer + k) % rules.players for k in range(1, rules.players)]
        return next((1 << int(seat) for seat in order if had[seat, s.call_type] > 0), 0)
    return int(s.partners)


# ---------------------------------------------------------------- at every state


def check(rules: Rules, seed: int) -> int:
    """Redeal at every state of a random game; how many."""
    rng = np.random.default_rng(seed)
    redealt = 0
    for number, game in enumerate(walk(rules, seed)):
        if game.done:
            continue
        everyone = range(rules.players)
        for seat in everyone if number % 10 == 0 else [rng.integers(rules.players)]:
            dealt = dealt_anew(game, int(seat), rng)
            assert_sees_the_same(game, dealt, int(seat))
            assert_fits(game, dealt)
            redealt += 1
            if number % 10 == 0:
                assert_position_holds(dealt)
            if number % 40 == 0:
                assert_ends(dealt, number)
    return redealt


def assert_position_holds(dealt: Game):
    position = dealt.position()
    defects = []
    try:
        again = Game.from_position(position)
    except PositionError as error:
        defects = error.defects
    else:
        assert again.position() == position
    assert not defects or dealt.phase == "play", defects
    assert all(str(defect).startswith("tricks[") for defect in defects), defects


def assert_ends(dealt: Game, seed: int):
    """The game can be played to its end, and no card is lost on the way."""
    style = Style(np.random.default_rng(seed))
    while not dealt.done:
        dealt.step(style.token(dealt))
        if record_of(dealt).picks == 0 and not dealt.done:
            assert_all_cards(record_of(dealt), dealt.rules)


@EVERY
def test_every_state(rules):
    assert sum(check(rules, seed) for seed in SEEDS) > 50


@pytest.mark.parametrize("seed", range(games(6)))
def test_random_rules(seed):
    assert check(changed(np.random.default_rng(seed)), seed) > 10


@EVERY
def test_other_cards_do_change(rules):
    """All that is hidden is drawn: every other hand, the stock or the kitty, the seed; not what was public."""
    rng = np.random.default_rng(1)
    game = Game(rules, 1)
    style = Style(rng)
    while record_of(game).tricks < 1:
        before = record_of(game)
        if before.picks == 0 and before.hand_size.max() > 10:
            seat = int(rng.integers(rules.players))
            dealt = dealt_anew(game, seat, rng)
            after = record_of(dealt)
            for other in range(rules.players):
                assert other == seat or (before.hand[other] != after.hand[other]).any()
            if not before.closing:
                assert before.stock.tolist() != after.stock.tolist()
            assert before.seed != after.seed
        game.step(style.token(game))
