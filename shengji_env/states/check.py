"""Whether STATE records from a file are states that a game can be in: what the engine reads without looking.

Compiled code trusts its records: a count of 127 picks or a seat 9 makes it loop for ever, or read where nothing is. So
records that come from outside (a run's file, a pickle) are checked once: every field in its range, cards that add up,
whoever is to act, and what is derived from the rest (the trump's tables, the lead, the duty, the mask) as the engine
derives it. What the past of a deal was beyond that is taken as it is written.
"""

from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from shengji_env.engine import bid, raid, step
from shengji_env.engine.layout import (
    GROUP_TYPES,
    GROUPS,
    MAX_BIDS,
    MAX_HAND,
    MAX_RAIDS,
    NO_RIOT,
    NO_SUIT,
    PASS,
    PLACES,
    RANKS,
    STATE,
    TYPES,
    UNKNOWN,
    Episode,
    Partner,
    Phase,
    Raid,
    Side,
    Start,
    Succession,
    fields,
)
from shengji_env.errors import ShengjiError

from .texts import PHASES, copy_states

# Least and largest value of each field. A name stands for what the rules say: DECKS copies, the last SEAT, all SEATS as
# a set, all CARDS, the cards of a HAND. None: anything its type can hold; what is derived is compared instead.
DECKS, SEAT, SEATS, CARDS, HAND, KITTY, PLAYERS = "decks", "seat", "seats", "cards", "hand", "kitty", "players"
FLAG, TYPE, TYPE_OR_NONE, SEAT_OR_NONE, LEVEL = (0, 1), (0, TYPES - 1), (UNKNOWN, TYPES - 1), (UNKNOWN, SEAT), (0, 12)
COUNT, ANY = (0, None), (None, None)
RANGES: dict[str, tuple[Any, Any]] = {
    **dict.fromkeys(("seed", "choices", "rule"), ANY),
    **dict.fromkeys(("shuffles", "deals", "redeals"), COUNT),
    "episode": (0, max(Episode)),
    "start": (0, max(Start)),
    "start_levels": LEVEL,
    "given_deal": FLAG,
    "levels": LEVEL,
    "first": FLAG,
    "after_riot": FLAG,
    "last_winners": (0, SEATS),
    "swing": FLAG,
    "known_declarer": SEAT_OR_NONE,
    "first_drawer": SEAT_OR_NONE,
    "phase": (0, max(Phase)),
    "actor": SEAT_OR_NONE,
    "picks": (0, MAX_HAND),
    "pick_type": TYPE_OR_NONE,
    "mask": FLAG,
    "picked": (0, DECKS),
    "stock": TYPE,
    "drawn": (0, CARDS),
    "hand": (0, DECKS),
    "hand_size": (0, MAX_HAND + 16),
    "kitty": TYPE,
    "kitty_lies": FLAG,
    "flipped": TYPE,
    "flips": (0, KITTY),
    "closing": FLAG,
    "to_ask": (0, PLAYERS),
    "bids": (0, MAX_BIDS),
    "raids": (0, MAX_RAIDS),
    "show_seat": (0, SEAT),
    "show_type": TYPE,
    "show_copies": (0, DECKS),
    "show_joker": TYPE_OR_NONE,
    "burials": (0, MAX_RAIDS),
    "burial_seat": (0, SEAT),
    "burial_taken": TYPE,
    "burial_laid": TYPE,
    "declarer": SEAT_OR_NONE,
    "trump_suit": (UNKNOWN, NO_SUIT),
    "trump_level": (UNKNOWN, RANKS - 1),
    **dict.fromkeys(("level_place", "group", "strength", "card_at", "number", "type_at"), ANY),
    **dict.fromkeys(("level_types", "levels_join", "group_types"), ANY),
    "call_type": TYPE_OR_NONE,
    "call_ordinal": (0, 3),
    "call_seen": (0, DECKS),
    "partners": (0, SEATS),
    "public": (0, SEATS),
    "solo": FLAG,
    "tricks": (0, HAND),
    "leader": SEAT_OR_NONE,
    "plays": (0, SEAT),
    "trick_points": COUNT,
    "lead_size": (0, MAX_HAND),
    "lead_group": (UNKNOWN, GROUPS - 1),
    "components": (0, GROUP_TYPES),
    "component_types": (0, (1 << TYPES) - 1),
    "more_than_singles": (0, GROUP_TYPES),
    "more_than_pairs": (0, GROUP_TYPES),
    "lead_runs": (0, MAX_HAND),
    "lead_kind": (0, 3),
    "lead_length": (0, PLACES - 1),
    "best_seat": SEAT_OR_NONE,
    "best_group": (UNKNOWN, GROUPS - 1),
    "best_top": ANY,
    "trick": (0, DECKS),
    "duty_runs": (0, MAX_HAND),
    "duty_cards": (0, MAX_HAND),
    "played": (0, DECKS),
    "shown": (0, DECKS),
    "showing": (0, SEATS),
    "void": (0, (1 << GROUPS) - 1),
    "captured": (0, 1000),
    "penalties": (0, 1 << 24),
    "log": TYPE,
    "logged": (0, CARDS),
    "trick_size": (0, MAX_HAND),
    "trick_leader": (0, SEAT),
    "trick_winner": (0, SEAT),
    "failed": (0, (1 << TYPES) - 1),
}
# Filled anew before it is read.
SCRATCH = ("components", "component_types", "more_than_singles", "more_than_pairs")
RESULT_RANGES: dict[str, tuple[Any, Any]] = {
    "points": (-1 << 60, 1 << 60),
    "multiplier": (0, 1 << 60),
    "settled": FLAG,
    "declarer": (0, SEAT),
    "side": (0, max(Side)),
    "steps": (0, 1 << 60),
    "swing": FLAG,
    "declarer_side": (0, SEATS),
    "winners": (0, SEATS),
    "match_winners": (0, SEATS),
    "next_declarer": SEAT_OR_NONE,
    "levels": LEVEL,
    "captured": (0, 1000),
    "penalties": (0, 1 << 24),
    "kitty": TYPE,
}
# What may be set in a record whose first episode has not begun; all else is zero.
BEFORE = ("seed", "choices", "rule", "episode", "start", "start_levels", "given_deal", "first_drawer", "stock")


def check_states(S: np.ndarray, R: np.ndarray) -> None:
    """ShengjiError, with the row and the field, if a record of STATE[N] is no state of a game under RULES[K] ``R``.

    >>> from shengji_env import Game, Rules
    >>> from shengji_env.rules.rules import rules_array
    >>> S, R = Game(seed=1)._S.copy(), rules_array(Rules.preset("five_player_two_deck"))
    >>> check_states(S, R)
    >>> S["picks"] = 127
    >>> check_states(S, R)
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: game 0: picks 127, where 0..40 can be
    """
    if S.dtype != STATE or S.ndim != 1:
        raise ShengjiError(f"games are records of STATE in one row, not {S.dtype} of shape {S.shape}")
    _in_range(S, "rule", 0, len(R) - 1)
    limits = _limits(R[S["rule"]])
    for name, (low, high) in RANGES.items():
        _in_range(S, name, low, _bound(high, limits))
    for name, (low, high) in RESULT_RANGES.items():
        _in_range(S["result"], name, low, _bound(high, limits), "result ")
    begun = np.flatnonzero(~_not_begun(S))
    _Checker(S[begun], R, begun).check()


def _limits(r: np.ndarray) -> dict[str, np.ndarray]:
    """By name of a bound: its value in each row, int64[N]."""
    players, decks = r["players"].astype(np.int64), r["decks"].astype(np.int64)
    return {
        DECKS: decks,
        PLAYERS: players,
        SEAT: players - 1,
        SEATS: (1 << players) - 1,
        CARDS: decks * TYPES,
        HAND: r["hand"].astype(np.int64),
        KITTY: r["kitty"].astype(np.int64),
    }


def _bound(high: Any, limits: Mapping[str, np.ndarray]) -> np.ndarray | int | None:
    """A bound as a number for all rows, or one each."""
    return limits[high] if isinstance(high, str) else high


def _in_range(records: np.ndarray, name: str, low: int | None, high: np.ndarray | int | None, what: str = "") -> None:
    """Every value of a field lies within its bounds."""
    values = records[name].reshape(len(records), -1)
    bad = np.zeros(values.shape, bool)
    if low is not None:
        bad |= values < low
    if high is not None:
        bad |= values > (high[:, None] if isinstance(high, np.ndarray) else high)
    if bad.any():
        row, at = np.argwhere(bad)[0]
        top = high[row] if isinstance(high, np.ndarray) else high
        bounds = f"{low} or more" if top is None else f"{low}..{top}"
        raise ShengjiError(f"game {row}: {what}{name} {values[row, at]}, where {bounds} can be")


def _not_begun(S: np.ndarray) -> np.ndarray:
    """bool[N]: blank records, in which no episode has begun."""
    blank = np.ones(len(S), bool)
    for name in S.dtype.names or ():
        if name == "result":  # field by field: between them lies what nobody has written
            blank &= _not_begun(S[name])
        elif name not in BEFORE:
            blank &= ~S[name].reshape(len(S), -1).any(axis=1)
    return blank


class _Checker:
    """Checks of records whose values are all in range and whose episodes have begun; `rows` are their numbers."""

    def __init__(self, S: np.ndarray, R: np.ndarray, rows: np.ndarray) -> None:
        self.S, self.R, self.rows, self.r = S, R, rows, R[S["rule"]]
        self.seats = np.arange(S["hand"].shape[1])
        self.limits = _limits(self.r)

    def check(self) -> None:
        if not len(self.S):
            return
        self._phase()
        self._sizes()
        self._cards()
        self._picks()
        self._shows()
        self._derived()

    def _refuse(self, bad: Any, why: str) -> None:
        """The first of the rows that are bad, if any is."""
        if bad.any():
            k = int(np.argmax(bad))
            self._say(k, why)

    def _say(self, k: int, why: str) -> NoReturn:
        raise ShengjiError(f"game {self.rows[k]}, in the phase {PHASES[self.S['phase'][k]]}: {why}")

    def _in(self, *phases: Phase) -> np.ndarray:
        return np.isin(self.S["phase"], phases)

    def _phase(self) -> None:
        """What there can be in a phase, and whose decision it is."""
        S, r, n = self.S, self.r, self.limits[PLAYERS]
        over, bidding, playing = self._in(Phase.OVER), self._in(Phase.BID), self._in(Phase.PLAY)
        self._refuse((S["actor"] == UNKNOWN) != over, "actor: nobody is to act when the episode is over, and only then")
        self._refuse(S["first_drawer"] == UNKNOWN, "first_drawer: nobody has drawn first")
        self._refuse(~bidding & (S["closing"] == 0), "closing: all is dealt")
        for name in ("trump_suit", "trump_level"):
            self._refuse((S[name] == UNKNOWN) != bidding, f"{name}: it is known when the bids are over, and only then")
        self._refuse(~bidding & (S["declarer"] == UNKNOWN), "declarer: there is one when the bids are over")
        later = (S["first"] == 0) & ~over
        self._refuse(later & (S["last_winners"] == 0), "last_winners: the deal before has some")
        rotates = (r["succession"] == Succession.ROTATE) & (later | (S["after_riot"] == 1))
        self._refuse(rotates & (S["known_declarer"] == UNKNOWN), "known_declarer: by rotation there is one")
        calls = np.isin(r["partner"], (Partner.CALLED_TURN, Partner.CALLED_CARD))
        self._refuse(self._in(Phase.CALL) & ~calls, "phase: nothing is called under these rules")
        self._refuse(self._in(Phase.RIOT) & (r["riot_max_points"] == NO_RIOT), "phase: there are no riots here")
        self._refuse(self._in(Phase.RAID) & (r["raid"] == Raid.NONE), "phase: there are no raids here")
        self._refuse((S["raids"] > 0) & (r["raid"] == Raid.NONE), "raids: there are none under these rules")
        self._refuse(~playing & (S["plays"] > 0), "plays: there are some only while cards are played")
        self._refuse(playing & (S["leader"] == UNKNOWN), "leader: somebody leads")
        self._refuse(playing & (S["actor"] != (S["leader"] + S["plays"]) % n), "actor: another seat is to play")
        self._refuse(S["burials"] > S["raids"] + 1, "burials: no more than one, and one for each raid")
        buried = self._in(Phase.CALL, Phase.PLAY, Phase.OVER)
        self._refuse(buried & (S["burials"] == 0), "burials: somebody has buried")
        early = self._in(Phase.BID, Phase.RIOT)
        self._refuse(early & (S["burials"] > 0), "burials: nobody has taken the kitty yet")
        k = np.minimum(S["burials"], S["burial_seat"].shape[1] - 1)
        holder = np.take_along_axis(S["burial_seat"], k[:, None].astype(np.int64), 1)[:, 0]
        self._refuse(self._in(Phase.BURY) & (holder != S["actor"]), "burial_seat: another seat has the kitty")
        lies = np.where(bidding, S["closing"] == 1, ~self._in(Phase.BURY))
        self._refuse((S["kitty_lies"] == 1) != lies, "kitty_lies: it lies when all is dealt and nobody has taken it")
        self._refuse(~playing & ~over & (S["tricks"] > 0), "tricks: nothing is played yet")

    def _sizes(self) -> None:
        """Every seat has as many cards as dealing, the kitty and the tricks leave it."""
        S, n, hand, kitty = self.S, self.limits[PLAYERS], self.limits[HAND], self.limits[KITTY]
        at_table = self.seats < n[:, None]
        self._refuse((S["hand"].sum(2) != S["hand_size"]).any(1), "hand_size: it is not how many cards the hand has")
        played = S["played"].sum(2, dtype=np.int64)
        behind = (self.seats - S["leader"][:, None]) % n[:, None]  # how many play before this seat
        in_trick = (behind < S["plays"][:, None]) & at_table
        trick = S["trick"].sum(2, dtype=np.int64)
        self._refuse((trick != in_trick * S["lead_size"][:, None]).any(1), "trick: it is not one play of each seat")
        complete = np.arange(S["trick_size"].shape[1]) < S["tricks"][:, None]
        self._refuse((complete & (S["trick_size"] < 1)).any(1), "trick_size: a trick has cards")
        before = (S["trick_size"] * complete).sum(1, dtype=np.int64)
        self._refuse((played != at_table * before[:, None] + trick).any(1), "played: it is not what the tricks have")
        self._refuse((S["trick"] > S["played"]).any((1, 2)), "trick: it has cards that nobody has played")
        dealing = S["closing"] == 0
        first = (self.seats - S["first_drawer"][:, None]) % n[:, None]
        drawn = np.maximum((S["drawn"][:, None] - first + n[:, None] - 1) // n[:, None], 0)
        self._refuse(dealing & (S["drawn"] > n * hand), "drawn: more cards than are dealt")
        self._refuse(~dealing & (S["drawn"] != n * hand), "drawn: not all is dealt, and it is closing")
        last = (S["first_drawer"] + S["drawn"] - 1) % n
        self._refuse(dealing & (S["actor"] != last), "actor: who has drawn the last card may bid")
        dealt = np.where(dealing[:, None], drawn, hand[:, None])
        dealt += (self._in(Phase.BURY) * kitty)[:, None] * (self.seats == S["actor"][:, None])
        self._refuse((S["hand_size"] != at_table * dealt - played).any(1), "hand_size: the seats have other numbers")
        self._refuse(self._in(Phase.OVER) & (S["hand_size"].any(1)), "hand_size: cards are left, and all is over")
        self._refuse(self._in(Phase.PLAY) & ~S["hand_size"].any(1), "hand_size: no cards are left to play")

    def _cards(self) -> None:
        """Each card is there as often as the packs have it."""
        S, decks = self.S, self.limits[DECKS]
        for name in ("hand", "played", "trick", "picked", "shown"):
            padding = S[name][..., TYPES:].reshape(len(S), -1)
            self._refuse(padding.any(1), f"{name}: cards that there are not")
        played = S["played"].sum(1, dtype=np.int64)[:, :TYPES]
        logged = _counted(S["log"], np.arange(S["log"].shape[1]) < S["logged"][:, None])
        self._refuse((logged != played).any(1), "log: it has other cards than were played")
        kitty = np.arange(S["kitty"].shape[1]) < self.limits[KITTY][:, None]
        lying = _counted(S["kitty"], kitty & (S["kitty_lies"] == 1)[:, None])
        places = np.arange(S["stock"].shape[1])
        undealt = (places >= S["drawn"][:, None]) & (places < self.limits[CARDS][:, None])
        coming = _counted(S["stock"], undealt & (S["closing"] == 0)[:, None])
        held = S["hand"].sum(1, dtype=np.int64)[:, :TYPES]
        everywhere = held + played + lying + coming
        self._refuse((everywhere != decks[:, None]).any(1), "hand, played, kitty, stock: the cards do not add up")
        last = np.maximum(S["burials"].astype(np.int64) - 1, 0)
        laid = _counted(np.take_along_axis(S["burial_laid"], last[:, None, None], 1)[:, 0], kitty)
        buried = (S["burials"] > 0) & (S["kitty_lies"] == 1)
        self._refuse(buried & (laid != lying).any(1), "burial_laid: the last is not the kitty as it lies")

    def _picks(self) -> None:
        """The picks of the action under way."""
        S, playing = self.S, self._in(Phase.PLAY)
        self._refuse(S["picked"].sum(1) != S["picks"], "picks: it is not how many cards are picked")
        actor = np.maximum(S["actor"], 0).astype(np.int64)
        held = np.take_along_axis(S["hand"], actor[:, None, None], 1)[:, 0]
        self._refuse((S["picked"] > held).any(1), "picked: cards that the actor does not hold")
        self._refuse(~playing & ~self._in(Phase.BURY) & (S["picks"] > 0), "picks: nothing is picked here")
        full = np.where(playing & (S["plays"] > 0), S["lead_size"], np.where(playing, MAX_HAND, self.limits[KITTY]))
        self._refuse((S["picks"] > 0) & (S["picks"] >= full), "picks: the action would be complete")
        numbers = self._in(Phase.BID, Phase.RAID, Phase.CALL)
        self._refuse(~numbers & (S["pick_type"] != UNKNOWN), "pick_type: no card waits for its number")
        groups = np.where(S["picked"] > 0, S["group"], UNKNOWN).max(1)
        other = (S["picked"] > 0) & (S["group"] != groups[:, None])
        self._refuse(playing & (S["plays"] == 0) & other.any(1), "picked: a lead of more than one group")

    def _shows(self) -> None:
        """Bids and raids stand one above the other: there is room for those to come."""
        S = self.S
        for k in np.flatnonzero((S["bids"] > 0) | (S["raids"] > 0)).tolist():
            s, r = fields(S, k), self.r[k]
            bids, last = int(s.bids), int(s.bids) + int(s.raids)
            heights = [bid.declarer_height(r, s.show_type[j], s.show_copies[j]) for j in range(bids)]
            if sorted(set(heights)) != heights or (heights and min(s.show_copies[:bids]) < 1):
                self._say(k, "bids: each is higher than the one before")
            rungs = [raid.rung(r, s.show_type[j], s.show_copies[j]) for j in range(bids, last)]
            if sorted(set(rungs)) != rungs or (rungs and min(s.show_copies[bids:last]) < 2):
                self._say(k, "raids: each is higher than the one before")

    def _derived(self) -> None:
        """What the engine derives is what is written, and the actor has something to do."""
        S, T = self.S, copy_states(self.S)
        for k in range(len(T)):
            step.refresh(T, k, self.R)
        for name in S.dtype.names or ():
            if name in SCRATCH:
                continue
            differs = (T[name] != S[name]).reshape(len(S), -1).any(1)
            self._refuse(differs, f"{name}: it does not follow from the rest")
        idle = ~S["mask"][:, : PASS + 5].any(1)
        self._refuse(idle != self._in(Phase.OVER), "mask: whoever is to act has a legal token")


def _counted(numbers: np.ndarray, counted: np.ndarray) -> np.ndarray:
    """int64[N, 54]: how often each type stands in a row of types, int[N, places], where `counted`, bool[N, places]."""
    rows = np.broadcast_to(np.arange(len(numbers))[:, None], numbers.shape)
    found = np.zeros((len(numbers), TYPES), np.int64)
    np.add.at(found, (rows[counted], numbers[counted]), 1)
    return found
