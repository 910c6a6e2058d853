"""Every way to ask an agent says the same, in whatever card order, and an illegal answer is one error everywhere."""

import numpy as np
import pytest

from shengji_env import PRESETS, Game, IllegalPlay, ShengjiError, make_batch, shengji_v0
from shengji_env.agents import RuleAgent, make_agent
from shengji_env.game.asking import ways_of
from shengji_env.gym import ShengjiGymEnv
from shengji_env.training.evaluate import evaluate


class OneView:
    """The rule bot, asked one view at a time."""

    def __init__(self):
        self.bot = RuleAgent()

    def act(self, view, mask):
        return self.bot.act(view, mask)


class Illegal:
    """Answers the first token that is not legal."""

    def act(self, view, mask):
        return int(mask.argmin())


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("card_order", ["face", "strength"])
def test_act_with_plays_the_same_game_in_every_environment(preset, card_order):
    bot, game = make_agent("rule:balanced"), Game(preset, seed=3)
    env = shengji_v0.raw_env(rules=preset, card_order=card_order)
    env.reset(seed=3)
    batch = make_batch(2, rules=preset, seed=3, card_order=card_order)
    parallel = shengji_v0.parallel_env(rules=preset, card_order=card_order)
    parallel.reset(seed=3)
    while not game.done:
        for other in (env.game(), batch.game(0), parallel.game()):
            assert other.position() == game.position()
        game.step(game.act_with(bot))
        env.step(env.act_with(bot))
        parallel.step(parallel.act_with(bot))
        batch.step(batch.act_with(bot))
    assert env.result == game.result
    assert parallel.result == game.result
    assert env.act_with(bot) is None
    assert parallel.act_with(bot) == {}
    with pytest.raises(IllegalPlay, match="the episode is over"):
        game.act_with(bot)


def test_a_batch_asks_row_by_row_what_it_asks_at_once():
    batch = make_batch(16, seed=1, card_order="strength")
    for _ in range(60):
        tokens = batch.act_with(RuleAgent())
        assert (tokens == batch.act_with(OneView())).all()
        batch.step(tokens)


@pytest.mark.parametrize("name", ["rule:balanced", "checkpoint"])
def test_a_mask_in_another_card_order_is_refused(name, tmp_path):
    env = shengji_v0.raw_env(card_order="strength")
    env.reset(seed=1)
    agent, refused = make_agent("rule:balanced"), 0
    for _ in range(120):
        mask = env.last()[0]["action_mask"]
        view = env.view(env.agent_selection)
        if (mask[view.tokens("strength")] != mask).any() and (mask.astype(bool) & ~view.legal).any():
            with pytest.raises(ShengjiError, match="act_with"):
                agent.act(view, mask)
            refused += 1
        env.step(env.act_with(agent))
    assert refused > 10


def test_an_illegal_answer_names_agent_seat_and_place_everywhere():
    game, env = Game(seed=5), shengji_v0.raw_env()
    env.reset(seed=5)
    batch = make_batch(3, seed=5)
    gym = ShengjiGymEnv(opponents=Illegal(), seat=0)

    def through_gym():
        _, info = gym.reset(seed=5)
        while True:
            _, _, _, _, info = gym.step(info["action_mask"].argmax())

    asked = [
        lambda: game.act_with(Illegal()),
        lambda: env.act_with(Illegal()),
        lambda: batch.act_with(Illegal()),
        lambda: evaluate(Illegal(), "rule:balanced", deals=1),
        lambda: evaluate("random", Illegal(), "four_player_fixed", deals=1),
        through_gym,
    ]
    for ask in asked:
        with pytest.raises(IllegalPlay, match=r"agent Illegal at seat \d \(seed \d+\) answers") as refused:
            ask()
        assert Game.from_position(refused.value.position).actor is not None
    assert game.position() == Game(seed=5).position()


@pytest.mark.parametrize("answer", ["north", [1, [2]], None, 1.5, [0, 1]])
def test_an_answer_that_is_no_token_is_refused(answer):
    class Odd:
        def act(self, view, mask):
            return answer

    with pytest.raises(ShengjiError, match="Odd answers"):
        Game(seed=5).act_with(Odd())


def test_what_cannot_act_is_no_agent():
    with pytest.raises(ShengjiError, match=r"has no act\(view, mask\)"):
        ways_of(3)


def test_a_subclass_with_another_way_is_not_asked_in_its_parents():
    class Own(RuleAgent):
        def act(self, view, mask):
            return int(np.flatnonzero(mask)[-1])

    ways = ways_of(Own())
    assert ways.act_states is None
    assert ways.compiled() is None
    game = Game(seed=5)
    assert game.act_with(Own()) == np.flatnonzero(game.mask())[-1]
