"""Training: the VecEnv is the game, a run goes on exactly from where it stopped, checkpoints play what was trained."""

# ruff: noqa: E402 - what needs torch is imported behind importorskip
import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from shengji_env import Rules
from shengji_env.agents import CheckpointAgent, RuleAgent
from shengji_env.agents.net.forward import forward, pack, scratch_for, shape_of
from shengji_env.agents.rule.personality import BALANCED, personality
from shengji_env.engine import observe
from shengji_env.engine.layout import TOKENS
from shengji_env.errors import CheckpointError, IllegalPlay, ShengjiError
from shengji_env.terminal.stopping import Stopping
from shengji_env.training import ppo_sb3
from shengji_env.training.models import logits_and_values
from shengji_env.training.opponents import Pool, Shares
from shengji_env.training.self_play import SelfPlayVecEnv

RULES = Rules.preset("five_player_two_deck")
SIZE = observe.size(5, 2)
ONLY_RULES, ONLY_SELF = Shares(0, 1, 0, 0, 0), Shares(1, 0, 0, 0, 0)
SMALL = {"games": 4, "round": 8, "batch": 16, "hidden": [16], "evaluate_every": 0, "pool_every": 32, "threads": 1}


def random_layers(seed=0, hidden=16):
    draws = np.random.default_rng(seed)
    shapes = [(hidden, SIZE), (hidden, hidden), (TOKENS, hidden)]
    return [
        (draws.normal(size=shape).astype(np.float32), draws.normal(size=shape[0]).astype(np.float32))
        for shape in shapes
    ]


def make_env(games=3, shares=ONLY_RULES, card_order="face", **arguments):
    pool = Pool(random_layers(), personality(BALANCED), 2, card_order)
    return SelfPlayVecEnv(games, pool, RULES, shares=shares, **arguments)


def random_tokens(masks, draws):
    return np.where(masks, draws.random(masks.shape), -1).argmax(1)


# ---------------------------------------------------------------- the VecEnv


def test_a_row_is_the_game_token_by_token():
    env, draws, rule = make_env(reward="levels"), np.random.default_rng(1), RuleAgent()
    seen = env.reset()
    finished = 0
    for _ in range(60):
        games, learners = [env.game(row) for row in range(3)], env.games.learner.copy()
        tokens = random_tokens(env.action_masks(), draws)
        for row, game in enumerate(games):
            assert game.actor == learners[row]
            assert (seen[row] == game.view(game.actor).observation()).all(), game.position()
            assert (env.action_masks()[row] == game.mask()).all(), game.position()
            game.step(int(tokens[row]))
            while not game.done and (game.actor != learners[row] or game.mask().sum() == 1):
                game.step(rule.act(game.view(game.actor), game.mask()))
        seen, rewards, dones, infos = env.step(tokens)
        for row, game in enumerate(games):
            assert dones[row] == game.done
            if game.done:
                finished += 1
                result = game.result
                gaining = (learners[row] in result.declarer_side) == (result.side == "declarer")
                assert rewards[row] == (result.steps if gaining else -result.steps)
                assert infos[row]["episode"]["levels"] == rewards[row]
            else:
                assert env.game(row).position() == game.position()
                assert rewards[row] == 0
    assert finished >= 3


def test_rows_depend_on_their_number_alone():
    few, many = make_env(2, ONLY_SELF), make_env(5, ONLY_SELF, threads=2)
    draws = np.random.default_rng(2)
    assert (few.reset() == many.reset()[:2]).all()
    for _ in range(40):
        masks = many.action_masks()
        assert (few.action_masks() == masks[:2]).all()
        tokens = random_tokens(masks, draws)
        one, other = few.step(tokens[:2]), many.step(tokens)
        for a, b in zip(one[:3], other[:3], strict=True):
            assert (a == b[:2]).all()


def test_every_kind_of_opponents_comes_and_only_legal_tokens_are_played():
    env, draws = make_env(8, Shares(0.2, 0.2, 0.2, 0.2, 0.2), "strength"), np.random.default_rng(3)
    env.pool.remember("earlier")
    env.reset()
    kinds = set()
    for _ in range(150):
        masks = env.action_masks()
        assert masks.sum(1).min() >= 2, "forced tokens are skipped"
        infos = env.step(random_tokens(masks, draws))[3]
        kinds |= {info["episode"]["opponents"] for info in infos if info}
    assert kinds == {"self", "rules", "mixed", "past", "random"}


def test_an_illegal_token_changes_nothing():
    env = make_env()
    env.reset()
    before = env.state()
    tokens = env.action_masks().argmax(1)
    tokens[2] = env.action_masks()[2].argmin()
    with pytest.raises(IllegalPlay, match="row 2"):
        env.step(tokens)
    after = env.state()
    assert all((before[name] == after[name]).all() for name in before)


def test_the_pool_drops_its_oldest():
    pool = Pool(random_layers(0), personality(BALANCED), 2)
    for seed in range(1, 4):
        pool.update(random_layers(seed))
        pool.remember(f"{seed}")
    assert pool.names == ["2", "3"]
    assert (pool.nets[1] == pack(random_layers(2))).all()
    assert (pool.nets[2] == pack(random_layers(3))).all()


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_the_compiled_forward_pass_is_the_network(activation):
    layers = random_layers()
    shape, draws = shape_of(layers, activation), np.random.default_rng(4)
    for _ in range(5):
        seen = (draws.random(SIZE) < 0.1).astype(np.int8)
        x = seen.astype(np.float32)
        for k, (weight, bias) in enumerate(layers):
            x = (x if k == 0 else np.tanh(x) if activation == "tanh" else np.maximum(x, 0)) @ weight.T + bias
        assert forward(pack(layers), shape, seen, scratch_for(shape[None])) == pytest.approx(x, rel=1e-4, abs=1e-4)


# ---------------------------------------------------------------- runs


class StopAfter:
    """Asks to stop once so many rounds were looked at."""

    def __init__(self, rounds):
        self.left = rounds

    @property
    def asked(self):
        self.left -= 1
        return self.left < 0


def weights(trainer):
    return {name: tensor.clone() for name, tensor in trainer.model.policy.state_dict().items()}


def test_a_resumed_run_equals_one_that_never_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("shengji_env.training.clone.DEALS", 4)
    settings = {**SMALL, "warm_start": 800, "steps": 160}
    whole = ppo_sb3.start(ppo_sb3.Arguments(**settings, out=str(tmp_path / "whole")))
    assert whole.run(Stopping())
    parts = ppo_sb3.start(ppo_sb3.Arguments(**settings, out=str(tmp_path / "parts")))
    assert not parts.run(StopAfter(0))  # in the warm start
    assert 0 < parts.cloner.done < 800
    parts = ppo_sb3.resume(tmp_path / "parts")
    assert not parts.run(StopAfter(4))  # in the training
    torch.manual_seed(99)
    np.random.seed(99)  # noqa: NPY002 - what else the process drew must not matter
    parts = ppo_sb3.resume(tmp_path / "parts")
    assert 0 < parts.steps < 160
    assert parts.run(Stopping())
    assert whole.steps == parts.steps == 160
    assert whole.pool.names == parts.pool.names
    for name, tensor in weights(whole).items():
        assert torch.equal(tensor, weights(parts)[name]), name


def test_a_checkpoint_plays_as_the_policy_it_was_written_from(tmp_path):
    trainer = ppo_sb3.start(ppo_sb3.Arguments(**SMALL, warm_start=0, steps=32, out=str(tmp_path / "run")))
    trainer.run(Stopping())
    path = trainer.checkpoint("final", {"random": {"levels": 0.1}})
    agent, env = CheckpointAgent(path), trainer.env
    with torch.no_grad():
        logits, _ = logits_and_values(trainer.model.policy, env.games.seen, env.action_masks())
    tokens = logits.argmax(1).numpy()
    assert (agent.act_batch(env.games.seen, env.action_masks()) == tokens).all()
    for row, token in enumerate(tokens):  # the same decision asked as any agent is
        game = env.game(row)
        played = agent.act(game.view(game.actor), game.mask())
        assert played == env.face_token(row, int(token))
    card = json.loads(path.with_suffix(".json").read_text())
    assert card["rules"]["digest"] == RULES.digest()
    assert card["evaluation"]["random"]["levels"] == 0.1
    assert card["commit"]
    assert card["command"]


def test_a_damaged_state_is_refused(tmp_path):
    trainer = ppo_sb3.start(ppo_sb3.Arguments(**SMALL, warm_start=0, steps=0, out=str(tmp_path)))
    trainer.save()
    whole = trainer.folder.state.read_bytes()
    for damaged in (whole[:1000], b"", b"\x80\x04pickle" + whole):
        trainer.folder.state.write_bytes(damaged)
        with pytest.raises(CheckpointError, match="cannot be resumed"):
            ppo_sb3.resume(tmp_path)
    trainer.folder.state.unlink()
    with pytest.raises(CheckpointError, match="no such file"):
        ppo_sb3.resume(tmp_path)


def test_a_run_is_not_overwritten(tmp_path):
    arguments = ppo_sb3.Arguments(**SMALL, out=str(tmp_path))
    ppo_sb3.start(arguments)
    with pytest.raises(ShengjiError, match="--resume"):
        ppo_sb3.start(arguments)


@pytest.mark.parametrize(
    "wrong",
    [{"steps": -1}, {"reward": "gold"}, {"hidden": []}, {"share_self": -1.0}, {"card_order": "x"}, {"games": 0}],
)
def test_arguments_that_cannot_be_are_refused(wrong, tmp_path):
    with pytest.raises(ShengjiError):
        ppo_sb3.start(ppo_sb3.Arguments(**{**SMALL, **wrong}, out=str(tmp_path / "run")))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [("seed", -1), ("seed", 2**32), ("rate", float("nan")), ("rate", -1.0), ("clip", float("inf")), ("discount", 1.5),
     ("trace", -0.1), ("clone_noise", 2.0), ("clone_rate", float("nan")), ("entropy", -1.0), ("value", float("nan"))],
)  # fmt: skip
def test_numbers_that_cannot_be_trained_with_are_refused(name, value):
    with pytest.raises(ShengjiError, match=f"^{name.replace('_', '-')} .* is asked for"):
        ppo_sb3.Arguments(**{name: value}).check()
