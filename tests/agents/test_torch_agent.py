"""`torch:PATH`: what is saved plays as the module it was saved from; a card can name layers and nothing else."""

# ruff: noqa: E402 - what needs torch is imported behind importorskip
import json
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn

from shengji_env import CheckpointError, Game, Rules, ShengjiError, make_batch, shengji_v0
from shengji_env.agents import (
    CheckpointAgent,
    RandomAgent,
    RuleAgent,
    TorchAgent,
    check_policy,
    make_agent,
    register_agent,
    save_policy,
)
from shengji_env.commands.main import main
from shengji_env.engine import observe
from shengji_env.game.asking import ways_of
from shengji_env.training.duel import play_duel
from shengji_env.training.evaluate import evaluate

RULES = Rules.preset("five_player_two_deck")
D = observe.size(5, 2)
torch.set_num_threads(1)  # two are slow on busy cores


def mlp(activation=nn.ReLU, out=59):
    return nn.Sequential(nn.Linear(D, 16), activation(), nn.Linear(16, 8), activation(), nn.Linear(8, out))


def stack():
    return nn.Sequential(nn.Flatten(), nn.Linear(D, 16, bias=False), nn.LayerNorm(16), nn.GELU(), nn.Linear(16, 59))


def rows(number=50):
    return np.random.default_rng(2).integers(0, 3, (number, D)).astype(np.int8)


def logits(module, observations):
    with torch.no_grad():
        return module(torch.from_numpy(observations).float()).numpy()


def edit_card(path, change):
    file = path.with_suffix(".json")
    card = json.loads(file.read_text())
    change(card)
    file.write_text(json.dumps(card))


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("make", [mlp, lambda: mlp(nn.Tanh), lambda: mlp(nn.SiLU), stack, lambda: nn.Linear(D, 59)])
def test_it_gives_the_modules_logits(tmp_path, make):
    module = make()
    agent = make_agent(f"torch:{save_policy(module, tmp_path / 'policy', card_order='face')}")
    assert np.allclose(agent.logits(rows()), logits(module, rows()), atol=1e-5)


@pytest.mark.parametrize("make", [mlp, stack])
def test_it_plays_a_deal_legally(tmp_path, make):
    agent, game = make_agent(f"torch:{save_policy(make(), tmp_path / 'policy', card_order='face')}"), Game(seed=5)
    while not game.done:
        game.step(agent.act(game.view(game.actor), game.mask()))
    assert game.result is not None


def test_a_plain_mlp_plays_without_torch_and_in_compiled_loops_too(tmp_path):
    path = save_policy(mlp(), tmp_path / "policy", card_order="face")
    one, other = make_agent(f"torch:{path}"), make_agent(f"checkpoint:{path}")
    assert type(one) is TorchAgent
    assert type(other) is CheckpointAgent
    assert np.allclose(one.logits(rows()), other.logits(rows()), atol=1e-5)
    assert one.compiled() is not None
    assert TorchAgent(path, temperature=1.0).compiled() is None


def test_evaluation_of_a_stack(tmp_path):
    path = save_policy(stack(), tmp_path / "policy", card_order="face")
    assert evaluate(f"torch:{path}", f"torch:{path}", deals=1).levels == 0
    with pytest.raises(CheckpointError, match="PyTorch plays it, as torch:"):
        make_agent(f"checkpoint:{path}")


class OneView:
    """An agent that is asked one view at a time."""

    def __init__(self, agent):
        self.agent = agent

    def act(self, view, mask):
        return self.agent.act(view, mask)


@pytest.mark.parametrize("card_order", ["face", "strength"])
def test_many_decisions_at_once_are_the_single_ones(tmp_path, card_order):
    """An evaluation that asks `act_batch`, game by game the same as one that asks `act` from views."""
    torch.manual_seed(1)
    one = TorchAgent(save_policy(stack(), tmp_path / "one", card_order=card_order))
    other = TorchAgent(save_policy(stack(), tmp_path / "other", card_order="face"))
    for opponent in (RuleAgent(), other):
        batched = play_duel(one, opponent, RULES, 1, seed=5)
        slow = play_duel(OneView(one), opponent, RULES, 1, seed=5)
        assert (batched == slow).all()


def test_only_what_goes_with_act_is_asked_in_batches(tmp_path):
    class Own(TorchAgent):
        def act(self, view, mask):
            return int(mask.argmax())

    path = save_policy(stack(), tmp_path / "policy", card_order="face")
    assert ways_of(TorchAgent(path)).act_batch is not None
    assert ways_of(RandomAgent()).act_batch is not None
    assert ways_of(RuleAgent()).act_batch is None
    own = ways_of(Own(path))
    assert own.act_batch is None
    assert own.compiled() is None


@pytest.mark.parametrize(
    "answer", [lambda masks: masks.argmin(1), lambda masks: [0], lambda masks: masks.argmax(1) - 99]
)
def test_a_batch_of_answers_that_cannot_be_is_refused(answer):
    class Odd(RandomAgent):
        def act_batch(self, observations, masks):
            return answer(masks)

    with pytest.raises(ShengjiError, match=r"Odd (at seat \d \(seed \d+\) )?answers"):
        evaluate(Odd(), "random", deals=1)


def test_the_command_evaluates_it(tmp_path, capsys):
    path = save_policy(mlp(), tmp_path / "policy", card_order="face")
    assert main(["evaluate", "--agent", f"torch:{path}", "--against", "rule:balanced", "--deals", "2"]) == 0
    assert f"torch:{path} against rule:balanced" in capsys.readouterr().out


def test_without_torch_it_says_what_to_install(tmp_path, monkeypatch):
    path = save_policy(mlp(), tmp_path / "policy", card_order="face")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(CheckpointError, match="needs PyTorch"):
        make_agent(f"torch:{path}")
    assert make_agent(f"checkpoint:{path}").kind == "mlp"


def test_several_modules_and_the_no_op_are_written_as_one_network(tmp_path):
    """As libraries keep their policies: the trunk here, the head there, 60 actions in the parallel environment."""
    trunk, head = nn.Sequential(nn.Linear(D, 8), nn.Sequential(nn.ReLU())), nn.Linear(8, 60)
    agent = make_agent(f"torch:{save_policy([trunk, nn.Identity(), head], tmp_path / 'policy', card_order='face')}")
    expected = logits(nn.Sequential(trunk, head), rows())[:, :59]
    assert np.allclose(agent.logits(rows()), expected, atol=1e-5)


def test_the_card_says_where_it_comes_from(tmp_path):
    rules = Rules.preset("four_player_fixed")
    net = nn.Linear(observe.size(4, 2), 59)
    path = save_policy(net, tmp_path / "policy", rules, card_order="strength", command="by hand", training={"steps": 3})
    agent = make_agent(f"torch:{path}")
    assert agent.card_order == "strength"
    assert agent.card["rules"]["digest"] == rules.digest()
    assert (agent.card["command"], agent.card["training"]) == ("by hand", {"steps": 3})
    game = Game(seed=1)
    with pytest.raises(CheckpointError, match="trained for 4 players and 2 decks"):
        agent.act(game.view(game.actor), game.mask())


def test_loading_draws_no_random_numbers(tmp_path):
    path = save_policy(stack(), tmp_path / "policy", card_order="face")
    before = torch.get_rng_state()
    make_agent(f"torch:{path}")
    assert torch.equal(before, torch.get_rng_state())


def test_the_prefix_is_nobody_elses_name():
    with pytest.raises(ShengjiError, match="not beginning with checkpoint: or torch:"):
        register_agent("torch:mine", object)


# ---------------------------------------------------------------- refusing


class Own(nn.Module):
    """Not of PyTorch's own layers."""


@pytest.mark.parametrize(
    "module",
    [
        Own(),
        nn.Conv1d(1, 1, 3),
        nn.GELU(approximate="tanh"),
        nn.ELU(alpha=2.0),
        nn.LayerNorm(59, elementwise_affine=False),
    ],
    ids=repr,
)
def test_what_a_card_cannot_say_is_not_saved(tmp_path, module):
    with pytest.raises(CheckpointError, match="cannot be saved with"):
        save_policy([nn.Linear(D, 59), module], tmp_path / "policy", card_order="face")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ([], "'layers' must list"),
        ([nn.ReLU()], f"layers from {D} to {D}"),
        ([nn.Linear(D - 1, 59)], f"layers from {D - 1} to 59"),
        ([nn.Linear(D, 61)], f"layers from {D} to 61"),
        ([nn.Linear(D, 8), nn.LayerNorm(9), nn.Linear(9, 59)], "layer 1: takes 9 numbers, the layers before it give 8"),
        ([nn.Linear(D, 59, dtype=torch.float64).apply(lambda m: m.weight.data.fill_(np.nan))], "not finite"),
    ],
)
def test_what_does_not_fit_the_game_is_not_saved(tmp_path, modules, message):
    with pytest.raises(CheckpointError, match=message):
        save_policy(modules, tmp_path / "policy", card_order="face")
    assert list(tmp_path.iterdir()) == []


LAYER_CHANGES = {
    "layer 2: type exec": lambda layers: layers[2].update(type="exec"),
    "layer 2: type None": lambda layers: layers.insert(2, "gelu"),
    "layer 2: type \\['gelu'\\]; there are": lambda layers: layers[2].update(type=["gelu"]),
    "layer 2: gelu has no settings": lambda layers: layers[2].update(hook="print"),
    "layer 0: linear has 'in', 'out', not \\['in'\\]": lambda layers: layers[0].pop("out"),
    "layer 0: linear's 'out' cannot be 16.0": lambda layers: layers[0].update(out=16.0),
    "layer 1: layer_norm's 'eps' cannot be 0": lambda layers: layers[1].update(eps=0),
    "parameters, at most": lambda layers: layers.extend(
        [{"type": "linear", "in": 59, "out": 1 << 40}, {"type": "linear", "in": 1 << 40, "out": 59}]
    ),
    "layer 1: takes 16 numbers": lambda layers: layers[0].update(out=15),
    "'layers' must list": lambda layers: layers.clear(),
    "not of these layers: layers.1.bias": lambda layers: layers.pop(1),
}


@pytest.mark.parametrize("message", LAYER_CHANGES)
def test_a_card_with_other_layers_is_refused(tmp_path, message):
    path = save_policy(stack(), tmp_path / "policy", card_order="face")
    edit_card(path, lambda card: LAYER_CHANGES[message](card["architecture"]["layers"]))
    with pytest.raises(CheckpointError, match=message):
        make_agent(f"torch:{path}")


def test_another_observation_is_refused(tmp_path):
    path = save_policy(stack(), tmp_path / "policy", card_order="face")
    edit_card(path, lambda card: card["observation"].update(digest="0" * 12))
    with pytest.raises(CheckpointError, match="another observation: digest"):
        make_agent(f"torch:{path}")


def test_widths_in_numpy_integers_are_saved(tmp_path):
    """As of ``nn.Linear(1544, env.action_space(agent).n)``: it was refused, after the training."""
    net = nn.Sequential(nn.Linear(int(np.int64(1544)), np.int64(59)))
    net[0].in_features, net[0].out_features = np.int64(1544), np.int64(59)
    assert make_agent(f"checkpoint:{save_policy(net, tmp_path / 'policy', card_order='face')}").kind == "mlp"


def test_rules_and_card_order_are_taken_from_the_environment(tmp_path):
    env = shengji_v0.env(rules="four_player_fixed tractors=no", card_order="strength")
    size = env.observation_space("player_0")["observation"].shape[0]
    agent = make_agent(f"checkpoint:{save_policy(nn.Linear(size, 59), tmp_path / 'policy', env=env)}")
    assert agent.card_order == "strength"
    assert agent.card["rules"]["overrides"] == {"tractors": False}


def test_without_the_card_order_of_its_training_no_policy_is_saved(tmp_path):
    """It was "face" unasked, and a network that was trained by strength then played worse without a word."""
    with pytest.raises(ShengjiError, match='env=env, the environment of the training, or card_order="face" or'):
        save_policy(mlp(), tmp_path / "policy")
    for wrong in ({"card_order": "suit"}, {"env": object()}):
        with pytest.raises(ShengjiError, match="card_order"):
            save_policy(mlp(), tmp_path / "policy", **wrong)
    env = shengji_v0.env(card_order="strength")
    with pytest.raises(ShengjiError, match="card_order 'face': the environment has 'strength'"):
        save_policy(mlp(), tmp_path / "policy", card_order="face", env=env)
    with pytest.raises(ShengjiError, match="rules four_player_fixed: the environment has five_player_two_deck"):
        save_policy(mlp(), tmp_path / "policy", "four_player_fixed", env=env)
    assert list(tmp_path.iterdir()) == []


def test_environments_of_many_games_tell_rules_and_card_order_too(tmp_path):
    seat_vec = pytest.importorskip("shengji_env.training.seat_vec")
    of_sb3 = seat_vec.SeatVecEnv(2, card_order="strength")
    for k, env in enumerate([of_sb3, make_batch(2, card_order="strength")]):
        path = save_policy(mlp(), tmp_path / str(k), RULES, card_order="strength", env=env)
        assert make_agent(f"torch:{path}").card_order == "strength"


def test_bfloat16_is_saved_as_float32(tmp_path):
    net = nn.Linear(1544, 59).bfloat16()
    agent = make_agent(f"checkpoint:{save_policy(net, tmp_path / 'policy', card_order='face')}")
    assert (agent._weights["layers.0.weight"] == net.weight.detach().float().numpy()).all()


def test_a_policy_can_be_checked_before_the_training():
    check_policy(mlp())
    with pytest.raises(CheckpointError, match="layers of your own module"):
        check_policy(nn.LSTM(1544, 59))
    with pytest.raises(CheckpointError, match="this policy"):
        check_policy(mlp(), "four_player_fixed")
