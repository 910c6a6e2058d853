"""What messages say: the place, in public words; nothing that the seat may not know; the whole position beside them."""

import copy
import json
import pickle

import gymnasium
import numpy as np
import pytest

from shengji_env import PRESETS, Game, IllegalPlay, ShengjiError, make_batch, shengji_v0
from shengji_env.cards import CARDS


def refusals(game, view, rng):
    """Everything that tokens and plays which are refused here are told."""
    said = []
    for token in np.flatnonzero(~game.mask()):
        with pytest.raises(IllegalPlay) as refused:
            game.step(int(token))
        said.append(str(refused.value))
    for size in (1, 2, 3):
        for _ in range(5):
            play = " ".join(rng.choice(CARDS, size))
            said += [str(game.explain(play)), str(view.explain(play))]
            try:
                game.copy().play(play)
            except ShengjiError as refused:
                said.append(str(refused))
    return said


@pytest.mark.parametrize("preset", PRESETS)
def test_messages_hold_nothing_that_the_seat_may_not_know(preset):
    """With all unseen cards dealt anew the same tokens and plays are refused in the same words."""
    batch = make_batch(1, preset, seed=11, levels="random")
    for step in range(240):
        if step % 12 == 0:
            seat = int(batch.actor[0])
            before = refusals(batch.game(0), batch.view(0, seat), np.random.default_rng(step))
            hands = batch.game(0).position()
            if batch.redeal_unseen(0, seat, step):
                assert batch.game(0).position() != hands
                assert refusals(batch.game(0), batch.view(0, seat), np.random.default_rng(step)) == before
        batch.step(batch.random_tokens())


def illegal_of(env):
    """An illegal token of the agent to act."""
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


def test_the_message_is_short_and_the_position_an_attribute():
    env = shengji_v0.env()
    env.reset(seed=3)
    with pytest.raises(IllegalPlay) as refused:
        env.step(illegal_of(env))
    assert len(str(refused.value)) < 200
    assert "{" not in str(refused.value)
    assert refused.value.position == env.game().position()


def test_a_batch_names_the_row_and_has_rule_and_position():
    batch = make_batch(3, seed=1)
    tokens = batch.random_tokens()
    tokens[2] = np.flatnonzero(~batch.mask[2])[0]
    with pytest.raises(IllegalPlay, match=r"^row 2: .* — deal 1, bid, seat \d$") as refused:
        batch.step(tokens)
    assert refused.value.rule == "cards.held"
    assert refused.value.position == batch.game(2).position()


def test_a_learner_is_told_no_more_than_its_seat_knows():
    env = gymnasium.make("shengji_env/Shengji-v0", opponents="random", illegal_action="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalPlay) as refused:
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert "{" not in str(refused.value)
    assert f"seat {env.unwrapped.seat}" in str(refused.value)


def test_the_place_names_deal_phase_seat_and_trick():
    game = Game(seed=7)
    while not game.done:
        with pytest.raises(IllegalPlay) as refused:
            game.step(int(np.flatnonzero(~game.mask())[0]))
        done = sum(trick["winner"] is not None for trick in json.loads(game.position())["tricks"])
        trick = f", trick {done + 1}" if game.phase == "play" else ""
        assert str(refused.value).endswith(f" — deal 1, {game.phase}, seat {game.actor}{trick}")
        game.play(next(game.plays()))
    with pytest.raises(IllegalPlay, match=r"the episode is over \(game.over\) — deal 1, over$"):
        game.play("pass")


def test_errors_are_copied_and_pickled_whole():
    with pytest.raises(IllegalPlay) as refused:
        Game(seed=7).step(1)
    one = refused.value
    for again in (copy.copy(one), pickle.loads(pickle.dumps(one))):
        assert (str(again), again.rule, again.position) == (str(one), one.rule, one.position)
