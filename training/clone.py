"""Warm start: behaviour cloning of a rule bot, fresh games for every step, before reinforcement learning begins.

Every seat is the rule bot; some tokens are replaced by random ones, which the bot's token is written down for all the
same. The policy learns the bot's tokens, the value head what the deals paid. One bundle of deals is recorded in a
thread while the network learns from the one before. Bundle k depends on the seed and k alone, so that an interrupted
warm start goes on exactly.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from shengji_env.agents.net.forward import SHAPE
from shengji_env.engine import observe
from shengji_env.engine.layout import TOKENS, Episode, Start, new_states
from shengji_env.engine.rng import spread
from shengji_env.errors import ShengjiError
from shengji_env.inputs.arguments import CARD_ORDERS
from shengji_env.rules import Rules
from shengji_env.seating.players import players_of

from .models import logits_and_values
from .recording import record_deals

DEALS = 256  # recorded at a time; a deal has about 110 decisions with a choice
DECISIONS = DEALS * 220  # room for so many


class Bundle(NamedTuple):
    """Decisions of recorded deals."""

    seen: np.ndarray  # int8[N, D]
    masks: np.ndarray  # bool[N, 59]
    tokens: np.ndarray  # int64[N], the bot's
    returns: np.ndarray  # float32[N]


class Recorder:
    """Records bundles of deals."""

    def __init__(self, rules: Rules, traits: np.ndarray, seed: int, noise: float, reward: int, card_order: str) -> None:
        self._R = rules.record()
        self._size = observe.size(rules.players, rules.decks)
        nets, shapes, orders = np.zeros((0, 0), np.float32), np.zeros((0, SHAPE), np.int64), np.zeros(0, np.int64)
        self._players = players_of(nets, shapes, orders, traits, False, self._size)
        self._seed, self._noise, self._reward = seed, round(noise * 1000), reward
        self._order = CARD_ORDERS[card_order]

    def bundle(self, number: int) -> Bundle:
        """The `number`-th bundle."""
        S = new_states(DEALS)
        S["episode"], S["start"] = Episode.DEAL, Start.RANDOM
        first = int(spread(np.uint64(self._seed % 2**64))) ^ int(spread(np.uint64(number)))
        S["seed"] = np.arange(DEALS, dtype=np.uint64) + np.uint64(first % 2**63)
        draws = np.array([spread(seed) for seed in S["seed"]], np.uint64)
        seen = np.zeros((DECISIONS, self._size), np.int8)
        masks = np.zeros((DECISIONS, TOKENS), np.int8)
        tokens, returns = np.zeros(DECISIONS, np.int64), np.zeros(DECISIONS, np.float32)
        terms = (self._noise, self._reward, self._order)
        count = record_deals(S, 0, DEALS, self._R, self._players, draws, *terms, seen, masks, tokens, returns)
        if count < 0:
            raise ShengjiError("the rule bot answered a token that is not legal")
        return Bundle(seen[:count], masks[:count].view(np.bool_), tokens[:count], returns[:count])


class Cloner:
    """Fits a policy to the recorder's bundles, one after the other."""

    def __init__(
        self,
        policy: MaskableActorCriticPolicy,
        recorder: Recorder,
        decisions: int,
        batch: int,
        rates: tuple[float, float],
        seed: int,
    ) -> None:
        self.policy, self.recorder = policy, recorder
        self.optimizer = torch.optim.Adam(policy.parameters(), lr=rates[0])
        self.decisions, self.batch, self.rates, self.seed = decisions, batch, rates, seed
        self.number = 0  # bundles learned from
        self.done = 0  # decisions learned from

    def run(self, after_bundle: Callable[[dict[str, float]], bool]) -> bool:
        """Learn until `decisions` are done; `after_bundle` is told the bundle's means and answers whether to go on.
        Returns whether all are done."""
        with ThreadPoolExecutor(1) as thread:
            coming: Future[Bundle] = thread.submit(self.recorder.bundle, self.number)
            while self.done < self.decisions:
                bundle = coming.result()
                coming = thread.submit(self.recorder.bundle, self.number + 1)
                means = self._learn(bundle)
                self.number += 1
                if not after_bundle(means):
                    return False
        return True

    def _learn(self, bundle: Bundle) -> dict[str, float]:
        """One pass over a bundle in random order."""
        part = min(1.0, self.done / self.decisions)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rates[0] * (self.rates[1] / self.rates[0]) ** part
        order = np.random.default_rng([self.seed, self.number]).permutation(len(bundle.tokens))
        sums = np.zeros(3)
        batches = [order[at : at + self.batch] for at in range(0, len(order), self.batch)]
        for rows in batches:
            logits, values = logits_and_values(self.policy, bundle.seen[rows], bundle.masks[rows])
            tokens, returns = torch.from_numpy(bundle.tokens[rows]), torch.from_numpy(bundle.returns[rows])
            imitation = torch.nn.functional.cross_entropy(logits, tokens)
            value = torch.nn.functional.mse_loss(values, returns)
            self.optimizer.zero_grad()
            (imitation + 0.25 * value).backward()
            self.optimizer.step()
            agreed = (logits.argmax(1) == tokens).float().mean()
            sums += [imitation.item(), value.item(), agreed.item()]
        self.done += len(order)
        loss, value_loss, agreement = sums / len(batches)
        return {"loss": loss, "value_loss": value_loss, "agreement": agreement}
