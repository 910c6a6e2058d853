"""A position read from its text into a STATE record; `positions.write` is the way there.

First the fields (`positions.fields`), then whether the cards add up (`positions.check`), both with all defects at once.
Then the record is filled as it was when the kitty was last in somebody's hand, and the engine itself replays what
came after: burying, call, tricks. So everything the rules derive (winners, points, partners, who is void) is derived
by the rules, what is given of it is compared, and a trick that could not have been played is found. Positions before
that moment are filled in and completed by `engine.step.refresh`.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from shengji_env import cards
from shengji_env.engine import acts, auction, calls, deal, kitty, score, shows, step
from shengji_env.engine.layout import NO_SUIT, PASS, TYPES, UNKNOWN, Episode, Phase, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.errors import PositionError, ShengjiError, shown
from shengji_env.inputs.json_text import as_json, read_json
from shengji_env.plays import actions
from shengji_env.plays.reasons import not_held, why_not_shown
from shengji_env.rules.rules import Rules, rules_array
from shengji_env.rules.settlement import seats
from shengji_env.states import texts
from shengji_env.states.result import fill_result, result_values
from shengji_env.states.texts import copy_states

from .check import complete, holdings
from .fields import Draft, Fields, Laid, Played, Shown


def read_position(text: str | Mapping[str, Any]) -> tuple[np.ndarray, Rules]:
    """(STATE[1], rules) of a position: its line, or the JSON object already read. PositionError with everything that is
    wrong with it."""
    values = _load(text)
    defects: list[str] = []
    draft = Fields(values, defects).read()
    if draft is not None and not defects:
        complete(draft, defects)
    if draft is None or defects:
        raise _error(defects, values)
    before_compiling()
    reader = _Reader(draft, defects)
    reader.read()
    if defects:
        raise _error(defects, values)
    return reader.S, draft.rules


def _load(text: str | Mapping[str, Any]) -> dict[str, Any]:
    try:
        values = as_json(text) if isinstance(text, Mapping) else read_json(text)
    except json.JSONDecodeError as error:
        raise PositionError(f"cannot read position: no JSON: {error}") from None
    except ShengjiError as error:
        raise PositionError(f"cannot read position: {error}") from None
    if not isinstance(values, dict):
        raise PositionError(f"cannot read position: a JSON object is asked for, not {shown(values)}")
    return values


def _error(defects: list[str], values: dict[str, Any]) -> PositionError:
    listed = "".join(f"\n- {defect}" for defect in defects)
    line = json.dumps(values)
    return PositionError(f"this position cannot be:{listed}", position=line, defects=defects)


class _Reader:
    """Fills one STATE record from a draft whose cards add up."""

    def __init__(self, draft: Draft, defects: list[str]) -> None:
        self.draft = draft
        self.rules = draft.rules
        self.defects = defects
        self.S = new_states(1)
        self.R = rules_array(draft.rules)
        self.s = texts.one_record(self.S)
        self.r = texts.one_record(self.R)
        self.told = draft.phase == Phase.OVER or not draft.bids  # declarer and trump are given, not found from bids

    def read(self) -> None:
        self._match()
        self._as_dealt()
        for k, made in enumerate(self.draft.bids):
            self._show(Phase.BID, k, made)
        if self.draft.phase != Phase.BID and not self.defects:
            self._end_bids()
            self._raids_and_kitty()
        if self.defects:
            return
        if self.draft.phase in (Phase.BID, Phase.RIOT) or not self.draft.kitty_history:
            self._as_it_stands()
        else:
            self._play_on()
        if not self.defects:
            self._picks()
            self._compare()

    def _wrong(self, name: str, why: str) -> None:
        self.defects.append(f"{name}: {why}")

    # ---------------------------------------------------------------- filling in

    def _match(self) -> None:
        s, draft = self.s, self.draft
        s.seed, s.shuffles, s.episode, s.deals = draft.seed, draft.shuffles, draft.episode, draft.deals
        s.levels = draft.levels
        s.first, s.after_riot, s.swing = draft.first, draft.after_riot, draft.swing
        s.last_winners = sum(1 << seat for seat in set(draft.last_winners))
        s.first_drawer, s.redeals = draft.first_drawer, draft.redeals

    def _as_dealt(self) -> None:
        """The cards as dealt, before any of them was buried or played; nothing bid yet."""
        s, draft = self.s, self.draft
        deal.clear_deal(s)
        s.known_declarer = self._known_declarer()
        auction.clear_bids(s)
        hands = holdings(draft)
        if (hands < 0).any():
            self._wrong("kitty_history", "somebody has taken cards that are nowhere")
        s.hand[: len(hands), :TYPES] = hands
        s.hand_size[: len(hands)] = hands.sum(axis=1)
        s.closing = draft.closing
        s.drawn = hands.sum()
        total = self.rules.decks * TYPES
        s.stock[total - len(draft.stock) : total] = draft.stock
        s.flips = len(draft.flipped)
        s.flipped[: len(draft.flipped)] = draft.flipped
        s.phase, s.actor, s.pick_type = Phase.BID, UNKNOWN, UNKNOWN

    def _known_declarer(self) -> int:
        """Who is declarer before the bids: by rotation, in later deals and after a riot; UNKNOWN where nobody is."""
        draft = self.draft
        rotates = score.next_declarer(self.r, 0, 1, 1) != UNKNOWN
        if rotates and (not draft.first or draft.after_riot):
            if draft.declarer is None:
                self._wrong("declarer", "he is known before the bids here, and asked for")
            return UNKNOWN if draft.declarer is None else draft.declarer
        if draft.phase == Phase.BID and draft.declarer is not None:
            self._wrong("declarer", f"{draft.declarer} is given, and the bids will name him")
        return UNKNOWN

    # ---------------------------------------------------------------- bids, raids, the kitty from hand to hand

    def _show(self, phase: Phase, k: int, made: Shown) -> None:
        """A bid or raid is made, if the verifier lets it pass; in a deal that is over the levels are others by now."""
        s, name = self.s, phase.name.lower()
        s.phase, s.actor = phase, made.seat
        if self.draft.phase != Phase.OVER:
            reason = why_not_shown(name, calls.refusal_of_show(self.S, 0, self.R, made.card, made.copies))
            if reason is not None:
                self._wrong(f"{name}s[{k}]", f"seat {made.seat} cannot {name} {made.text}: {reason}")
                return
        shows.note_show(s, self.r, made.seat, made.card, made.copies)
        shown = (texts.bids(s) if phase == Phase.BID else texts.raids(s))[-1][1]
        self._agree(f"{name}s[{k}]", made.text, shown)

    def _end_bids(self) -> None:
        """Declarer and trump, as the bids have them or as given."""
        draft = self.draft
        if not self.told:
            auction.apply_bids(self.s, self.r)
        elif draft.declarer is None or draft.trump is None:
            self._wrong("declarer, trump", "they do not follow from the bids, and are not both given")
        else:
            self.s.declarer = draft.declarer
            calls.make_trump(self.S, 0, self.R, *draft.trump)

    def _raids_and_kitty(self) -> None:
        """Each raid, and each taking and burying of the kitty, one after the other; the last burying comes later."""
        draft, s, raids = self.draft, self.s, list(enumerate(self.draft.raids))
        if calls.raids_come_first(self.S, 0, self.R):
            self._raid_all(raids)
            raids = []
        for k, entry in enumerate(draft.kitty_history):
            s.kitty[: len(entry.taken)] = entry.taken
            kitty.take_kitty(s, self.r, entry.seat)
            if entry is not draft.kitty_history[-1]:
                self._bury(k, entry)
                self._raid_all(raids[:1])
                raids = raids[1:]
        self._raid_all(raids)
        if not self.told:
            self._agree("declarer", draft.declarer, int(s.declarer))
            self._agree("trump", draft.trump, (int(s.trump_suit), int(s.trump_level)), _trump_text)

    def _bury(self, k: int, entry: Laid) -> None:
        """Somebody lays the kitty down, whom a raider has followed."""
        s, row = self.s, texts.card_counts(*entry.laid)
        if (row > s.hand[entry.seat, :TYPES]).any():
            self._wrong(f"kitty_history[{k}]", str(not_held(s.hand[entry.seat], row)))
            return
        s.picked[:TYPES] = row
        kitty.bury(s, self.r, entry.seat)
        s.picked[:TYPES] = 0

    def _raid_all(self, raids: list[tuple[int, Shown]]) -> None:
        """These raids stand, and change declarer and trump as the rules say, if these are not given."""
        for k, made in raids:
            if self.defects:
                return
            self._show(Phase.RAID, k, made)
            if not self.told and not self.defects:
                after = copy_states(self.S)  # there the raider has the kitty already
                found = texts.one_record(after)
                acts.raid(found, self.r, made.seat, made.card)
                self.s.declarer = found.declarer
                calls.make_trump(self.S, 0, self.R, int(found.trump_suit), int(found.trump_level))

    # ---------------------------------------------------------------- a position before the kitty is buried

    def _as_it_stands(self) -> None:
        s, draft = self.s, self.draft
        s.phase, s.actor = draft.phase, draft.actor
        if draft.closing:
            self._lay_kitty(draft.kitty)
        s.to_ask = calls.usual_to_ask(self.S, 0, self.R) if draft.to_ask is None else draft.to_ask
        if not calls.is_asked_anything(self.S, 0, self.R):
            self._not_asked()
        step.refresh(self.S, 0, self.R)

    def _not_asked(self) -> None:
        phase = self.draft.phase.name.lower()
        self._wrong("actor", f"seat {self.draft.actor} has no choice in the phase {phase}: it is not asked")

    def _lay_kitty(self, kitty: list[int]) -> None:
        self.s.kitty[: len(kitty)] = kitty
        self.s.kitty_lies = 1

    # ---------------------------------------------------------------- the rest, replayed

    def _play_on(self) -> None:
        draft, s = self.draft, self.s
        s.phase, s.actor = Phase.BURY, draft.kitty_history[-1].seat
        step.refresh(self.S, 0, self.R)
        if draft.phase == Phase.BURY:
            return
        if not self._do("kitty_history", cards.join(draft.kitty_history[-1].laid)):
            return
        while s.phase == Phase.RAID and not (draft.phase == Phase.RAID and s.actor == draft.actor):
            step.step(self.S, 0, self.R, PASS)
        if draft.phase == Phase.RAID and s.phase != Phase.RAID:
            self._not_asked()
            return
        if draft.call is not None and s.phase == Phase.CALL:
            card, ordinal, _ = draft.call
            if not self._do("call", f"{cards.card_text(card)} {ordinal}"):
                return
        if s.phase == Phase.PLAY:
            s.episode = Episode.DEAL  # so that nothing is dealt after the last trick
            for k, trick in enumerate(draft.tricks):
                if not self._trick(k, trick):
                    return
            s.episode = draft.episode
        if s.phase != draft.phase:
            found = texts.phase_text(s)
            self._wrong("phase", f"{draft.phase.name.lower()} is given, and what is given leads to {found}")
        elif s.phase == Phase.OVER:
            self._over()

    def _do(self, name: str, action: str) -> bool:
        """Let the actor do this; False, and a defect, if the engine refuses."""
        try:
            actions.perform(self.S, self.R, action)
        except ShengjiError as refused:
            self._wrong(name, f"seat {self.s.actor} cannot {texts.phase_text(self.s)} {action}: {refused}")
            return False
        return True

    def _trick(self, k: int, trick: Played) -> bool:
        s, name = self.s, f"tricks[{k}]"
        if s.phase != Phase.PLAY or s.plays > 0:
            self._wrong(name, "the trick before it is not complete, or was the last")
            return False
        for at, play in enumerate(trick.plays):
            seat = int(s.actor)
            if at == 0 and trick.leader not in (None, seat):
                self._wrong(f"{name} leader", f"{trick.leader} is given, and seat {seat} leads")
                return False
            if not self._do(f"{name} plays[{at}]", trick.failed_throw if at == 0 and trick.failed_throw else play):
                return False
            if at == 0 and not self._lead_agrees(k, trick, seat):
                return False
        if trick.winner is not None and (s.plays > 0 or s.tricks <= k):
            self._wrong(f"{name} winner", "the trick is not complete")
            return False
        return self._agree(f"{name} winner", trick.winner, int(s.trick_winner[k]))

    def _lead_agrees(self, k: int, trick: Played, seat: int) -> bool:
        """Whether what was led in the end, and whether a throw failed, is what is given."""
        led = cards.format(self.s.trick[seat, :TYPES])
        return self._agree(f"tricks[{k}] plays[0]", cards.sort(trick.plays[0]), led) and self._agree(
            f"tricks[{k}] failed_throw", cards.sort(trick.failed_throw), texts.failed_throw(self.s, k)
        )

    def _over(self) -> None:
        """The settlement was replayed with the levels after the deal; what it changed is put back as given."""
        s = self.s
        s.result.levels, s.result.match_winners = self.draft.levels, 0
        self._match()
        s.known_declarer = s.result.next_declarer
        s.actor = UNKNOWN

    # ---------------------------------------------------------------- picks, and what was given beside

    def _picks(self) -> None:
        s, draft = self.s, self.draft
        for card in cards.types(draft.picked):
            if s.phase == Phase.OVER or not s.mask[card]:
                self._wrong("picked", f"{cards.card_text(card)} cannot be picked here")
                return
            step.step(self.S, 0, self.R, card)
            if actions.is_complete(self.S):
                self._wrong("picked", f"{draft.picked} would be complete, and done")
                return

    def _compare(self) -> None:
        """Given values that the rules derive."""
        s, draft, players = self.s, self.draft, self.rules.players
        self._agree("actor", draft.actor, texts.known(s.actor))
        self._agree("points", draft.points, [int(x) for x in s.captured[:players]])
        self._agree("penalties", draft.penalties, [int(x) for x in s.penalties[:players]])
        if draft.partners is not None:
            self._agree("partners", sorted(draft.partners), seats(s.public, players))
        if draft.call is not None:
            self._agree("call seen", draft.call[2], int(s.call_seen))
        if draft.to_ask is not None:
            s.to_ask = draft.to_ask
        if draft.result is not None:
            self._result(draft.result)

    def _result(self, given: Any) -> None:
        """The last settled deal's result. When the episode is over it is this deal's, and follows from its tricks, all
        but where the levels led; else it can only be taken as given."""
        derived = result_values(self.s.result, self.rules) if self.draft.phase == Phase.OVER else {}
        try:
            fill_result(self.s.result, given, self.rules)
        except KeyError as error:
            self._wrong("result", f"{error} is missing")
            return
        except ShengjiError as error:
            self._wrong("result", f"it cannot be read: {error}")
            return
        read = result_values(self.s.result, self.rules)
        for name in derived.keys() - {"levels", "match_winners"}:
            self._agree(f"result {name}", read[name], derived[name])

    def _agree(self, name: str, given: Any, derived: Any, text: Any = str) -> bool:
        """Whether what is given, if it is, is what the rules make of the rest."""
        if given is None or given == derived:
            return True
        self._wrong(name, f"{text(given)} is given, and the rest of the position makes it {text(derived)}")
        return False


def _trump_text(trump: tuple[int, int]) -> str:
    suit, level = trump
    return f"{'no trump' if suit == NO_SUIT else cards.suit_text(suit)} {cards.level_text(level)}"
