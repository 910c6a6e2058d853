"""Self-play with sb3-contrib's MaskablePPO: ``shengji train --algo ppo-sb3``.

One seat learns, another one each episode; at the other seats sit the learner as he is now, rule bots, and his earlier
selves (`opponents`). An episode is one deal, later in a match, at random levels. Optionally a warm start comes first:
the policy clones the rule bot from fresh games (`clone`), which is worth more than anything else in the first minutes.

The loop below is MaskablePPO's own `learn`, written out, so that a run can be saved between two rounds and go on from
there as if it had never stopped. SB3's save and load are not used: they execute what is in the file.

A healthy run, measured on one thread of a shared AMD EPYC (2 cores), 2026-11-30, --quick: 57 s of CPU time for the warm
start (agreement with the bot 50 % after 30,000 decisions, 66 % after 1.2 million), 17 s for 131,072 decisions of PPO
(explained_variance 0.59 to 0.67); then +0.31 levels a deal against random and -0.27 against rule:balanced. Without the
warm start nothing was learned in that time. More figures, and what each metric means: docs/training.md.
"""

import dataclasses
import math
import os
import sys
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from shengji_env.agents import save_checkpoint
from shengji_env.agents.checkpoint import make_card
from shengji_env.agents.players import CompiledAgent, NetPlayer
from shengji_env.agents.rule.personality import BALANCED, personality
from shengji_env.engine import observe
from shengji_env.engine.layout import TOKENS
from shengji_env.errors import CheckpointError, ShengjiError, shown
from shengji_env.inputs.arguments import listed, read_card_order, whole
from shengji_env.rules import Rules
from shengji_env.terminal.progress import Progress
from shengji_env.terminal.stopping import Stopping

from . import saving
from .arguments import option
from .clone import Cloner, Recorder
from .duel import play_duel
from .evaluate import Evaluation, sum_up
from .learning import OPPONENTS
from .models import named_layers, policy_kwargs, policy_layers
from .opponents import Pool, Shares
from .runs import RunFolder
from .self_play import VEC_REWARDS, SelfPlayVecEnv

NAME = "ppo-sb3"
MOST, MOST_GAMES, MOST_WIDE = 1 << 53, 1 << 20, 1 << 16
DEV_SEED = 1 << 40  # decks of the evaluations on the way: nobody else's
QUICK = {"warm_start": 1_200_000, "steps": 131_072, "evaluate_every": 0, "save_every": 1_000_000, "pool_every": 50_000}


@dataclasses.dataclass
class Arguments:
    """What can be set; also the command line and what a run writes into config.json."""

    rules: str = option("five_player_two_deck", "preset, with changes if any, or a file")
    seed: int = option(1, "of everything random")
    steps: int = option(3_000_000, "decisions of the learner")
    warm_start: int = option(2_000_000, "decisions of the rule bot to clone before; 0: start from nothing")
    games: int = option(256, "played side by side")
    round: int = option(64, "decisions in each game between two updates")
    batch: int = option(2048, "decisions in a minibatch")
    epochs: int = option(2, "passes over a round's decisions")
    rate: float = option(4e-4, "Adam's learning rate at the start")
    rate_end: float = option(4e-5, "and at the end, falling linearly")
    clip: float = option(0.2, "PPO's clip range")
    entropy: float = option(0.003, "weight of the entropy bonus")
    value: float = option(0.5, "weight of the value loss")
    discount: float = option(1.0, "gamma: what counts comes at the end of the deal")
    trace: float = option(0.95, "lambda of the advantage estimate")
    hidden: tuple[int, ...] = option((256, 256), "widths of the hidden layers")
    card_order: str = option("strength", "of observation and tokens: face, or strength under the deal's trump")
    reward: str = option("mix", f"one of {', '.join(VEC_REWARDS)}; mix: half levels, half points in steps, capped")
    share_self: float = option(Shares.self, "share of episodes against the learner as he is now")
    share_rules: float = option(Shares.rules, "against rule bots")
    share_mixed: float = option(Shares.mixed, "against rule bots and the learner, mixed by seat")
    share_past: float = option(Shares.past, "against an earlier self")
    share_random: float = option(Shares.random, "against the random bot")
    pool: int = option(8, "earlier selves kept")
    pool_every: int = option(200_000, "decisions between two of them")
    clone_noise: float = option(0.08, "share of random tokens in the games that are cloned from")
    clone_batch: int = option(256, "decisions in a minibatch of the warm start: more updates are worth more than speed")
    clone_rate: float = option(1e-3, "learning rate of the warm start, falling to a tenth")
    save_every: int = option(500_000, "decisions between two checkpoints")
    evaluate_every: int = option(500_000, "decisions between two evaluations against rule:balanced; 0: none")
    evaluate_deals: int = option(100, "duplicate deals of each, 20 games a deal with five players")
    threads: int = option(min(2, os.cpu_count() or 1), "for playing and learning; exact resuming needs the same number")
    out: str = option("", "folder of the run; else runs/ with a time")

    def __post_init__(self) -> None:
        self.hidden = tuple(listed(self.hidden, "hidden"))  # JSON and the command line give lists

    def check(self) -> None:
        """ShengjiError with the first value that cannot be."""
        for field in dataclasses.fields(self):
            _check_kind(field.name, getattr(self, field.name), field.default)
        least = {
            "steps": 0,
            "warm_start": 0,
            "games": 1,
            "round": 2,
            "batch": 2,
            "epochs": 1,
            "pool": 0,
            "threads": 1,
            "clone_batch": 1,
        }
        least |= {"pool_every": 1, "save_every": 1, "evaluate_every": 0, "evaluate_deals": 1}
        for name, low in least.items():
            whole(getattr(self, name), name.replace("_", "-"), low, MOST_GAMES if name == "games" else MOST)
        if self.seed not in range(2**32):
            raise ShengjiError(f"seed {self.seed}: 0..2^32-1 is asked for")
        most = dict.fromkeys(("rate", "rate_end", "clip", "entropy", "value", "clone_rate"), math.inf)
        most |= dict.fromkeys(("discount", "trace", "clone_noise"), 1.0)
        for name, high in most.items():
            number = getattr(self, name)
            if not (math.isfinite(number) and 0 <= number <= high):
                asked = "a number from 0 on" if high == math.inf else f"a number from 0 to {high:g}"
                raise ShengjiError(f"{name.replace('_', '-')} {number}: {asked} is asked for")
        if self.reward not in VEC_REWARDS:
            raise ShengjiError(f"reward {self.reward!r}: it is one of {', '.join(VEC_REWARDS)}")
        read_card_order(self.card_order)
        if not self.hidden or min(self.hidden) < 1 or max(self.hidden) > MOST_WIDE:
            raise ShengjiError(f"hidden {self.hidden}: widths 1..{MOST_WIDE}")
        try:
            self.shares().parts()
        except ValueError as error:
            raise ShengjiError(str(error)) from None

    def shares(self) -> Shares:
        """Of the opponents."""
        return Shares(**{name: getattr(self, f"share_{name}") for name in OPPONENTS})


def _check_kind(name: str, value: Any, default: Any) -> None:
    """A value from a file is of the kind that its default is."""
    named = name.replace("_", "-")
    if isinstance(default, tuple):
        for one in value:
            whole(one, named)
    elif isinstance(default, float):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ShengjiError(f"{named} {shown(value)}: a number is asked for")
    elif isinstance(default, int):
        whole(value, named)
    elif not isinstance(value, str):
        raise ShengjiError(f"{named} {shown(value)}: a text is asked for")


class Episodes(BaseCallback):
    """Collects the episodes that end in a round."""

    def __init__(self) -> None:
        super().__init__()
        self.finished: list[dict[str, Any]] = []

    def _on_step(self) -> bool:
        self.finished += [info["episode"] for info in self.locals["infos"] if info]
        return True

    def log(self, logger: Any) -> float:
        """Record the round's means, forget its episodes, and return the mean reward."""
        groups: dict[str, list[float]] = defaultdict(list)
        for episode in self.finished:
            groups["reward"].append(episode["r"])
            groups["decisions"].append(episode["l"])
            groups[f"levels_{episode['opponents']}"].append(episode["levels"])
            groups["levels_declarer_side" if episode["declarer_side"] else "levels_attackers"].append(episode["levels"])
        for name, values in groups.items():
            logger.record(f"episodes/{name}", float(np.mean(values)))
        self.finished = []
        return float(np.mean(groups["reward"])) if groups else 0.0


class Trainer:
    """A run: the model, its pool and games, and its folder."""

    def __init__(self, arguments: Arguments, folder: RunFolder, settings: dict[str, Any]) -> None:
        self.arguments, self.folder, self.settings = arguments, folder, settings
        a = arguments
        self.schedule = _schedule(settings, a)  # (step, learning rate) from which it falls
        torch.set_num_threads(a.threads)
        torch.distributions.Distribution.set_default_validate_args(False)  # a tenth of the time, and masks are ours
        torch.manual_seed(a.seed)
        self.rules = Rules.of(a.rules)
        self.bots = personality(BALANCED)
        blank = [(np.zeros(shape, np.float32), np.zeros(shape[0], np.float32)) for shape in self._layer_shapes()]
        self.pool = Pool(blank, self.bots, a.pool, a.card_order)
        self.env = SelfPlayVecEnv(a.games, self.pool, self.rules, a.seed, a.reward, a.shares(), threads=a.threads)
        self.model = MaskablePPO(
            "MlpPolicy",
            self.env,
            learning_rate=lambda _: self.rate(),
            n_steps=a.round,
            batch_size=a.batch,
            n_epochs=a.epochs,
            gamma=a.discount,
            gae_lambda=a.trace,
            clip_range=a.clip,
            ent_coef=a.entropy,
            vf_coef=a.value,
            policy_kwargs=policy_kwargs(a.hidden),
            seed=a.seed,
            device="cpu",
        )
        self.model.set_logger(configure(str(folder.path), ["tensorboard"]))
        recorder = Recorder(self.rules, self.bots, a.seed, a.clone_noise, VEC_REWARDS[a.reward], a.card_order)
        rates = (a.clone_rate, a.clone_rate / 10)
        self.cloner = Cloner(self.model.policy, recorder, a.warm_start, a.clone_batch, rates, a.seed)
        self.episodes = Episodes()
        self.seconds = 0.0  # of all sessions of this run
        self.rounds = 0
        self.pool.update(self.layers())

    def _layer_shapes(self) -> list[tuple[int, int]]:
        widths = [observe.size(self.rules.players, self.rules.decks), *self.arguments.hidden, TOKENS]
        return [(after, before) for before, after in pairwise(widths)]

    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The policy as checkpoints hold it."""
        return list(policy_layers(self.model.policy))

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return self.model.num_timesteps

    @property
    def is_done(self) -> bool:
        """Whether all that was asked for is learned."""
        return self.cloner.done >= self.arguments.warm_start and self.steps >= self.arguments.steps

    def rate(self) -> float:
        """The learning rate now: along a straight line from where the schedule began to `rate_end` at the last step,
        and never below it. A run that is extended goes on from the rate it had, which so never rises."""
        began, rate = self.schedule
        left = 1.0 - (self.steps - began) / max(self.arguments.steps - began, 1) if hasattr(self, "model") else 1.0
        end = self.arguments.rate_end
        return end + (rate - end) * min(max(left, 0.0), 1.0)

    # ---------------------------------------------------------------- the run

    def run(self, stopping: Stopping) -> bool:
        """Warm start, then rounds of play and learning, until all is done or somebody asks to stop. Returns whether
        all is done."""
        started = time.monotonic() - self.seconds

        def clock() -> None:
            self.seconds = time.monotonic() - started

        if self.cloner.done < self.arguments.warm_start and not self._warm_start(stopping, clock):
            return False
        self._begin()
        a = self.arguments
        with Progress("training", a.steps, self.steps) as progress:
            while self.steps < a.steps:
                if stopping.asked:
                    self.save()
                    return False
                before, since = self.steps, time.monotonic()
                self.round()
                clock()
                self.model.logger.record(
                    "time/decisions_per_second", (self.steps - before) / (time.monotonic() - since)
                )
                self.model.logger.record("time/seconds", self.seconds)
                reward = self.episodes.log(self.model.logger)
                note = f"reward {reward:+.2f}"
                if a.evaluate_every and _passed(before, self.steps, a.evaluate_every):
                    note += f", against rule:balanced {self.evaluate().levels:+.3f} levels"
                self.model.logger.dump(self.steps)
                if _passed(before, self.steps, a.pool_every):
                    self.pool.remember(f"step-{self.steps:09d}")
                if _passed(before, self.steps, a.save_every):
                    self.save()
                    self.checkpoint()
                progress.update(self.steps, note)
        clock()
        self.save()
        return True

    def round(self) -> None:
        """Play a round, learn from it, and let the opponents that are the learner himself know."""
        model = self.model
        model.collect_rollouts(self.env, self.episodes, model.rollout_buffer, self.arguments.round)
        model._update_current_progress_remaining(self.steps, self.arguments.steps)
        model.train()
        self.pool.update(self.layers())
        self.rounds += 1

    def _begin(self) -> None:
        """What SB3 prepares before its loop; games that are under way go on."""
        left = max(self.arguments.steps - self.steps, 0)
        self.model._setup_learn(left, self.episodes, reset_num_timesteps=self.steps == 0)
        self.episodes.on_training_start({}, {})

    def _warm_start(self, stopping: Stopping, clock: Any) -> bool:
        """Clone the rule bot; False if it was interrupted, and saved."""
        logger = self.model.logger
        with Progress("warm start", self.cloner.decisions, self.cloner.done) as progress:

            def after_bundle(means: dict[str, float]) -> bool:
                clock()
                for name, value in means.items():
                    logger.record(f"clone/{name}", value)
                logger.dump(self.cloner.done)
                progress.update(self.cloner.done, f"agreement {means['agreement']:.1%}")
                return not stopping.asked

            finished = self.cloner.run(after_bundle)
        self.pool.update(self.layers())
        self.save()
        return finished

    def evaluate(self) -> Evaluation:
        """Against rule:balanced, on the decks kept for this; noted in the curve."""
        a = self.arguments
        me = CompiledAgent(NetPlayer(self.layers(), card_order=a.card_order))
        rows = play_duel(me, "rule:balanced", self.rules, a.evaluate_deals, DEV_SEED, a.threads)
        found = sum_up(rows, self.rules, "learner", "rule:balanced", DEV_SEED)
        for name in ("levels", "low", "high", "wins", "draws", "losses"):
            self.model.logger.record(f"evaluation/{name}", getattr(found, name))
        self.folder.note({"step": self.steps, "seconds": round(self.seconds, 1), **found.summary()})
        return found

    # ---------------------------------------------------------------- files

    def checkpoint(self, name: str | None = None, evaluation: dict[str, Any] | None = None) -> Path:
        """Write the policy with its card into checkpoints/; any agent "checkpoint:PATH" plays it."""
        a = self.arguments
        training = {
            "algorithm": NAME,
            "decisions": self.steps,
            "cloned": self.cloner.done,
            "seconds": round(self.seconds),
            "arguments": dataclasses.asdict(a),
        }
        card = make_card(
            self.rules,
            a.hidden,
            "relu",
            card_order=a.card_order,
            commit=self.settings["commit"],
            command=self.settings["command"],
            training=training,
            evaluation=evaluation,
        )
        path = self.folder.checkpoints / (name or f"step-{self.steps:09d}")
        return save_checkpoint(path, named_layers(self.layers()), card)

    def save(self) -> None:
        """Write everything the run goes on from."""
        model = self.model
        starts = model._last_episode_starts
        arrays = {
            **saving.grouped("policy", {name: t.detach().numpy() for name, t in model.policy.state_dict().items()}),
            **saving.grouped("adam", saving.optimizer_arrays(model.policy.optimizer)),
            **saving.grouped("clone_adam", saving.optimizer_arrays(self.cloner.optimizer)),
            **saving.grouped("games", self.env.state()),
            **saving.grouped("random", saving.random_arrays()),
            "pool": self.pool.nets,
            "starts": np.zeros(0, np.bool_) if starts is None else np.asarray(starts, np.bool_),
        }
        values = {
            "steps": self.steps,
            "rounds": self.rounds,
            "updates": model._n_updates,
            "seconds": self.seconds,
            "cloned": [self.cloner.number, self.cloner.done],
            "past": self.pool.names,
        }
        saving.write_state(self.folder.state, arrays, values)

    def restore(self) -> None:
        """Go on from where `save` was called. CheckpointError if what lies there is not what this run would write."""
        arrays, values = saving.read_state(self.folder.state)
        try:
            self._check_saved(arrays, values)
            self._take_saved(arrays, values)
        except (ShengjiError, KeyError, ValueError, TypeError, OverflowError) as error:
            raise CheckpointError(f"{self.folder.state}: does not fit this run: {error}") from error
        self.folder.cut_curve(self.steps)

    def _check_saved(self, arrays: dict[str, np.ndarray], values: dict[str, Any]) -> None:
        """Everything is of this run's form; the games are checked where they are taken."""
        policy = self.model.policy
        saving.check_form(saving.group(arrays, "policy"), saving.module_arrays(policy), "policy")
        saving.check_optimizer(policy.optimizer, saving.group(arrays, "adam"), "adam")
        saving.check_optimizer(self.cloner.optimizer, saving.group(arrays, "clone_adam"), "clone_adam")
        saving.check_form({"nets": arrays["pool"]}, {"nets": self.pool.nets}, "pool")
        saving.check_random(saving.group(arrays, "random"))
        for name in ("steps", "rounds", "updates"):
            saving.count(values, name)
        if not 0 <= float(values["seconds"]) < math.inf:
            raise ValueError(f"seconds {values['seconds']}")
        if len(listed(values["past"], "past")) > self.pool.size:
            raise ValueError(f"past: {len(values['past'])} earlier selves, and {self.pool.size} are kept")
        starts = arrays["starts"]
        if starts.dtype != np.bool_ or starts.shape not in ((0,), (self.arguments.games,)):
            raise ValueError(f"starts: {starts.dtype}{starts.shape}")
        if values["steps"] > 0 and len(starts) == 0:
            raise ValueError("starts: none, and there were steps")

    def _take_saved(self, arrays: dict[str, np.ndarray], values: dict[str, Any]) -> None:
        model = self.model
        number, done = (whole(given, "cloned", 0, MOST) for given in values["cloned"])
        self.env.set_state(saving.group(arrays, "games"))
        saving.set_module(model.policy, saving.group(arrays, "policy"))
        saving.set_optimizer(model.policy.optimizer, saving.group(arrays, "adam"))
        saving.set_optimizer(self.cloner.optimizer, saving.group(arrays, "clone_adam"))
        self.pool.nets[:] = arrays["pool"]
        self.pool.names = [str(name) for name in values["past"]]
        self.cloner.number, self.cloner.done = number, done
        self.seconds, self.rounds = float(values["seconds"]), int(values["rounds"])
        model.num_timesteps, model._n_updates = int(values["steps"]), int(values["updates"])
        if self.steps > 0:
            model._last_obs = self.env.games.seen.copy()
            model._last_episode_starts = arrays["starts"]
        saving.set_random(saving.group(arrays, "random"))


def _schedule(settings: dict[str, Any], arguments: Arguments) -> tuple[int, float]:
    """Where the learning rate began to fall: at the first step, or where the run was extended."""
    began, rate = settings.get("schedule", (0, arguments.rate))
    _check_kind("schedule", rate, 0.0)
    return whole(began, "schedule", 0, MOST), float(rate)


def _passed(before: int, after: int, every: int) -> bool:
    """Whether a multiple of `every` lies in (before, after]."""
    return before // every != after // every


def start(arguments: Arguments) -> Trainer:
    """A new run."""
    arguments.check()
    Rules.of(arguments.rules)  # before a folder is made
    values = dataclasses.asdict(arguments)
    folder = RunFolder.create(arguments.out or None, NAME, values)
    print("getting ready; the first time it compiles, for up to a minute …", file=sys.stderr, flush=True)
    return Trainer(arguments, folder, RunFolder.open(folder.path)[1])


def resume(path: str | Path, steps: int | None = None, threads: int | None = None) -> Trainer:
    """A run that was stopped, as it was. More steps may be asked for: then the learning rate falls on from where it
    stands; and other threads, with which it plays on, though not exactly as with the old number."""
    folder, settings = RunFolder.open(path)
    try:
        arguments = Arguments(**settings["arguments"])
        arguments.check()
        before = arguments.steps
        arguments.steps = before if steps is None else steps
        arguments.threads = arguments.threads if threads is None else threads
        arguments.check()
        trainer = Trainer(arguments, folder, settings)
    except (TypeError, ShengjiError) as error:
        raise ShengjiError(f"{folder.config}: {error}") from None
    trainer.restore()
    if arguments.steps != before and trainer.steps > 0:
        arguments.steps = before
        trainer.schedule = (trainer.steps, trainer.rate())
        arguments.steps = before if steps is None else steps
        trainer.settings["schedule"] = list(trainer.schedule)
    if (steps, threads) != (None, None):
        trainer.settings["arguments"] = dataclasses.asdict(arguments)
        folder.write_settings(trainer.settings)
    return trainer
