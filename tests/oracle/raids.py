"""Kitty raids (抄底) and riots (暴动) (rules 7). States are those of `bids`."""

from .bids import (
    auction,
    is_first_deal,
    joker_pairs,
    level_and_joker,
    level_types,
    sets_of,
    suit_shown,
)
from .cards import BIG_JOKER, SMALL_JOKER, is_joker, points, suit_of


def any_round_height(shown):
    """单张 < pairs D C H S small big < triples D C H S small big; an unbid no trump (None) lowest."""
    if shown is None:
        return (0, 0)
    if len(shown) == 1:
        return (1, 0)
    place = {SMALL_JOKER: 4, BIG_JOKER: 5}.get(shown[0], suit_of(shown[0]))
    return (len(shown), place)


def joker_bid_height(shown):
    """Level card + joker < level pair + joker < small jokers < big jokers; unbid (None) lowest."""
    if shown is None:
        return 0
    if all(is_joker(card) for card in shown):
        return 4 if shown[0] == BIG_JOKER else 3
    return 1 if len(shown) == 2 else 2


def last_shown(state):
    """(seat, cards) of the last raid, else of the last bid, else None."""
    made = list(state["bids"]) + list(state["raids"])
    return made[-1] if made else None


def before_raids(rules, state, unbid=None):
    """(declarer, level, suit) before any raid; `unbid`: the result of an unbid deal."""
    result = auction(rules, state) or unbid
    return result["declarer"], result["level"], result["suit"]


def legal_raids(rules, state, seat, hand, unbid=None):
    """The raids that `seat` may make, sorted."""
    last = last_shown(state)
    shown = last[1] if last else None
    if rules["raid"] == "any_round":
        types = level_types([state["levels"][seat]]) + [SMALL_JOKER, BIG_JOKER]
        height = any_round_height
        every = sets_of(hand, types, [2, 3])
    elif rules["raid"] == "joker_bid":
        _, level, _ = before_raids(rules, state, unbid)
        height = joker_bid_height
        # A level card + joker is a bid only: the seed names the level pair + joker and the jokers.
        every = level_and_joker(hand, level, [2]) + joker_pairs(hand)
    else:
        return []
    return sorted(raid for raid in every if height(raid) > height(shown))


def raid_order(rules, state, unbid=None):
    """Seats asked from here on, if nobody raids any more."""
    players = rules["players"]
    declarer, _, _ = before_raids(rules, state, unbid)
    if rules["raid"] == "any_round":
        holder = state["raids"][-1][0] if state["raids"] else declarer
        return [(holder + i) % players for i in range(1, players)]
    if rules["raid"] == "joker_bid":
        last = last_shown(state)
        start = state["raids"][-1][0] if state["raids"] else declarer
        order = [(start + i) % players for i in range(1, players + 1)]
        return [seat for seat in order if last is None or seat != last[0]]
    return []


def if_ended(rules, state, unbid=None):
    """{declarer, level, suit, kitty_holder} if nobody raids any more.

    kitty_holder: who has the kitty then (in a joker bid's first deal: who takes it now).
    """
    declarer, level, suit = before_raids(rules, state, unbid)
    holder = declarer
    if state["raids"]:
        holder, shown = state["raids"][-1]
        suit = suit_shown(shown)
        if rules["raid"] == "any_round":
            declarer, level = holder, state["levels"][holder]
        elif is_first_deal(state):
            declarer = holder
    return {"declarer": declarer, "level": level, "suit": suit, "kitty_holder": holder}


def riot_seats(rules, first_drawer, declarer, hands):
    """Seats asked whether they riot, in order: dealt hands with few enough points."""
    if rules["riot_max_points"] is None:
        return []
    players = rules["players"]
    asked = [(first_drawer + i) % players for i in range(players)]
    if rules["riot_by"] == "attackers":
        asked = [seat for seat in asked if seat % 2 != declarer % 2]
    return [seat for seat in asked if points(hands[seat]) <= rules["riot_max_points"]]


def after_riot(rules, state, rioter, declarer):
    """The state of the redeal after a riot: the rioter draws first.

    Succession by bids: bidding is free. Rotation: this deal's declarer stays.
    """
    kept = state["declarer"] if rules["succession"] == "bids" else declarer
    return dict(state, after_riot=True, first_drawer=rioter, declarer=kept, bids=[], raids=[], closing=False)
