"""An episode played again, with the events that a record has of it."""

from typing import Any

import numpy as np

from shengji_env.engine import calls, rng, step
from shengji_env.engine.layout import TYPES, Phase, Start
from shengji_env.plays import actions
from shengji_env.rules.rules import rules_array
from shengji_env.states import texts
from shengji_env.states.result import result_values
from shengji_env.states.starts import deal_values
from shengji_env.states.texts import copy_states

from .history import History

Event = dict[str, Any]


class Walk:
    """An episode that is played again, with the events each step leads to."""

    def __init__(self, history: History) -> None:
        """Begin the episode; its tokens are the caller's to step."""
        self.S = copy_states(history.origin)
        self.R = rules_array(history.rules)
        self.rules = history.rules
        self.given = history.shuffles
        self.events: list[Event] = []
        if not history.begun:
            before = copy_states(self.S)
            step.begin(self.S, 0, self.R)
            self._note_shuffles(before, begins=True)

    def step(self, token: int) -> None:
        """Apply a token; a completed action, results and shuffles are added to `events`."""
        before = copy_states(self.S)
        step.step(self.S, 0, self.R, token)
        if actions.is_complete(self.S):
            phase = texts.PHASES[before["phase"][0]]
            action = actions.action_text(before, token, self.S, self.R)
            self.events.append({"event": "action", "seat": int(before["actor"][0]), "phase": phase, "action": action})
        if self.S["deals"][0] > before["deals"][0]:
            self.events.append({"event": "result"} | result_values(texts.one_record(self.S).result, self.rules))
        self._note_shuffles(before, begins=False)

    def _note_shuffles(self, before: np.ndarray, begins: bool) -> None:
        """An event for every shuffle of the last step; those that are given are dealt in the place of the seed's. Who
        draws first follows from the game, but in an episode that begins with a first deal."""
        n = int(before["shuffles"][0])
        free = begins and before["start"][0] != Start.RANDOM
        while n < self.S["shuffles"][0]:
            n += 1
            drawer, stock = int(self.S["first_drawer"][0]), self.seeds_cards(n)
            if n in self.given:
                given_drawer, given = self.given[n]
                if (free and given_drawer != drawer) or (given != stock).any():
                    drawer, stock = given_drawer if free else drawer, given
                    self._deal_again(before, begins, n, drawer, stock)
            free = False
            self.events.append({"event": "shuffle", "n": n} | deal_values(self.rules, drawer, stock))

    def seeds_cards(self, n: int) -> np.ndarray:
        """The n-th shuffle of the seed."""
        stock = np.zeros(self.S["stock"].shape[1], np.int8)
        rng.deck(self.S["seed"][0], n, stock, self.rules.decks, self.rules.players)
        return stock[: self.rules.decks * TYPES]

    def _deal_again(self, before: np.ndarray, begins: bool, n: int, drawer: int, stock: np.ndarray) -> None:
        """Deal the n-th shuffle as given. The step that led to it has run on with the seed's cards; what that changed
        besides the deal itself is put back: the count of unbid redeals, and levels lost by nobody's bidding."""
        s = texts.one_record(self.S)
        unbid = not begins and before["phase"][0] == Phase.BID
        s.redeals = (int(before["redeals"][0]) + 1 if unbid else 0) + n - int(before["shuffles"][0]) - 1
        if not begins:
            s.levels = before["levels"][0] if s.deals == before["deals"][0] else s.result.levels
        s.first_drawer, s.shuffles, s.given_deal = drawer, n - 1, 1
        s.stock[: len(stock)] = stock
        calls.deal_given(self.S, 0, self.R)
