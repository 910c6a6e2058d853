"""Whole games between agents: `Tables`, on which evaluation stands."""

import numpy as np

from shengji_env.engine.layout import MAX_SEATS, Phase
from shengji_env.engine.rng import spread
from shengji_env.game.asking import answers, refuse_answer
from shengji_env.threads import ranges, side_by_side

from .cast import Cast
from .play import begin_games, play_games, take_tokens


class Tables:
    """Some games, one episode each, and who sits where. Everything they go on from is in the arrays:

    S     STATE[n]           the games, whose rules are the cast's
    who   int8[n, MAX_SEATS] the player of each seat, as `players` names them
    draws uint64[n]          a random state each, from the game's seed
    """

    def __init__(self, cast: Cast, S: np.ndarray, seats: np.ndarray, threads: int = 1) -> None:
        """seats: int[n, MAX_SEATS], the number of the agent at each seat."""
        self.cast, self.S = cast, S
        self.R = cast.rules.record()
        self.who = np.ascontiguousarray(np.array(cast.codes, np.int8)[seats].reshape(len(S), MAX_SEATS))
        self.draws = np.array([spread(seed) for seed in S["seed"]], np.uint64)
        self._parts = ranges(len(S), threads)
        self._players = [cast.players() for _ in self._parts]

    def play(self) -> None:
        """Begin every game and play it to its end. IllegalPlay names the agent that answers what is not legal."""
        begin_games(self.S, self.R)
        waiting = np.arange(len(self.S))
        self._play_on([waiting[first:last] for first, last in self._parts])
        while len(waiting := waiting[self.S["phase"][waiting] != Phase.OVER]):
            asked = self.who[waiting, self.S["actor"][waiting]]
            for code, ways in zip(self.cast.codes, self.cast.ways, strict=True):
                if len(mine := waiting[asked == code]):
                    take_tokens(self.S, mine, self.R, answers(ways, self.S, mine, self.R, lambda _: self.cast.rules))
            self._play_on([waiting])

    def _play_on(self, parts: list[np.ndarray]) -> None:
        """Play these games on, each part in a thread."""

        def loop(part: np.ndarray, players: object) -> int:
            return play_games(self.S, part, self.R, self.who, players, self.draws)

        for refused in side_by_side(loop, list(zip(parts, self._players, strict=False))):
            if refused >= 0:
                code = int(self.who[refused, self.S["actor"][refused]])
                refuse_answer(self.cast.name(code), self.S, refused, self.cast.rules)
