"""`SelfPlayVecEnv`: many games as one Stable-Baselines3 VecEnv; in each, one seat learns and the others play.

The games are rows of the engine's own arrays. A step applies the learner's tokens and plays all other seats, rule bots
and networks alike, up to the learner's next decision in compiled loops: there is no Python loop over games on the way.
A row that is done starts its next episode in the same step; its last reward and done belong to the episode before, its
observation to the new one (SB3's convention; ``infos[row]["terminal_observation"]`` is zeros, as nobody is to act).
"""

import time
from typing import Any

import numpy as np
from gymnasium import spaces

from shengji_env.engine import calls, observe, rows
from shengji_env.engine.layout import MAX_SEATS, TOKENS, CardOrder, Episode, Start, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.engine.rng import spread
from shengji_env.errors import IllegalPlay
from shengji_env.game import Game
from shengji_env.game.asking import refuse_answer
from shengji_env.inputs.arguments import REWARDS, tell_legal
from shengji_env.rules import Rules
from shengji_env.seating.players import NET, OUTSIDE, RANDOM, RULE
from shengji_env.states.check import check_states
from shengji_env.threads import ranges, side_by_side

from . import learning
from .learning import ABOUT, DECLARER, GAIN, OPPONENT, OPPONENTS, POINTS, SIDE, Games, Terms
from .opponents import Pool, Shares
from .seat_vec import RowsVecEnv

VEC_REWARDS = {**REWARDS, "mix": learning.REWARD_MIX}
# What is saved to go on exactly: the games, and what belongs to their episodes.
SAVED = ("S", "who", "learner", "kinds", "draws", "seen", "masks", "about")


class SelfPlayVecEnv(RowsVecEnv):
    """`games` games with one learning seat each, drawn anew for each episode, as the opponents are.

    Observations int8[games, D], actions tokens of Discrete(59), `action_masks` bool[games, 59]; an episode is one deal,
    by default a later one with random levels. reward: "levels", "points", "win" as in the other environments, or "mix",
    half levels and half points. Cards are in the pool's order, as its networks read them. Row k draws from the seed
    and k alone.
    """

    def __init__(
        self,
        games: int,
        pool: Pool,
        rules: Rules | str = "five_player_two_deck",
        seed: int = 0,
        reward: str = "mix",
        shares: Shares | None = None,
        levels: str | None = "random",
        skip_forced: bool = True,
        threads: int = 1,
    ) -> None:
        self.render_mode = None  # SB3 asks for it
        self.rules = Rules.of(rules)
        before_compiling()
        size = observe.size(self.rules.players, self.rules.decks)
        space = spaces.Box(0, self.rules.decks, (size,), np.int8)
        self.pool = pool
        self.games = Games(
            S=new_states(games),
            R=self.rules.record(),
            who=np.zeros((games, MAX_SEATS), np.int8),
            learner=np.zeros(games, np.int8),
            kinds=np.zeros(games, np.int8),
            draws=np.zeros(games, np.uint64),
            seen=np.zeros((games, size), np.int8),
            masks=np.zeros((games, TOKENS), np.int8),
            rewards=np.zeros(games, np.float32),
            dones=np.zeros(games, np.bool_),
            about=np.zeros((games, ABOUT), np.int64),
        )
        S = self.games.S
        S["episode"], S["start"] = Episode.DEAL, Start.RANDOM if levels == "random" else Start.FIRST
        self._masks = self.games.masks.view(np.bool_)
        self._shares = (shares or Shares()).parts()
        self._reward, self._skip_forced = VEC_REWARDS[reward], skip_forced
        self._parts = [(*part, pool.players()) for part in ranges(games, threads)]
        self._tokens = np.zeros(games, np.int64)
        self._lengths = np.zeros(games, np.int64)
        self._returns = np.zeros(games, np.float64)
        self._began = time.time()
        self._seed_games(seed)
        super().__init__(games, space, spaces.Discrete(TOKENS))

    # ---------------------------------------------------------------- the games

    def _seed_games(self, seed: int) -> None:
        """Each row its own cards, and its own draws of seats and opponents."""
        for k in range(len(self.games.S)):
            first = int(spread(np.uint64(seed % 2**64)))
            self.games.S["seed"][k] = (first + k) % 2**64
            self.games.draws[k] = spread(np.uint64((first + k) % 2**64))
        self.games.S["shuffles"] = 0

    @property
    def card_order(self) -> str:
        """Of observations, masks and tokens."""
        return CardOrder(self.pool.order).name.lower()

    def _terms(self) -> Terms:
        return Terms(self._reward, self._shares, self.pool.past, self.pool.order, self._skip_forced)

    def _in_threads(self, loop: Any, *arguments: Any) -> None:
        """Run a compiled loop over all rows, each thread its part. IllegalPlay names an opponent that answers what is
        not legal."""
        terms = self._terms()

        def part(first: int, last: int, players: Any) -> int:
            return loop(self.games, first, last, terms, players, *arguments)

        for row in side_by_side(part, self._parts):
            if row >= 0:
                opponents = OPPONENTS[self.games.kinds[row]]
                refuse_answer(f"of the opponents {opponents!r}", self.games.S, row, self.rules)

    def reset(self) -> np.ndarray:
        """Start an episode in every row; a seed given to `seed` before starts the streams anew."""
        if self._seeds[0] is not None:
            self._seed_games(self._seeds[0])
        self._lengths[:], self._returns[:] = 0, 0
        self._in_threads(learning.begin_learners)
        self._reset_seeds()
        self._reset_options()
        return self.games.seen.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._tokens[:] = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """IllegalPlay, with the row, if a token is masked out; nothing has been played then."""
        self._check_tokens()
        self._in_threads(learning.step_learners, self._tokens)
        games = self.games
        self._lengths += 1
        self._returns += games.rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(games.dones):
            infos[row] = self._info(row)
            self._lengths[row], self._returns[row] = 0, 0
        return games.seen.copy(), games.rewards.copy(), games.dones.copy(), infos

    def _check_tokens(self) -> None:
        """All rows before any is played: a refused step changes nothing."""
        tokens = self._tokens
        _, legal = tell_legal(tokens, self._masks)
        if not legal.all():
            row = int(np.argmin(legal))
            raise IllegalPlay(
                f"row {row}: token {tokens[row]} is not legal; legal are {np.flatnonzero(self._masks[row])}"
            )

    def _info(self, row: int) -> dict[str, Any]:
        """What a finished episode was, in the form SB3's statistics read."""
        about = self.games.about[row]
        return {
            "episode": {
                "r": float(self._returns[row]),
                "l": int(self._lengths[row]),
                "t": time.time() - self._began,
                "opponents": OPPONENTS[about[OPPONENT]],
                "declarer": bool(about[DECLARER]),
                "declarer_side": bool(about[SIDE]),
                "levels": int(about[GAIN]),
                "points": int(about[POINTS]),
            },
            "terminal_observation": np.zeros_like(self.games.seen[row]),
        }

    def action_masks(self) -> np.ndarray:
        """bool[games, 59]: the learner's legal tokens."""
        return self._masks.copy()

    def game(self, row: int) -> Game:
        """A copy of one game, to look at."""
        return Game.of_state(self.games.S[row : row + 1].copy(), self.rules)

    def face_token(self, row: int, token: int) -> int:
        """A row's token with the card as printed, which is what `game(row)` takes."""
        return int(calls.face_of(self.games.S, row, self.pool.order, token))

    # ---------------------------------------------------------------- saving

    def state(self) -> dict[str, np.ndarray]:
        """Everything a run needs to go on exactly, as plain arrays; the pool is not part of it."""
        games = self.games._asdict()
        arrays = {name: games[name].view(np.uint8) if name == "S" else games[name].copy() for name in SAVED}
        return {**arrays, "lengths": self._lengths.copy(), "returns": self._returns.copy()}

    def set_state(self, arrays: dict[str, np.ndarray]) -> None:
        """Take a state as `state` gives it; ValueError if it is of another form, or no state that these games can be
        in. What is seen and legal is shown anew."""
        targets = {name: getattr(self.games, name) for name in SAVED}
        targets |= {"S": self.games.S.view(np.uint8), "lengths": self._lengths, "returns": self._returns}
        for name, target in targets.items():
            if name not in arrays or arrays[name].shape != target.shape or arrays[name].dtype != target.dtype:
                raise ValueError(f"the games' {name} are of another form: other rules, or another number of games")
        self._check_saved(arrays)
        for name, target in targets.items():
            target[:] = arrays[name]
        games, everyone = self.games, np.arange(self.num_envs)
        if games.S["shuffles"].any():
            rows.show_rows(games.S, everyone, games.R, self.pool.order, games.seen, games.masks)

    def _check_saved(self, arrays: dict[str, np.ndarray]) -> None:
        """ValueError if compiled loops could not go on from these."""
        S, players = arrays["S"].view(self.games.S.dtype).reshape(-1), self.rules.players
        check_states(S, self.games.R)
        begun = S["shuffles"] > 0
        learner, who, kinds = arrays["learner"], arrays["who"][:, :players], arrays["kinds"]
        known = (who == OUTSIDE) | (who == RANDOM) | ((who >= RULE) & (who < RULE + len(self.pool.traits)))
        known |= (who >= NET) & (who < NET + len(self.pool.nets))
        outside = (who == OUTSIDE) == (np.arange(players) == learner[:, None])
        if not (known.all() and (outside.all(1) & (S["actor"] == learner))[begun].all()):
            raise ValueError("the games' players: somebody who cannot sit there, or another than the learner is asked")
        if not (((kinds >= 0) & (kinds < len(OPPONENTS))).all() and (arrays["lengths"] >= 0).all()):
            raise ValueError("the games' opponents or lengths: numbers that cannot be")
        against = arrays["about"][:, OPPONENT]
        if not (np.isfinite(arrays["returns"]).all() and np.isin(against, range(len(OPPONENTS))).all()):
            raise ValueError("the games' episodes: numbers that cannot be")

    # ---------------------------------------------------------------- the rest of a VecEnv

    def close(self) -> None:
        """Nothing is held open."""
