"""Bids (亮主), overbids (反主) and what the bidding decides (rules 6).

A state is a dict: levels (level index by seat), first (first deal of the match), after_riot,
last_winners (seats), swing (of the last deal), declarer (known before the bids, or None),
first_drawer, bids and raids as [(seat, cards)], closing (all cards are dealt). A reinforcement
shows all copies: H5, then H5 H5.
"""

from collections import Counter

from .cards import BIG_JOKER, SMALL_JOKER, TRUMP, group, is_joker, rank_of, suit_of
from .score import next_seat_of

JOKER_OF_COLOUR = {0: BIG_JOKER, 1: SMALL_JOKER, 2: BIG_JOKER, 3: SMALL_JOKER}  # D C H S


def is_free(state):
    """Free bidding: the first deal, or after a riot."""
    return state["first"] or state["after_riot"]


def is_first_deal(state):
    """A first deal whose declarer a riot has kept counts as later."""
    return state["first"] and state["declarer"] is None


def level_card_of(cards):
    """The level card type that a bid shows; None for jokers alone."""
    return next((card for card in sorted(cards) if not is_joker(card)), None)


def suit_shown(cards):
    """Trump suit of a bid or raid: its level card's; None (no trump) for jokers alone."""
    card = level_card_of(cards)
    return None if card is None else suit_of(card)


def sets_of(hand, types, sizes):
    """`k` copies of one of these types, for every k of `sizes` that the hand holds."""
    held = Counter(hand)
    return [[card] * k for card in sorted(types) for k in sizes if held[card] >= k]


def level_types(levels):
    """The level card types of some levels."""
    return [card for card in range(52) if rank_of(card) in levels]


def joker_pairs(hand):
    """Pairs of equal jokers."""
    return sets_of(hand, [SMALL_JOKER, BIG_JOKER], [2])


# --- which bids are legal -------------------------------------------------------------------


def legal_bids(rules, state, seat, hand):
    """The bids that `seat` may make, sorted; [] if he is not asked."""
    if rules["bid_with_joker"]:
        found = legal_joker_bids(rules, state, seat, hand)
    elif rules["bid_levels"] == "winners":
        found = legal_winners_bids(state, seat, hand)
    elif rules["bid_levels"] == "own":
        found = legal_own_bids(state, seat, hand)
    else:
        found = legal_declarer_bids(rules, state, seat, hand)
    return sorted(found)


def legal_winners_bids(state, seat, hand):
    """At the winners' levels: cards of any current level of the last winners; free: of any player's."""
    levels = state["levels"]
    shown_levels = levels if is_free(state) else [levels[s] for s in state["last_winners"]]
    types = level_types(shown_levels)
    if not state["bids"]:  # a single, a pair or a pair of jokers opens
        return sets_of(hand, types, [1, 2]) + joker_pairs(hand)
    bidder, shown = state["bids"][-1]
    if is_joker(shown[0]):  # joker pairs are final
        return []
    if bidder == seat:  # nobody overbids himself, but he may reinforce a single
        return sets_of(hand, [shown[0]], [2]) if len(shown) == 1 else []
    if len(shown) == 1:  # a pair overbids another player's single
        return sets_of(hand, types, [2]) + joker_pairs(hand)
    return joker_pairs(hand)


def legal_own_bids(state, seat, hand):
    """At one's own level, of which cards are shown; no jokers."""
    types = level_types([state["levels"][seat]])
    if not state["bids"]:
        return sets_of(hand, types, [1, 2, 3])
    bidder, shown = state["bids"][-1]
    if bidder == seat:  # he may add copies while not overbid
        return sets_of(hand, [shown[0]], range(len(shown) + 1, 4))
    if len(shown) == 1:  # a pair or a triple of another player overbids a single
        return sets_of(hand, types, [2, 3])
    return []  # a pair or triple shown is closed to overbids


def declarer_bid_height(rules, shown):
    """Single < pair < pair of jokers; under `joker_order` the big pair above the small."""
    if is_joker(shown[0]):
        return 4 if rules["joker_order"] and shown[0] == BIG_JOKER else 3
    return len(shown)


def legal_declarer_bids(rules, state, seat, hand):
    """At the declarer's level; with no declarer yet, at the bidder's own."""
    holder = seat if state["declarer"] is None else state["declarer"]
    types = level_types([state["levels"][holder]])
    every = sets_of(hand, types, [1, 2]) + joker_pairs(hand)
    if not state["bids"]:
        return every
    bidder, shown = state["bids"][-1]
    height = declarer_bid_height(rules, shown)
    higher = [bid for bid in every if declarer_bid_height(rules, bid) > height]
    if bidder != seat:
        return higher
    reinforcements = sets_of(hand, [shown[0]], [2]) if height == 1 else []
    if not rules["self_overbid"]:
        return reinforcements
    return higher  # any pair that is higher, the reinforcement among them


def legal_joker_bids(rules, state, seat, hand):
    """A joker bid: a level card, or two equal ones, and a joker of its colour."""
    if state["bids"]:  # the first bid closes the bidding
        return []
    level = state["levels"][seat]
    if not is_first_deal(state):
        if on_declarer_side(state, seat):
            level = state["levels"][state["declarer"]]
        elif not state["closing"]:  # while dealing only the declarer side may bid
            return []
    return level_and_joker(hand, level, [1, 2])


def level_and_joker(hand, level, sizes):
    """Level cards of one type with a joker of their colour."""
    return [
        sorted(cards + [JOKER_OF_COLOUR[suit_of(cards[0])]])
        for cards in sets_of(hand, level_types([level]), sizes)
        if JOKER_OF_COLOUR[suit_of(cards[0])] in hand
    ]


def on_declarer_side(state, seat):
    """Fixed partners: even seats against odd seats."""
    return seat % 2 == state["declarer"] % 2


# --- in what order they are asked -----------------------------------------------------------


def closing_order(rules, state, last):
    """Seats in the order of the closing round, from the seat after `last` (drawer or bidder)."""
    players = rules["players"]
    order = [(last + i) % players for i in range(1, players + 1)]
    if rules["bid_with_joker"] and not is_first_deal(state):  # the declarer side first
        order.sort(key=lambda seat: not on_declarer_side(state, seat))
    return order


def asked_in_closing(rules, state, last, hands):
    """The seats of `closing_order` that have a legal bid."""
    return [
        seat
        for seat in closing_order(rules, state, last)
        if legal_bids(rules, dict(state, closing=True), seat, hands[seat])
    ]


def first_drawer(random_seat, last_declarer=None, rioter=None, redrawn=None):
    """Who draws first: `redrawn` is the first drawer of a deal that nobody bid in."""
    for seat in (redrawn, rioter, last_declarer):
        if seat is not None:
            return seat
    return random_seat


# --- what they decide -----------------------------------------------------------------------


def auction(rules, state):
    """{declarer, level, suit, shown, bidder} after the bids, before any raid; None if unbid."""
    if not state["bids"]:
        return None
    bidder, shown = state["bids"][-1]
    if rules["bid_levels"] == "winners":
        declarer, level = winners_declarer(rules, state)
    elif rules["bid_levels"] == "own":
        declarer, level = bidder, state["levels"][bidder]
    else:
        declarer, level = declarer_bids_declarer(rules, state)
    return {
        "declarer": declarer,
        "level": level,
        "suit": suit_shown(shown),
        "shown": sorted(shown),
        "bidder": bidder,
    }


def first_at_level(rules, seats, after, levels, level):
    """From the seat after `after`, the first of `seats` at that level."""
    return next_seat_of([seat for seat in seats if levels[seat] == level], after, rules["players"])


def winners_declarer(rules, state):
    """(declarer, level) by bids at the winners' levels, bid by bid."""
    levels, free = state["levels"], is_free(state)
    everyone = range(rules["players"])
    candidates = list(everyone) if free else state["last_winners"]
    may_declare = state["last_winners"] if state["swing"] and not free else everyone
    declarer = level = None
    previous = None  # (bidder, type) of the bid before
    for bidder, shown in state["bids"]:
        if is_joker(shown[0]):
            if free or bidder in state["last_winners"]:
                declarer, level = bidder, levels[bidder]
            elif declarer is None:
                declarer = next_seat_of(state["last_winners"], bidder, rules["players"])
                level = levels[declarer]
        elif (bidder, shown[0]) != previous:  # else a reinforcement: all stays
            level = rank_of(shown[0])
            if levels[bidder] == level and bidder in may_declare:
                declarer = bidder
            else:
                declarer = first_at_level(rules, candidates, bidder, levels, level)
        previous = (bidder, shown[0])
    return declarer, level


def declarer_bids_declarer(rules, state):
    """(declarer, level) by bids at the declarer's level."""
    first_bidder, last_bidder = state["bids"][0][0], state["bids"][-1][0]
    declarer = state["declarer"]
    if declarer is None:
        by_first = rules["bid_with_joker"] or rules["first_declarer"] == "first_bid"
        declarer = first_bidder if by_first else last_bidder
    elif rules["bid_with_joker"] and not on_declarer_side(state, first_bidder):
        declarer = first_bidder  # 换庄
    return declarer, state["levels"][declarer]


# --- nobody bids ----------------------------------------------------------------------------


def unbid(rules, state, kitty, hands, redeals):
    """What happens when nobody bids; `redeals`: such redeals in a row so far.

    None: deal again. Else {declarer, level, suit, levels, turned (cards of the kitty shown)}.
    """
    what = rules["unbid_first"] if is_first_deal(state) else rules["unbid_later"]
    if what == "redeal":
        if redeals < rules["redeal_limit"]:
            return None
        what = "no_trump"
    if what == "no_trump":
        declarer = unbid_declarer(rules, state)
        return unbid_result(state["levels"], declarer, None, [])
    if rules["bid_with_joker"]:
        return flip_for_joker_bid(rules, state, kitty, hands)
    levels = list(state["levels"])
    if rules["unbid_demotion"]:
        side = [
            seat
            for seat in range(rules["players"])
            if seat == state["declarer"] or (rules["levels"] == "side" and on_declarer_side(state, seat))
        ]
        for seat in side:
            levels[seat] = max(levels[seat] - 1, 0)
    turned = []
    for card in kitty[2:]:  # the third from the top; jokers: the next card
        turned.append(card)
        if not is_joker(card):
            return unbid_result(levels, state["declarer"], suit_of(card), turned)
    return unbid_result(levels, state["declarer"], None, turned)


def unbid_result(levels, declarer, suit, turned):
    return {
        "declarer": declarer,
        "level": levels[declarer],
        "suit": suit,
        "levels": list(levels),
        "turned": turned,
    }


def unbid_declarer(rules, state):
    """The known declarer; else under "winners" the first of the last winners from the first drawer
    on; else (free bidding, "own", a first deal) the first drawer."""
    if state["declarer"] is not None:
        return state["declarer"]
    if rules["bid_levels"] == "winners" and not is_free(state):
        before_first_drawer = state["first_drawer"] - 1
        return next_seat_of(state["last_winners"], before_first_drawer, rules["players"])
    return state["first_drawer"]


def flip_for_joker_bid(rules, state, kitty, hands):
    """Joker bid: the third card's suit; a joker or level card means no trump and may move the deal."""
    levels, declarer, turned = state["levels"], state["declarer"], kitty[2]
    if group((None, levels[declarer]), turned) != TRUMP:  # neither joker nor level card
        return unbid_result(levels, declarer, suit_of(turned), [turned])
    holders = [seat for seat in range(rules["players"]) if turned in hands[seat]]
    if holders:  # from the declarer on, the nearest
        nearest = next_seat_of(holders, declarer - 1, rules["players"])
        if not on_declarer_side(state, nearest):
            declarer = nearest
    return unbid_result(levels, declarer, None, [turned])
