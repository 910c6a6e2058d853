"""How an episode starts: the `seed`, `episode`, `levels` and `deal` arguments, read into a STATE record."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.engine.layout import TYPES, Start
from shengji_env.errors import ShengjiError, shown
from shengji_env.inputs.arguments import listed, one_of, whole
from shengji_env.rules.rules import Rules

from .texts import EPISODES


def read_seed(seed: int | None) -> int:
    """A seed, 0..2^64-1; a random one for None."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    return whole(seed, "seed", 0, 2**64 - 1)


def read_episode(episode: str) -> int:
    """The number of "deal" or "match"."""
    return EPISODES.index(one_of("episode", episode, EPISODES))


def set_levels(S: np.ndarray, rules: Rules, levels: Sequence[str] | str | None) -> None:
    """Enter `levels` into S[0]: None, "random", or levels by seat."""
    if levels is None:
        S["start"][0] = Start.FIRST
    elif isinstance(levels, str) and levels == "random":
        _check_later_deals(rules)
        S["start"][0] = Start.RANDOM
    else:
        S["start"][0] = Start.GIVEN
        S["start_levels"][0] = rules.read_levels(levels)


def _check_later_deals(rules: Rules) -> None:
    """Whether a match under these rules has later deals at all."""
    wins = rules.start_level == "A" and rules.after_ace == "win" and not rules.unbid_demotion
    if wins and rules.level_table == "sides":
        raise ShengjiError('levels="random": from start_level A the first gain wins the match, there is no later deal')


def levels_argument(S: np.ndarray, rules: Rules) -> list[str] | str | None:
    """The `levels` argument that S[0] was started with."""
    start = Start(int(S["start"][0]))
    if start == Start.GIVEN:
        return [cards.level_text(int(level)) for level in S["start_levels"][0, : rules.players]]
    return "random" if start == Start.RANDOM else None


def set_deal(S: np.ndarray, rules: Rules, deal: Mapping[str, Any]) -> tuple[int, np.ndarray]:
    """Enter a given deal into S[0], in the place of its first shuffle."""
    if S["start"][0] == Start.RANDOM:
        raise ShengjiError('deal: levels="random" draws who draws first, a given deal says so itself')
    first_drawer, stock = read_deal(rules, deal)
    S["given_deal"][0] = 1
    S["first_drawer"][0] = first_drawer
    S["stock"][0, : len(stock)] = stock
    return first_drawer, stock


def read_deal(rules: Rules, deal: Mapping[str, Any]) -> tuple[int, np.ndarray]:
    """(first drawer, all cards in the order they are dealt, the kitty last) of {"first_drawer", "hands", "kitty"}."""
    names = {"first_drawer", "hands", "kitty"}
    if not isinstance(deal, Mapping) or not names <= set(deal):
        raise ShengjiError(f"cannot read deal {shown(deal)}: it has first_drawer, hands and kitty")
    players = rules.players
    first_drawer = whole(deal["first_drawer"], "deal: first_drawer", 0, players - 1)
    hands = [cards.types(hand) for hand in listed(deal["hands"], "deal: hands")]
    kitty = cards.types(deal["kitty"])
    sizes = [len(hand) for hand in hands]
    if sizes != [rules.hand] * players or len(kitty) != rules.kitty:
        asked = f"{players} hands of {rules.hand} and a kitty of {rules.kitty}"
        raise ShengjiError(f"deal: hands of {sizes} and a kitty of {len(kitty)} cards; {asked} are asked for")
    stock = np.zeros(rules.decks * TYPES, np.int8)
    for seat, hand in enumerate(hands):
        stock[(seat - first_drawer) % players : players * rules.hand : players] = hand
    stock[players * rules.hand :] = kitty
    missing = rules.decks - np.bincount(stock, minlength=TYPES)
    if missing.any():
        wrong = ", ".join(f"{rules.decks - missing[k]} {cards.card_text(int(k))}" for k in np.flatnonzero(missing))
        raise ShengjiError(f"deal: {wrong}; {rules.decks} of each card are asked for")
    return first_drawer, stock


def deal_values(rules: Rules, first_drawer: int, stock: np.ndarray) -> dict[str, Any]:
    """The `deal` argument for cards in the order they are dealt."""
    players, dealt = rules.players, rules.players * rules.hand
    drawn = [stock[(seat - first_drawer) % players : dealt : players] for seat in range(players)]
    return {
        "first_drawer": first_drawer,
        "hands": [cards.join(map(int, hand)) for hand in drawn],
        "kitty": cards.join(map(int, stock[dealt : rules.decks * TYPES])),
    }
