"""`BatchGame.redeal_unseen`: which deals come up and how often, what it changes of a row, what it refuses."""

import copy
import math
import pickle
from collections import Counter

import numpy as np
import pytest

from shengji_env import Game, make_batch
from shengji_env.cards import card_text
from shengji_env.engine.layout import TYPES
from shengji_env.engine.redeal import redeal
from shengji_env.engine.unseen import new_dealing
from shengji_env.errors import ShengjiError

DRAWS = 20_000

# ---------------------------------------------------------------- which deals come up


def all_deals(game: Game, seat: int) -> dict[tuple, float]:
    """Every way to deal the other hands again that fits voids and cards shown, all bound to hands, and its share: each
    physical card counts, so a deal is the likelier the more copies it splits. The seat must know the kitty."""
    view = game.view(seat)
    others = [other for other in range(game.players) if other != seat]
    hands = {other: game._S["hand"][0, other, :TYPES].astype(int) for other in others}
    shown = {other: game._S["shown"][0, other, :TYPES].astype(int) for other in others}
    pool = sum(hands.values())
    types = [int(card) for card in np.flatnonzero(pool)]
    found: dict[tuple, float] = {}

    def go_on(at, dealt, weight):
        if at == len(types):
            if all(len(dealt[other]) == hands[other].sum() for other in others):
                found[tuple(tuple(dealt[other]) for other in others)] = weight
            return
        card = types[at]
        group = view.trump.group(card_text(card))
        for split in splits(int(pool[card]), len(others)):
            fits = all(
                n >= shown[other][card] and (n == 0 or group not in view.void(other)) for other, n in zip(others, split)
            )
            if fits:
                more = {other: dealt[other] + [card] * n for other, n in zip(others, split)}
                go_on(at + 1, more, weight / math.prod(math.factorial(n) for n in split))

    go_on(0, {other: [] for other in others}, 1.0)
    return {deal: weight / sum(found.values()) for deal, weight in found.items()}


def splits(copies: int, parts: int):
    """Every way to split so many copies."""
    if parts == 1:
        yield (copies,)
        return
    for first in range(copies + 1):
        for rest in splits(copies - first, parts - 1):
            yield (first, *rest)


def draws(game: Game, seat: int) -> Counter:
    """How often each deal of the other hands comes up."""
    others = [other for other in range(game.players) if other != seat]
    counted: Counter = Counter()
    D = new_dealing()
    for number in range(DRAWS):
        S = game._S.copy()
        assert redeal(S, 0, game._R, seat, np.uint64(number), D)
        counted[tuple(tuple(np.repeat(range(TYPES), S["hand"][0, other, :TYPES])) for other in others)] += 1
    return counted


# (seed, cards left in each hand) of random games: several seats are void of different groups, or have shown cards.
SMALL = [(1, 3), (7, 3), (14, 3), (16, 4), (28, 3), (44, 3), (47, 4)]


def small_game(seed: int, left: int) -> Game:
    game = Game("four_player_free_follow", seed)
    rng = np.random.default_rng(seed)
    while True:
        s = game._S[0]
        if s["phase"] == 5 and s["plays"] == 0 and s["picks"] == 0 and s["hand_size"][0] <= left:
            return game
        game.step(int(rng.choice(np.flatnonzero(game.mask()))))


@pytest.mark.parametrize(("seed", "left"), SMALL)
def test_every_deal_that_fits_comes_up_and_all_equally_often(seed, left):
    game = small_game(seed, left)
    seat = game.view(0).declarer
    expected, counted = all_deals(game, seat), draws(game, seat)
    assert counted.keys() == expected.keys()
    assert len(expected) > 5
    for deal, share in expected.items():
        noise = math.sqrt(share * (1 - share) / DRAWS)
        assert abs(counted[deal] / DRAWS - share) < 5 * noise + 0.05 * share, deal


def test_while_somebody_is_asked_his_hands_come_up_as_they_would():
    """The first one who is asked has drawn two cards: a level card and another, or two jokers, or he would not be
    asked; of all such hands each is equally likely."""
    games = (Game("five_player_two_deck", seed) for seed in range(100))
    game = next(game for game in games if game._S["hand_size"][0, game.actor] == 2)
    seat = (game.actor + 1) % 5
    unseen = np.array([2] * TYPES)
    unseen -= game._S["hand"][0, seat, :TYPES]
    levels = int(unseen[[0, 13, 26, 39]].sum())
    others = int(unseen.sum()) - levels
    ways = levels * others + math.comb(levels, 2) + sum(math.comb(int(unseen[joker]), 2) for joker in (52, 53))
    single = 0
    D = new_dealing()
    for number in range(DRAWS):
        S = game._S.copy()
        redeal(S, 0, game._R, seat, np.uint64(number), D)
        hand = S["hand"][0, game.actor, :TYPES]
        assert hand.sum() == 2
        single += hand[[0, 13, 26, 39]].sum() == 1
    assert abs(single / DRAWS - levels * others / ways) < 0.01


def test_a_kitty_that_was_raided_has_gone_on_with_the_raider():
    """The seat knows what it laid down; whether the raider kept a card of it or laid it down again it does not know."""
    batch = raided_batch()
    declarer = int(batch._S[0]["burial_seat"][0])
    raider = int(batch._S[0]["burial_seat"][1])
    laid = batch._S[0]["burial_laid"][0, :7].copy()
    kept, copied = Counter(), make_batch(1, "five_player_three_deck")
    for number in range(300):
        copied._S[:] = batch._S
        assert copied.redeal_unseen(0, declarer, number)
        s = copied._S[0]
        assert (s["burial_taken"][1, :7] == laid).all()
        for card in set(laid.tolist()):
            copies = s["hand"][raider, card] + np.count_nonzero(s["kitty"][:7] == card)
            assert copies >= np.count_nonzero(laid == card)
            kept[s["hand"][raider, card] >= np.count_nonzero(laid == card)] += 1
    assert kept[True] > 200
    assert kept[False] > 50


def raided_batch():
    """One row, in the play of a deal whose kitty was raided once."""
    for seed in range(200):
        batch = make_batch(1, "five_player_three_deck", seed=seed)
        rng = np.random.default_rng(seed)
        while batch._S[0]["phase"] != 5:
            legal = np.flatnonzero(batch.mask[0])
            showing = batch._S[0]["phase"] == 3 and len(legal) > 1 and batch._S[0]["raids"] == 0
            batch.step([int(rng.choice(legal[legal != 54] if showing else legal))])
        if batch._S[0]["raids"] == 1:
            return batch
    raise AssertionError("no deal was raided once")


# ---------------------------------------------------------------- a row of a batch


def played_batch(steps: int = 150, **arguments):
    batch = make_batch(4, seed=3, **arguments)
    for _ in range(steps):
        batch.step(batch.random_tokens())
    return batch


@pytest.mark.parametrize("order", ["face", "strength"])
@pytest.mark.parametrize("skip_forced", [False, True])
def test_a_row_is_dealt_anew_and_the_others_are_not(order, skip_forced):
    batch = played_batch(card_order=order, skip_forced=skip_forced, episode="match")
    rng = np.random.default_rng(0)
    for _ in range(200):
        row, seat = int(rng.integers(4)), int(rng.integers(5))
        before = copy.deepcopy(batch)
        assert batch.redeal_unseen(row, seat, rng)
        assert not (batch.view(row, seat).states != before.view(row, seat).states).any()
        assert (batch.actor == before.actor).all()
        others = np.arange(4) != row
        assert (batch._S[others] == before._S[others]).all()
        assert (batch.observation[others] == before.observation[others]).all()
        assert (batch.mask[others] == before.mask[others]).all()
        if seat == batch.actor[row]:
            assert (batch.observation == before.observation).all()
            assert (batch.mask == before.mask).all()
        again = copy.deepcopy(batch)
        again.copy_rows(row, row)
        assert (again.observation == batch.observation).all()
        assert (again.mask == batch.mask).all()
        batch.step(batch.random_tokens())
    for _ in range(2000):
        batch.step(batch.random_tokens())
    assert batch.mask.any(axis=1).all()


def test_the_same_number_deals_the_same_cards():
    batch, other = played_batch(), pickle.loads(pickle.dumps(played_batch()))
    assert batch.redeal_unseen(1, 2, 17)
    assert other.redeal_unseen(1, np.int8(2), np.uint64(17))
    assert (batch._S == other._S).all()
    batch.redeal_unseen(1, 2, 18)
    assert (batch._S != other._S).any()


def test_a_generator_goes_on():
    batch = played_batch()
    one, two = np.random.default_rng(5), np.random.default_rng(5)
    hands = set()
    for _ in range(20):
        batch.redeal_unseen(0, 0, one)
        hands.add(batch._S[0]["hand"].tobytes())
    assert len(hands) == 20
    other = played_batch()
    for _ in range(20):
        other.redeal_unseen(0, 0, two)
    assert (batch._S == other._S).all()


def test_an_action_under_way_is_taken_back_for_others_and_kept_for_the_actor():
    batch = make_batch(1, seed=3)
    while batch._S[0]["phase"] != 2 or batch._S[0]["picks"] < 3:
        batch.step(batch.random_tokens())
    burying = int(batch.actor[0])
    picked = batch.view(0, burying).picked
    assert batch.redeal_unseen(0, burying, 1)
    assert batch.view(0, burying).picked == picked
    assert batch.redeal_unseen(0, (burying + 1) % 5, 1)
    assert batch.view(0, burying).picked == ""


def test_later_shuffles_are_others():
    batch, other = (make_batch(1, seed=3, episode="match") for _ in range(2))
    assert batch.redeal_unseen(0, int(batch.actor[0]), 1)
    batch.reset()
    other.reset()
    assert (batch._S["stock"] != other._S["stock"]).any()


def test_cards_stay_where_no_deal_fits():
    """Nothing of the kind comes up in play: here everyone is said to be void of what he holds."""
    batch = played_batch(300)
    row = int(np.flatnonzero(batch._S["phase"] == 5)[0])
    batch._S["void"][row, :5] = 31
    hands = batch._S["hand"][row].copy()
    assert not batch.redeal_unseen(row, 0, 1)
    assert (batch._S["hand"][row] == hands).all()


@pytest.mark.parametrize(
    ("row", "seat", "rng", "word"),
    [
        (4, 0, 1, "row 4"),
        (-1, 0, 1, "row -1"),
        ([0, 1], 0, 1, "row"),
        (0, 5, 1, "seat 5"),
        (0, -1, 1, "seat -1"),
        (0, "declarer", 1, "seat 'declarer'"),
        (0, True, 1, "seat True"),
        (0, 1, None, "rng"),
        (0, 1, -3, "rng"),
        (0, 1, 2**64, "rng"),
        (0, 1, 0.5, "rng"),
        (0, 1, np.random.RandomState(0), "rng"),
    ],
)
def test_what_is_no_row_seat_or_rng_is_refused_and_changes_nothing(row, seat, rng, word):
    batch = played_batch()
    before = batch._S.copy()
    with pytest.raises(ShengjiError, match=word):
        batch.redeal_unseen(row, seat, rng)
    assert (before == batch._S).all()
