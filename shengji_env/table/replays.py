"""Recorded games, step by step: every whole action of a record, and the table before it with all hands."""

import json
from typing import Any

from shengji_env.cards import sort
from shengji_env.errors import ShengjiError, shown
from shengji_env.game.game import Game

from .messages import held, view_message
from .settled import settled_deal

LARGEST = 1_000_000  # characters of a record
MOST_STEPS = 20_000


class Replay:
    """A record that was played again. RecordError with the line where it does not replay.

    >>> game = Game("four_player_fixed", seed=1)
    >>> while not game.done:
    ...     game.play(next(game.plays()))
    >>> replay = Replay(game.record())
    >>> replay.steps[-1]["phase"], replay.frame(len(replay.steps))["phase"]
    ('play', 'over')
    """

    def __init__(self, record: str) -> None:
        if len(record) > LARGEST:
            raise ShengjiError(f"a record of {len(record):,} characters: {LARGEST:,} are the most")
        self.record = record
        self.last = Game.replay(record)  # what it refuses, it refuses with the line
        self.steps: list[dict[str, Any]] = []
        self._ends: list[int] = []  # of the lines before each step, and at the end: how many they are
        self._lines = [line for line in self.last.record().splitlines() if line.strip()]
        deal, self._settles = 1, set()
        for number, line in enumerate(self._lines):
            event = json.loads(line)
            if event.get("event") == "action":
                self._ends.append(number)
                self.steps.append(event | {"deal": deal})
            elif event.get("event") == "result":
                deal += 1
                self._settles.add(len(self.steps))  # the step that is `steps[number - 1]` has settled a deal
        self._ends.append(len(self._lines))
        if len(self.steps) > MOST_STEPS:
            raise ShengjiError(f"a record of {len(self.steps):,} actions: {MOST_STEPS:,} are the most")

    def game(self, number: int) -> Game:
        """The game before step `number`, from 0; as many as there are steps: at the end."""
        if type(number) is not int or not 0 <= number <= len(self.steps):
            raise ShengjiError(f"step {shown(number)}: 0..{len(self.steps)} are there")
        return Game.replay("\n".join(self._lines[: self._ends[number]]) + "\n")

    def frame(self, number: int) -> dict[str, Any]:
        """The table before step `number` (from 0; as many as there are steps: at the end), all hands open."""
        game = self.game(number)
        views = [game.view(seat) for seat in range(game.players)]
        message = view_message(views[game.actor or 0])
        buried = next((view.buried for view in views if view.buried), "")
        return message | {
            "type": "frame",
            "step": number,
            "steps": len(self.steps),
            "next": self.steps[number] if number < len(self.steps) else None,
            "seat": None,
            "hands": [held(view) for view in views],
            "buried": buried,
            "choices": [],
            "settled": self._settled(number, game),
            "deals": game.deals,
        }

    def _settled(self, number: int, game: Game) -> dict[str, Any] | None:
        """The deal that the step before has settled."""
        if number not in self._settles:
            return None
        return settled_deal(self.game(number - 1), sort(self.steps[number - 1]["action"]), game)

    def record_until(self, number: int) -> str:
        """The record of the game before step `number`, to be played on with the same cards."""
        return self.game(number).record()
