"""What stands in a STATE record, as seats, levels and card texts: read by positions, records, views and the table.

Nothing is decided here; `s` is one record, ``S.view(np.recarray)[i]``, and `players` how many of its seats are used.
"""

from typing import Any, NamedTuple

import numba
import numpy as np

from shengji_env import cards
from shengji_env.engine.layout import NO_SUIT, TYPES, UNKNOWN, Episode, Phase

PHASES = tuple(phase.name.lower() for phase in Phase)
EPISODES = tuple(episode.name.lower() for episode in Episode)


class Trick(NamedTuple):
    """A trick 一墩, complete or under way."""

    leader: int
    plays: list[str]  # in order of play, from the leader on
    failed_throw: str  # the cards that came back to the leader; "" if he made no throw that failed
    winner: int | None  # None while it is under way


class Burial(NamedTuple):
    """Somebody took the kitty and buried."""

    seat: int
    taken: str
    laid: str  # "" while he has it in hand


def one_record(S: np.ndarray, i: int = 0) -> Any:
    """Record i with its fields as attributes."""
    return S.view(np.recarray)[i]


def as_words(S: np.ndarray) -> np.ndarray:
    """uint64[n, words] on the memory of STATE records."""
    return S.view(np.uint64).reshape(len(S), -1)


def copy_states(S: np.ndarray, rows: Any = None) -> np.ndarray:
    """A copy of STATE (or RULES) records, all or those of `rows`, byte for byte; numpy's own goes field by field, which
    is slow, and leaves the gaps between them out.

    >>> from shengji_env.engine.layout import new_states
    >>> copy_states(new_states(2)).dtype == new_states(2).dtype
    True
    """
    held = S if rows is None else as_words(S)[rows]
    copied: np.ndarray = np.ndarray(len(held), S.dtype, bytearray(held.tobytes()))
    return copied.view(type(S)) if numba.config.DISABLE_JIT else copied


def known(number: int) -> int | None:
    """A seat or a number, None for UNKNOWN."""
    return None if number == UNKNOWN else int(number)


def card_counts(*numbers: int) -> np.ndarray:
    """Counts int8[54] of card types, UNKNOWN left out."""
    counts = np.zeros(TYPES, np.int8)
    for number in numbers:
        if number != UNKNOWN:
            counts[number] += 1
    return counts


# ---------------------------------------------------------------- the match and the bids


def phase_text(s: Any) -> str:
    """The phase as positions have it."""
    return PHASES[int(s.phase)]


def place(s: Any) -> str:
    """Where a game stands, in words that everybody at the table may read: what messages name."""
    words = [f"deal {int(s.deals) + (s.phase != Phase.OVER)}", phase_text(s)]
    if s.actor != UNKNOWN:
        words.append(f"seat {s.actor}")
    if s.phase == Phase.PLAY:
        words.append(f"trick {s.tricks + 1}")
    return ", ".join(words)


def level_texts(s: Any, players: int) -> list[str]:
    """Levels by seat."""
    return [cards.level_text(int(level)) for level in s.levels[:players]]


def trump_texts(s: Any) -> tuple[str | None, str] | None:
    """(suit or None, level) of the trump; None before the end of the bids."""
    if s.trump_suit == UNKNOWN:
        return None
    suit = None if s.trump_suit == NO_SUIT else cards.suit_text(int(s.trump_suit))
    return suit, cards.level_text(int(s.trump_level))


def _show(s: Any, k: int) -> tuple[int, str]:
    """(seat, all cards it shows) of show k."""
    shown = card_counts(*[s.show_type[k]] * int(s.show_copies[k]), s.show_joker[k])
    return int(s.show_seat[k]), cards.format(shown)


def bids(s: Any) -> list[tuple[int, str]]:
    """(seat, all cards it shows) of each bid."""
    return [_show(s, k) for k in range(int(s.bids))]


def raids(s: Any) -> list[tuple[int, str]]:
    """(seat, all cards it shows) of each raid."""
    return [_show(s, int(s.bids) + k) for k in range(int(s.raids))]


def last_shown(s: Any) -> str:
    """The last raid, else the last bid, in words; "" if there is none."""
    made = [*bids(s), *raids(s)]
    return f"{made[-1][1]} of seat {made[-1][0]}" if made else ""


# ---------------------------------------------------------------- cards


def picked_counts(s: Any) -> np.ndarray:
    """The actor's picks, int8[54]: those of the action under way, the card that waits for its number included."""
    if s.pick_type != UNKNOWN:
        return card_counts(int(s.pick_type))
    return s.picked[:TYPES].copy()


def kitty_text(s: Any, size: int) -> str:
    """The kitty as it lies; "" while it does not."""
    return cards.join(int(card) for card in s.kitty[:size]) if s.kitty_lies else ""


def burials(s: Any, size: int) -> list[Burial]:
    """Everyone who took the kitty, in order."""
    history = []
    for k in range(int(s.burials) + (s.phase == Phase.BURY)):
        taken, laid = (cards.format(card_counts(*row[k, :size])) for row in (s.burial_taken, s.burial_laid))
        history.append(Burial(int(s.burial_seat[k]), taken, laid if k < s.burials else ""))
    return history


# ---------------------------------------------------------------- tricks


def failed_throw(s: Any, trick: int) -> str:
    """The cards of a trick's failed throw, kept as two bit planes; "" if there was none."""
    low, high = s.failed[trick].tolist()
    if low == high == 0:
        return ""
    return cards.format([(low >> card & 1) + 2 * (high >> card & 1) for card in range(TYPES)])


def tricks(s: Any, players: int) -> list[Trick]:
    """The complete tricks, then the one under way, if a card of it lies."""
    done, at = [], 0
    for t in range(int(s.tricks)):
        size, plays = int(s.trick_size[t]), []
        for _ in range(players):
            plays.append(cards.join(sorted(s.log[at : at + size].tolist())))
            at += size
        done.append(Trick(int(s.trick_leader[t]), plays, failed_throw(s, t), int(s.trick_winner[t])))
    if s.plays > 0:
        done.append(current_trick(s, players))
    return done


def current_trick(s: Any, players: int) -> Trick:
    """The trick under way."""
    leader = int(s.leader)
    plays = [cards.format(s.trick[(leader + k) % players, :TYPES]) for k in range(int(s.plays))]
    return Trick(leader, plays, failed_throw(s, int(s.tricks)) if plays else "", None)
