"""Whether the cards of a position add up, and what may be left out of it because it follows from the rest."""

import numpy as np

from shengji_env import cards
from shengji_env.engine import partner
from shengji_env.engine.layout import NO_SUIT, TYPES, Phase
from shengji_env.errors import ShengjiError
from shengji_env.plays.reasons import number
from shengji_env.plays.trump import Trump
from shengji_env.rules.rules import rules_array

from .fields import Draft, Laid, Played


def complete(draft: Draft, defects: list[str]) -> None:
    """Fill in what was left out and note every defect that the fields have among each other."""
    _closing(draft, defects)
    _seats(draft, defects)
    _match(draft, defects)
    _kitty(draft, defects)
    _phase(draft, defects)
    if draft.hands is None:
        defects.append("hands: they are asked for")
        draft.hands = [[] for _ in range(draft.rules.players)]
    elif not defects:
        _hand_sizes(draft, defects)
    _all_cards(draft, defects)


def holdings(draft: Draft) -> np.ndarray:
    """Each seat's cards as dealt so far, int8[players, 54]: its hand, what it has played and buried, less what it
    took."""
    held = np.array([_counts(hand) for hand in draft.hands or []])
    for seat, row in _played(draft):
        held[seat] += row
    for entry in draft.kitty_history:
        held[entry.seat] += _counts(entry.laid) - _counts(entry.taken)
    return held.astype(np.int8)


def _counts(numbers: list[int]) -> np.ndarray:
    return np.bincount(np.array(numbers, np.int64), minlength=TYPES)


def _played(draft: Draft) -> list[tuple[int, np.ndarray]]:
    """(seat, counts) of every card played."""
    found, players = [], draft.rules.players
    for trick in draft.tricks:
        for at, play in enumerate(trick.plays):
            found.append((((trick.leader or 0) + at) % players, _counts(cards.types(play))))
    return found


# ---------------------------------------------------------------- what may be left out


def _closing(draft: Draft, defects: list[str]) -> None:
    """All is dealt as soon as nothing is in the stock."""
    if draft.closing is None:
        draft.closing = not draft.stock
    if draft.closing and draft.stock:
        defects.append("stock: all is dealt (closing), and cards are in it")
    if not draft.closing and not draft.stock:
        defects.append("closing: false, and nothing is left to be dealt")
    if draft.phase != Phase.BID and not draft.closing:
        defects.append(f"closing: in the phase {draft.phase.name.lower()} all is dealt")


def _seats(draft: Draft, defects: list[str]) -> None:
    """Leaders of the tricks, the first drawer, the declarer, the actor, where they follow from the rest."""
    rules = draft.rules
    _leaders(draft, defects)
    if draft.actor is None:
        draft.actor = _usual_actor(draft)
    if draft.phase == Phase.OVER:
        if draft.actor is not None:
            defects.append(f"actor: {draft.actor}, and the episode is over")
    elif draft.actor is None:
        defects.append("actor: it is asked for, and does not follow from the rest")
    if draft.phase == Phase.BID and not draft.closing and draft.actor is not None:
        drawn = rules.decks * TYPES - len(draft.stock)
        drawer = (draft.actor - drawn + 1) % rules.players
        if draft.first_drawer is None:
            draft.first_drawer = drawer
        elif draft.first_drawer != drawer:
            defects.append(
                f"first_drawer: seat {draft.first_drawer}, and after {number(drawn)} seat {draft.actor}, who has drawn "
                f"the last one, may bid: so seat {drawer} drew first"
            )
    elif draft.first_drawer is None:
        if draft.phase in (Phase.BID, Phase.RIOT):
            defects.append(f"first_drawer: in the phase {draft.phase.name.lower()} it is asked for")
        draft.first_drawer = draft.declarer or 0


def _leaders(draft: Draft, defects: list[str]) -> None:
    """Who led each trick: the declarer the first, then the winner of the one before."""
    history = draft.kitty_history
    if draft.phase in (Phase.CALL, Phase.PLAY, Phase.OVER) and draft.declarer is None:
        if draft.tricks:
            draft.declarer = draft.tricks[0].leader
        elif history:
            draft.declarer = history[0 if draft.rules.raid == "joker_bid" else -1].seat
        if draft.declarer is None:
            defects.append("declarer: it is asked for, and does not follow from the rest")
    leader = draft.declarer
    for k, trick in enumerate(draft.tricks):
        if trick.leader is None:
            trick.leader = leader
        if trick.leader is None:
            defects.append(f"tricks[{k}] leader: it does not follow from the rest")
        elif trick.winner is None and len(trick.plays) == draft.rules.players:
            trick.winner = _winner(draft, defects, k, trick)
        leader = trick.winner


def _winner(draft: Draft, defects: list[str], k: int, trick: Played) -> int | None:
    """Who has won a complete trick."""
    if draft.trump is None:
        return None
    suit, level = draft.trump
    try:
        trump = Trump(draft.rules, None if suit == NO_SUIT else cards.suit_text(suit), cards.level_text(level))
        return ((trick.leader or 0) + trump.winner(trick.plays)) % draft.rules.players
    except ShengjiError as error:
        defects.append(f"tricks[{k}]: {error}")
        return None


def _usual_actor(draft: Draft) -> int | None:
    """Whose decision it is, where only one seat can have it."""
    if draft.phase == Phase.BURY and draft.kitty_history:
        return draft.kitty_history[-1].seat
    if draft.phase == Phase.CALL:
        return draft.declarer
    if draft.phase == Phase.BID and not draft.closing and draft.first_drawer is not None:
        return (draft.first_drawer + draft.rules.decks * TYPES - len(draft.stock) - 1) % draft.rules.players
    if draft.phase == Phase.PLAY:
        if not draft.tricks:
            return draft.declarer
        last = draft.tricks[-1]
        if len(last.plays) == draft.rules.players:
            return last.winner
        return None if last.leader is None else (last.leader + len(last.plays)) % draft.rules.players
    return None


def _match(draft: Draft, defects: list[str]) -> None:
    """Levels at the start of a match, and whether this is its first deal."""
    rules = draft.rules
    if draft.levels is None:
        draft.levels = rules.read_levels([rules.start_level] * rules.players)
    if draft.first is None:
        draft.first = not draft.last_winners and draft.phase != Phase.OVER
    if draft.first and draft.last_winners:
        defects.append("last_winners: in the first deal there are none")
    if draft.first and draft.swing:
        defects.append("swing: before the first deal there was none")
    if not draft.first and not draft.last_winners and draft.phase != Phase.OVER:
        defects.append("last_winners: after the first deal there are some")


def _kitty(draft: Draft, defects: list[str]) -> None:
    """The kitty and its history complete each other."""
    history, size = draft.kitty_history, draft.rules.kitty
    lies = draft.closing and draft.phase != Phase.BURY
    if draft.phase in (Phase.BID, Phase.RIOT) and history:
        defects.append(f"kitty_history: in the phase {draft.phase.name.lower()} nobody has taken the kitty")
    if lies and not draft.kitty:
        draft.kitty = list(history[-1].laid) if history else _what_is_left(draft)
    if draft.phase in (Phase.CALL, Phase.PLAY, Phase.OVER) and not history and draft.declarer is not None:
        history.append(Laid(draft.declarer, _might_have_taken(draft), list(draft.kitty)))
    if len(draft.kitty) != (size if lies else 0):
        wanted = f"{number(size)} lie" if lies else "none lies"
        defects.append(f"kitty: {number(len(draft.kitty))}, and {wanted} in it here")
    if draft.phase == Phase.BURY and (not history or history[-1].laid):
        defects.append('kitty_history: while somebody buries, the last entry is [seat, taken, ""]')
    for k, entry in enumerate(history):
        _entry(draft, defects, k, entry)
    if lies and history and sorted(history[-1].laid) != sorted(draft.kitty):
        defects.append("kitty: it is not what was laid down last")


def _might_have_taken(draft: Draft) -> list[int]:
    """A kitty the declarer can have taken where no history says so: what he laid down, but for cards he has shown in a
    bid and so had before; for these others of his cards."""
    kept, shown = np.zeros((2, TYPES), np.int64)
    if draft.hands is not None and draft.declarer is not None:
        kept += _counts(draft.hands[draft.declarer])
    for seat, row in _played(draft):
        kept += row * (seat == draft.declarer)
    for bid in draft.bids:
        if bid.seat == draft.declarer:
            shown = np.maximum(shown, _counts(cards.types(bid.text)))
    laid = _counts(draft.kitty)
    buried = np.minimum(np.maximum(shown - kept, 0), laid)
    others = np.repeat(np.arange(TYPES), np.maximum(kept - shown, 0))
    return [*map(int, np.repeat(np.arange(TYPES), laid - buried)), *map(int, others[: int(buried.sum())])]


def _entry(draft: Draft, defects: list[str], k: int, entry: Laid) -> None:
    """One entry of the history fits between its neighbours."""
    size, last = draft.rules.kitty, k == len(draft.kitty_history) - 1
    unfinished = last and draft.phase == Phase.BURY and not entry.laid
    if len(entry.taken) != size or not (len(entry.laid) == size or unfinished):
        defects.append(f"kitty_history[{k}]: {number(size)} are taken and laid down")
    if k > 0 and sorted(draft.kitty_history[k - 1].laid) != sorted(entry.taken):
        defects.append(f"kitty_history[{k}]: it takes other cards than were laid down before")


def _what_is_left(draft: Draft) -> list[int]:
    """The cards that are nowhere else."""
    left = draft.rules.decks - _seen(draft)
    return [int(card) for card in np.repeat(np.arange(TYPES), np.maximum(left, 0))]


# ---------------------------------------------------------------- whether it adds up


def _phase(draft: Draft, defects: list[str]) -> None:
    """What there can be in a phase, and what cannot."""
    before_play = draft.phase in (Phase.BID, Phase.RIOT, Phase.BURY, Phase.RAID, Phase.CALL)
    name = draft.phase.name.lower()
    if before_play and draft.tricks:
        defects.append(f"tricks: in the phase {name} nothing is played")
    if before_play and draft.call is not None:
        defects.append(f"call: in the phase {name} nothing is called yet")
    calls = bool(partner.calls(rules_array(draft.rules)[0]))
    if not before_play and calls and draft.call is None:
        defects.append("call: the declarer has called a card before the play")
    if draft.call is not None and not calls:
        defects.append("call: nothing is called under these rules")
    if draft.phase == Phase.CALL and not calls:
        defects.append("phase: nothing is called under these rules")
    if draft.phase == Phase.RIOT and draft.rules.riot_max_points is None:
        defects.append("phase: there are no riots under these rules")
    if draft.phase == Phase.RAID and draft.rules.raid is None:
        defects.append("phase: there are no raids under these rules")
    if draft.raids and draft.rules.raid is None:
        defects.append("raids: there are none under these rules")
    if draft.phase == Phase.BID and draft.trump is not None:
        defects.append("trump: it stands only when the bids are over")
    if draft.phase == Phase.BURY and draft.kitty_history and draft.actor != draft.kitty_history[-1].seat:
        defects.append(f"actor: {draft.actor}, and seat {draft.kitty_history[-1].seat} has the kitty")


def _hand_sizes(draft: Draft, defects: list[str]) -> None:
    """Every seat has as many cards as dealing, the kitty and the tricks leave it."""
    rules = draft.rules
    sizes = _dealt(draft)
    if draft.phase == Phase.BURY:
        sizes[draft.kitty_history[-1].seat] += rules.kitty
    for seat, row in _played(draft):
        sizes[seat] -= int(row.sum())
    for seat, hand in enumerate(draft.hands or []):
        if len(hand) != sizes[seat]:
            defects.append(f"hands[{seat}]: {number(len(hand))}, and seat {seat} has {sizes[seat]} here")


def _dealt(draft: Draft) -> list[int]:
    """How many cards each seat was dealt so far."""
    players = draft.rules.players
    if draft.closing:
        return [draft.rules.hand] * players
    drawn = draft.rules.decks * TYPES - len(draft.stock)
    return [len(range((seat - (draft.first_drawer or 0)) % players, drawn, players)) for seat in range(players)]


def _seen(draft: Draft) -> np.ndarray:
    """How often each type appears in hands, stock and tricks, and in a kitty that lies."""
    seen = _counts([card for hand in draft.hands or [] for card in hand]) + _counts(draft.stock + draft.kitty)
    for _, row in _played(draft):
        seen = seen + row
    return seen


def _all_cards(draft: Draft, defects: list[str]) -> None:
    """Each card is there as often as the packs have it; picks are held."""
    decks = draft.rules.decks
    if len(draft.stock) and len(draft.stock) < draft.rules.kitty:
        defects.append(f"stock: {number(len(draft.stock))}, and the kitty's {draft.rules.kitty} are the last of them")
    seen = _seen(draft)
    for what, wrong in (("too many", seen > decks), ("missing", seen < decks)):
        listed = [f"{abs(int(seen[card]) - decks)} {cards.card_text(int(card))}" for card in np.flatnonzero(wrong)]
        if listed:
            more = f" and {len(listed) - 8} more" if len(listed) > 8 else ""
            defects.append(f"cards: {what}: {', '.join(listed[:8])}{more}")
    if draft.picked and draft.phase != Phase.CALL and draft.actor is not None and draft.hands:
        over = _counts(cards.types(draft.picked)) - _counts(draft.hands[draft.actor])
        lacking = cards.format(np.maximum(over, 0))
        if lacking:
            defects.append(f"picked: {lacking} is not in the hand of seat {draft.actor}")
