"""What holds at every state of every game, whatever its rules: random games, checked state by state.

Nothing here knows a preset: a new one is played by all of it as soon as it stands in PRESETS. CI has time for a few
games, and looks at every state of the presets and every third of their variants; `SHENGJI_GAMES=20` plays that many
games of each rule set and test, and looks at all states.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import numpy as np

from shengji_env import PRESETS, Game, Rules, make_batch
from shengji_env.engine.layout import ONE, PASS, TOKENS, TYPES, UNKNOWN, Phase
from shengji_env.states.texts import copy_states


def _changed(preset: str, **fields) -> Rules:
    return Rules.preset(preset).replace(**fields)


# The presets, and overrides that take other ways through the rules: one deck, three, six players, no tractors; weak
# hands that riot often, deals that are redealt but once, penalties where there were none.
_VARIANTS = (
    _changed("five_player_two_deck", decks=1),
    _changed("five_player_two_deck", players=6, riot_max_points=20),
    _changed("five_player_two_deck", decks=3, level_table="sides", throw_failure="lowest_beaten"),
    _changed("five_player_three_deck", tractors=False),
    _changed("four_player_fixed", decks=3, redeal_limit=1, throw_penalty=10),
    _changed("four_player_seek", trump_chain="levels", redeal_limit=0),
    _changed("four_player_joker_bid", decks=3, riot_max_points=45),
    _changed("four_player_free_follow", follow_shapes=True, start_level="K"),
)
RULE_SETS = {str(rules): rules for rules in (*PRESETS.values(), *_VARIANTS)}


MORE_GAMES = int(os.environ.get("SHENGJI_GAMES", "0"))


def games(at_least: int) -> int:
    """How many games to play of each rule set."""
    return max(at_least, MORE_GAMES)


class Style:
    """How a random player leans, so that games differ: bids or not, short leads or long ones, pairs or singles."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.bids = rng.choice([0.0, 0.3, 0.9])
        self.stops = rng.choice([0.05, 0.3, 0.9])
        self.pairs = rng.choice([0.0, 0.5, 0.95])

    def token(self, game: Game) -> int:
        """A legal token."""
        rng, mask = self.rng, game.mask()
        s = record_of(game)
        legal = np.flatnonzero(mask)
        if mask[PASS]:
            stop = self.stops if s.phase == Phase.PLAY else 0.7 if s.phase == Phase.RIOT else 1 - self.bids
            if len(legal) == 1 or rng.random() < stop:
                return PASS
            legal = legal[legal != PASS]
        if s.phase == Phase.PLAY and rng.random() < self.pairs:
            again = [t for t in legal if s.picked[t] > 0 or s.hand[s.actor, t] > 1]
            legal = again or legal
        return int(rng.choice(legal))


class Record:
    """S[0] with its fields as attributes, as `one_record` is, but ten times faster: these tests read millions."""

    __slots__ = ("_S",)

    def __init__(self, S: np.ndarray) -> None:
        object.__setattr__(self, "_S", S)

    def __getattr__(self, name: str):
        field = self._S[name]
        return Record(field) if field.dtype.names else field[0]

    def __setattr__(self, name: str, value) -> None:
        self._S[name][0] = value


def record_of(game: Game) -> Record:
    """The game's STATE record with its fields as attributes."""
    return Record(game._S)


def differences(S: np.ndarray, T: np.ndarray) -> list[str]:
    """The fields in which two STATE records differ."""
    different = []
    for name in S.dtype.names:
        if S.dtype[name].names:
            different += [f"{name}.{inner}" for inner in differences(S[name], T[name])]
        elif not np.array_equal(S[name], T[name]):
            different.append(name)
    return different


def start(rules: Rules, seed: int) -> Game:
    """A first deal, a later one, or a match of two deals, in turn."""
    if seed % 3 == 2:
        return Game(rules.replace(max_deals=2), seed, episode="match")
    return Game(rules, seed, levels="random" if seed % 3 == 1 else None)


def walk(rules: Rules, seed: int) -> Iterator[Game]:
    """The same game at every state of a random episode, the last one included. What fails names seed and position."""
    style = Style(np.random.default_rng(seed))
    game = start(rules, seed)
    every = 1 if MORE_GAMES or rules in PRESETS.values() else 3
    for number in count():
        if number % every == 0 or game.done:
            with naming(game):
                yield game
        if game.done:
            return
        game.step(style.token(game))


def walk_row(rules: Rules, seed: int) -> Iterator[Game]:
    """A row of a batch, as a game, through two episodes of random play beside others; every third state."""
    batch = make_batch(3, rules=rules.replace(max_deals=2), seed=seed, episode="match" if seed % 2 else "deal")
    row, ended = seed % 3, 0
    for number in count():
        if number % 3 == 0:
            game = batch.game(row)
            with naming(game):
                assert (game.mask() == batch.mask[row]).all()
                yield game
        batch.step(batch.random_tokens())
        ended += batch.done[row]
        if ended == 2:
            return


WALKS = {"game": walk, "row": walk_row}


@contextmanager
def naming(game: Game):
    """What fails inside names seed and position."""
    try:
        yield
    except AssertionError as failed:
        raise AssertionError(f"{failed}\nseed {game.seed}, position {game.position()}") from failed


def play_on(game: Game, other: Game, seed: int, steps: int) -> None:
    """The same tokens in both games, which stay equal: position, mask, observations."""
    style = Style(np.random.default_rng(seed))
    for _ in range(steps):
        if game.done:
            break
        token = style.token(game)
        game.step(token)
        other.step(token)
        assert_same(game, other)


def assert_same(game: Game, other: Game) -> None:
    """Two games that nobody can tell apart."""
    assert game.position() == other.position()
    assert (game.mask() == other.mask()).all()
    for seat in range(game.players):
        assert (game.view(seat).observation() == other.view(seat).observation()).all(), seat


__all__ = ["ONE", "RULE_SETS", "TOKENS", "TYPES", "UNKNOWN", "Phase", "Record", "Style", "assert_same", "differences"]
__all__ += ["WALKS", "copy_states", "games", "play_on", "record_of", "start", "walk"]
