"""Bids, raids and riots: how strong the hand is with each trump (亮主, 抄底, 暴动)."""

from shengji_env.engine.layout import (
    FIRST_JOKER,
    PASS,
    RANKS,
    RIOT,
    SUITS,
    TRUMP,
    TYPES,
    BidLevels,
)
from shengji_env.engine.shows import last_card
from shengji_env.engine.tokens import numbers_of

from .compiled import jit
from .options import note_choice

FULL_HAND = 20.0  # cards that the strengths in `personality` are meant for
NEVER = -100.0  # the value of what is out of the question
SHORTEST = 6.0  # a hand of fewer cards says little yet


@jit
def trump_strength(s, n, p, suit, level):
    """Trumps, more for a pair of them and for a joker, scaled to a full hand; `suit` NO_SUIT: no trump suit."""
    hand = s.hand[n.seat]
    strength = 0.0
    total = 0
    for card in range(TYPES):
        held = hand[card]
        if held == 0:
            continue
        total += held
        if card >= FIRST_JOKER:
            strength += (1.0 + p.bid_joker) * held
        elif card // RANKS == suit or card % RANKS == level:
            strength += held
        else:
            continue
        if held > 1:
            strength += p.bid_pair
    return strength * FULL_HAND / max(total, SHORTEST)


@jit
def plan_bid(s, r, n, p):
    """The best bid (or raid), or PASS, as card and number."""
    n.plan_card, n.plan_number = PASS, 0
    needed = p.bid_strength - (p.bid_eager if s.closing else 0.0)
    if s.bids > 0:
        present = trump_strength(s, n, p, shown_suit(s), shown_level(s, n))
        needed = max(needed, present + p.bid_margin)
    if n.listing != 0:
        note_choice(n, PASS, 0, 0.0)
    best = needed
    for card in range(TYPES):
        if s.mask[card] == 0:
            continue
        value = bid_value(s, r, n, p, card)
        if n.listing != 0:
            note_choice(n, card, copies_shown(s, r, n, card), value - needed)
        if value >= best:
            best = value
            n.plan_card = card
            n.plan_number = copies_wished(s, n, card)


@jit
def copies_wished(s, n, card):
    """A pair where there is one."""
    return 2 if card >= FIRST_JOKER else min(s.hand[n.seat, card], 2)


@jit
def copies_shown(s, r, n, card):
    """How many copies are shown in the end: where the rules forbid the wish, the fewest they allow."""
    wished = copies_wished(s, n, card)
    numbers = numbers_of(s, r, card)
    if (numbers >> wished) & 1:
        return wished
    fewest = 1
    while (numbers >> fewest) & 1 == 0 and fewest < 3:
        fewest += 1
    return fewest


@jit
def shown_suit(s):
    card = last_card(s)
    return SUITS if card >= FIRST_JOKER else card // RANKS


@jit
def shown_level(s, n):
    card = last_card(s)
    return s.levels[n.seat] if card >= FIRST_JOKER else card % RANKS


@jit
def bid_value(s, r, n, p, card):
    """Strength of the hand after this bid, less what a deal that somebody else declares is worth less."""
    if card >= FIRST_JOKER:
        # No trump: the level cards and jokers alone must carry it.
        return trump_strength(s, n, p, SUITS, s.levels[n.seat]) + 1.0
    value = trump_strength(s, n, p, card // RANKS, card % RANKS)
    if r.bid_levels == BidLevels.WINNERS and card % RANKS != s.levels[n.seat]:
        value -= p.bid_other
    return value


@jit
def plan_riot(s, r, n, p):
    """Void a deal that promises little: few trumps, no plain ace, and somebody else declares."""
    aces = 0
    for suit in range(SUITS):
        card = suit * RANKS + RANKS - 1
        if s.group[card] != TRUMP:
            aces += s.hand[n.seat, card]
    weak = n.seat != s.declarer and n.mine[TRUMP] < p.riot_trumps and aces == 0
    n.plan_card = RIOT if weak else PASS
    if n.listing != 0:  # the riot is written as a copy of card 0: no card is played
        note_choice(n, PASS, 0, 0.0)
        may = n.seat != s.declarer and aces == 0
        note_choice(n, 0, 1, p.riot_trumps - n.mine[TRUMP] if may else NEVER)
