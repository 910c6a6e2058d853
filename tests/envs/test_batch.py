"""`make_batch`: every row is the game that `Game` plays, whatever stands beside it."""

import copy
import pickle

import numpy as np
import pytest

from shengji_env import PRESETS, Game, Rules, make_batch
from shengji_env.engine.layout import TOKENS
from shengji_env.engine.memory import FAR
from shengji_env.errors import IllegalPlay, RulesError, ShengjiError

ORDERS = ("face", "strength")


def run(batch, steps):
    """Random play; copies of what each step left."""
    seen = []
    for _ in range(steps):
        tokens = batch.random_tokens()
        batch.step(tokens)
        seen.append(
            (
                tokens.copy(),
                batch.observation.copy(),
                batch.mask.copy(),
                batch.actor.copy(),
                batch.reward.copy(),
                batch.done.copy(),
            )
        )
    return seen


def same(one, other, rows=slice(None)):
    return all(
        np.array_equal(a[rows], b[rows])
        for left, right in zip(one, other, strict=True)
        for a, b in zip(left, right, strict=True)
    )


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("levels", [None, "random"])
def test_a_row_is_the_game_of_its_seed(preset, levels):
    batch = make_batch(3, rules=preset, seed=20, levels=levels)
    games = [Game(preset, seed=20 + row, levels=levels) for row in range(3)]
    for _ in range(600):
        for row, game in enumerate(games):
            assert batch.actor[row] == game.actor
            assert np.array_equal(batch.mask[row], game.mask())
            assert np.array_equal(batch.observation[row], game.view(game.actor).observation())
        tokens = batch.random_tokens()
        batch.step(tokens)
        for row, game in enumerate(games):
            game.step(int(tokens[row]))
            assert batch.done[row] == game.done
            if game.done:
                steps = game.result.steps * {"declarer": 1, "attackers": -1, "nobody": 0}[game.result.side]
                side = game.result.declarer_side
                paid = [steps if seat in side else -steps for seat in range(game.players)]
                assert batch.reward[row].tolist() == paid
                game.reset()
            else:
                assert not batch.reward[row].any()


@pytest.mark.parametrize("order", ORDERS)
def test_rows_do_not_depend_on_their_number_or_on_threads(order):
    few = run(make_batch(4, seed=5, card_order=order), 300)
    many = run(make_batch(64, seed=5, card_order=order, threads=2), 300)
    assert same(few, many, slice(0, 4))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("preset", ["four_player_fixed", "five_player_three_deck"])
def test_rows_of_a_batch_whose_observations_are_streamed_are_the_same(preset, order):
    number = FAR // make_batch(1, rules=preset).observation.shape[1] + 9
    parts = [slice(at, at + 5) for at in (0, 400, number - 5)]
    many = make_batch(number, rules=preset, seed=7, card_order=order, skip_forced=True)
    few = [make_batch(5, rules=preset, seed=7 + part.start, card_order=order, skip_forced=True) for part in parts]
    ended = 0
    for _ in range(300):
        many.step(many.random_tokens())
        for batch, part in zip(few, parts, strict=True):
            batch.step(batch.random_tokens())
            assert np.array_equal(batch.observation, many.observation[part])
            ended += batch.done.sum()
    assert ended > 0  # the first observations of new episodes too


def test_card_orders_are_the_same_game_token_by_token():
    face, strength = (make_batch(8, seed=2, card_order=order) for order in ORDERS)
    for _ in range(400):
        order = strength._S["card_at"][:, :54].astype(int)
        by_strength = np.isin(strength._S["phase"], (2, 4, 5))
        assert np.array_equal(face.mask[:, 54:], strength.mask[:, 54:])
        for row in range(8):
            names = order[row] if by_strength[row] else np.arange(54)
            assert sorted(names.tolist()) == list(range(54))
            assert np.array_equal(face.mask[row, names], strength.mask[row, :54])
        tokens = face.random_tokens()
        place = tokens.copy()
        for row in np.flatnonzero(by_strength & (tokens < 54)):
            place[row] = order[row].tolist().index(tokens[row])
        face.step(tokens)
        strength.step(place)
        assert np.array_equal(face.actor, strength.actor)
        assert np.array_equal(face.reward, strength.reward)


def test_strength_puts_the_trumps_last_and_the_big_joker_at_the_end():
    batch = make_batch(1, seed=4, card_order="strength")
    while batch.game(0).phase != "play":
        batch.step(batch.random_tokens())
    groups = batch._S["group"][0][batch._S["card_at"][0, :54]]
    trumps = int((groups == 4).sum())
    assert (groups[-trumps:] == 4).all()
    assert (groups[:-trumps] < 4).all()
    assert batch._S["card_at"][0, 53] == 53
    strengths = batch._S["strength"][0][batch._S["card_at"][0, :54]]
    assert (np.diff(strengths[-trumps:]) >= 0).all()


def test_an_illegal_token_names_the_row_and_changes_none():
    batch = make_batch(6, seed=1)
    before = batch._S.tobytes()
    tokens = batch.random_tokens()
    before = batch._S.tobytes()
    for bad in (int(np.flatnonzero(~batch.mask[4])[0]), -1, TOKENS, 10**9):
        wrong = tokens.copy()
        wrong[4] = bad
        with pytest.raises(IllegalPlay, match=r"row 4: .*deal 1, bid, seat"):
            batch.step(wrong)
        assert batch._S.tobytes() == before


def test_tokens_that_are_no_whole_numbers_are_refused():
    batch = make_batch(3, seed=1)
    before = batch._S.tobytes()
    for wrong in ([0.5, 1.0, 2.0], [1, 2], "abc", None, [[1], [2], [3]]):
        with pytest.raises(ShengjiError, match="tokens"):
            batch.step(wrong)
    assert batch._S.tobytes() == before


def test_presets_of_one_table_size_mix():
    names = ["four_player_fixed", "four_player_seek", "four_player_joker_bid", "four_player_free_follow"]
    mixed = make_batch(4, rules=names, seed=9)
    seen = run(mixed, 200)
    for row, name in enumerate(names):
        alone = make_batch(1, rules=name, seed=9 + row)
        assert same([tuple(a[row : row + 1] for a in step) for step in seen], run(alone, 200))
    with pytest.raises(RulesError, match="one number of players"):
        make_batch(2, rules=["four_player_fixed", "five_player_two_deck"])
    with pytest.raises(RulesError, match="2 are given for 3"):
        make_batch(3, rules=names[:2])


def test_levels_may_differ_by_row():
    rows = [["2"] * 5, ["A", "K", "2", "3", "4"], "random", None]
    batch = make_batch(4, seed=3, levels=rows)
    assert batch.game(0).levels == ["2"] * 5
    assert batch.game(1).levels == ["A", "K", "2", "3", "4"]
    assert batch.game(2).position() == Game(seed=5, levels="random").position()
    assert batch.game(3).levels == ["2"] * 5


def test_matches_go_on_over_deals():
    rules = Rules.preset("five_player_two_deck").replace(max_deals=2)
    batch = make_batch(2, rules=rules, seed=0, episode="match", skip_forced=True)
    deals = 0
    while not batch.done[0]:
        batch.step(batch.random_tokens())
        deals += bool(batch.reward[0].any())
    assert batch.game(0)._S["deals"][0] == 0  # the next match has begun
    assert deals <= 2


def test_a_copied_row_plays_on_alike():
    batch = make_batch(6, seed=8)
    run(batch, 40)
    batch.copy_rows(2, [0, 1, 3, 4, 5])
    assert len({batch.game(row).position() for row in range(6)}) == 1
    assert (batch.observation == batch.observation[2]).all()
    assert (batch.mask == batch.mask[2]).all()
    for _ in range(50):
        batch.step(np.full(6, batch.random_tokens()[0]))
        assert (batch.observation == batch.observation[0]).all()
    with pytest.raises(ShengjiError, match=r"row 6: a whole number 0\.\.5"):
        batch.copy_rows(6, 0)


def test_a_seed_again_gives_the_same_games_and_none_goes_on():
    batch = make_batch(4, seed=11)
    first = run(batch, 120)
    batch.reset()
    assert batch.game(0).position() != Game(seed=11).position()
    batch.reset(11)
    assert same(first, run(batch, 120))


def test_arguments_are_checked():
    for wrong in ({"num_games": 0}, {"threads": 0}, {"reward": "money"}, {"card_order": "suits"}, {"episode": "year"}):
        with pytest.raises(ShengjiError, match=next(iter(wrong))):
            make_batch(**{"num_games": 2, **wrong})


def test_without_observations_the_rest_is_the_same():
    with_them, without = make_batch(4, seed=6), make_batch(4, seed=6, observe=False)
    assert without.observation.shape == (4, 0)
    for _ in range(100):
        tokens = with_them.random_tokens()
        assert np.array_equal(tokens, without.random_tokens())
        with_them.step(tokens)
        without.step(tokens)
        assert np.array_equal(with_them.mask, without.mask)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copied_batch_has_its_own_mask_and_states(duplicate, threads):
    """The mask of a deep copy stood still: it was no longer the one that the engine writes."""
    batch, twin = make_batch(4, seed=3, threads=threads), make_batch(4, seed=3)
    run(batch, 40), run(twin, 40)
    before = batch.game(0).position()
    copied = duplicate(batch)
    assert same(run(copied, 40), run(twin, 40))
    assert np.array_equal(copied.mask[1], copied.game(1).mask())
    assert batch.game(0).position() == before
    assert np.array_equal(batch.mask[0], batch.game(0).mask())


@pytest.mark.parametrize("wrong", [None, 1.5, True, "2", [2], np.array([1, 2]), 10**30, -1])
def test_rows_and_numbers_of_games_are_whole_numbers(wrong):
    batch = make_batch(2, seed=1)
    with pytest.raises(ShengjiError, match="num_games"):
        make_batch(wrong)
    for ask in (batch.game, lambda row: batch.view(row, 0)):
        with pytest.raises(ShengjiError, match="row"):
            ask(wrong)
    if not np.shape(wrong):
        for pair in ((wrong, 0), (0, wrong)):
            with pytest.raises(ShengjiError, match="row"):
                batch.copy_rows(*pair)


def test_rows_are_copied_one_to_one_or_one_to_all():
    with pytest.raises(ShengjiError, match="as many, or one to all"):
        make_batch(4, seed=1).copy_rows([0, 1], [1, 2, 3])
