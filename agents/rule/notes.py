"""What a player can count: which cards are unseen, who is void, whose friend everybody is.

The notes of one decision are a NOTES record, filled by `take_notes` from a redacted STATE record alone.
"""

import numpy as np

from shengji_env.engine.layout import GROUPS, MASK, MAX_SEATS, ROW, TRUMP, TYPES, UNKNOWN, Partner, Phase, blank
from shengji_env.engine.order import points_of
from shengji_env.engine.partner import known_sides
from shengji_env.engine.shows import last_card

from .compiled import jit

STRENGTHS = 17  # 0..15 and one above
MAX_OPTIONS = 128  # of one decision; of more the worst are dropped
PARTS = 4

NOTES = np.dtype(
    [
        ("seat", "i8"),
        ("unseen", "i1", ROW),  # copies in other hands or in a kitty this seat does not know
        ("out", "i8", GROUPS),  # unseen cards of each group
        ("mine", "i8", GROUPS),  # own cards of each group
        ("above", "i8", (GROUPS, STRENGTHS)),  # unseen cards stronger than so much
        ("pairs_above", "i8", (GROUPS, STRENGTHS)),  # types with two unseen copies, stronger than so much
        ("chance", "f8", (MAX_SEATS, GROUPS)),  # that one unseen card of the group is in that hand
        ("declarers", "f8"),  # probability of being on the declarer side
        ("partner", "f8", MAX_SEATS),  # the same of the others
        ("friend", "f8", MAX_SEATS),  # 1 friend, -1 foe, by expectation in between
        ("no_pair", "i8", MAX_SEATS),  # group set: a pair was led, and the seat had none
        ("ruff", "f8", GROUPS),  # probability that a foe ruffs it when it is led
        ("density", "f8", GROUPS),  # points an unseen card of the group has on average
        ("density_all", "f8"),
        ("winners", "f8"),  # own plain cards that nothing unseen beats
        ("kitty_points", "f8"),  # known or expected
        ("worth", "f8", (4, ROW)),  # [copies played][type]: what is given up for later
        ("row", "i1", ROW),  # a play being thought about
        ("plan", "i1", ROW),  # the best one so far
        ("plan_card", "i8"),  # bids, calls: the card (or PASS) …
        ("plan_number", "i8"),  # … and its number
        ("plan_value", "f8"),
        ("gain", "f8"),  # of the play being thought about: points this trick brings …
        ("cost", "f8"),  # … what the cards were good for later
        ("lead", "f8"),  # … the right to lead
        ("aims", "f8"),  # … what it shows or draws
        ("listing", "i1"),  # whether options are written down
        ("options", "i8"),  # how many are
        ("option_row", "i1", (MAX_OPTIONS, ROW)),
        ("option_value", "f8", MAX_OPTIONS),
        ("option_parts", "f8", (MAX_OPTIONS, PARTS)),  # gain, -cost, lead, aims: they add up to the value
        ("picked", "i1", ROW),  # picks and mask of the view, put aside while thinking
        ("mask", "i1", MASK),
    ],
    align=True,
)

KITTY_TRUMPS = 0.1  # weight of a kitty card as the place of an unseen trump, and of a plain card
KITTY_PLAIN = 0.7
KITTY_POINTS = 7.0  # what others are expected to bury


def new_notes(number: int = 1) -> np.ndarray:
    """`number` blank NOTES records: scratch for as many threads."""
    return blank(number, NOTES)


@jit
def take_notes(s, r, n, p):
    """Fill the notes for the seat that is to act."""
    n.seat = s.actor
    count_unseen(s, r, n)
    if s.trump_suit != UNKNOWN:
        count_groups(s, n)
        place_cards(s, r, n)
        read_pairs(s, r, n)
    judge_sides(s, r, n, p)
    n.kitty_points = KITTY_POINTS
    if knows_kitty(s, r, n.seat):
        n.kitty_points = 0.0
        for j in range(r.kitty):
            n.kitty_points += points_of(s.kitty[j])


@jit
def knows_kitty(s, r, seat):
    """Whether the seat laid down the kitty as it lies."""
    return s.burials > 0 and s.kitty_lies != 0 and s.burial_seat[s.burials - 1] == seat


@jit
def count_unseen(s, r, n):
    """All copies less those in the own hand, in a kitty one knows, and played."""
    for card in range(TYPES):
        copies = r.decks - s.hand[n.seat, card]
        for seat in range(r.players):
            copies -= s.played[seat, card]
        n.unseen[card] = copies
    if knows_kitty(s, r, n.seat):
        for j in range(r.kitty):
            n.unseen[s.kitty[j]] -= 1


@jit
def count_groups(s, n):
    """Cards by group, and how many are stronger than each strength."""
    n.out[:] = 0
    n.mine[:] = 0
    n.above[:] = 0
    n.pairs_above[:] = 0
    n.density[:] = 0.0
    for card in range(TYPES):
        g = s.group[card]
        n.mine[g] += s.hand[n.seat, card]
        copies = n.unseen[card]
        if copies > 0:
            n.out[g] += copies
            n.density[g] += copies * points_of(card)
            if s.strength[card] > 0:
                n.above[g, s.strength[card] - 1] += copies
                if copies > 1:
                    n.pairs_above[g, s.strength[card] - 1] += 1
    cards, points = 0, 0.0
    for g in range(GROUPS):
        cards += n.out[g]
        points += n.density[g]
        n.density[g] /= max(n.out[g], 1)
    n.density_all = points / max(cards, 1)
    for g in range(GROUPS):
        for strength in range(STRENGTHS - 2, -1, -1):
            n.above[g, strength] += n.above[g, strength + 1]
            n.pairs_above[g, strength] += n.pairs_above[g, strength + 1]


@jit
def place_cards(s, r, n):
    """How likely each hand is to hold an unseen card of each group: by hand size, among those not void of it."""
    kitty_unknown = 0 if knows_kitty(s, r, n.seat) else r.kitty
    for g in range(GROUPS):
        places = kitty_unknown * (KITTY_TRUMPS if g == TRUMP else KITTY_PLAIN)
        for seat in range(r.players):
            n.chance[seat, g] = 0.0
            if seat != n.seat and (s.void[seat] >> g) & 1 == 0:
                n.chance[seat, g] = s.hand_size[seat]
                places += s.hand_size[seat]
        for seat in range(r.players):
            n.chance[seat, g] /= max(places, 1.0)


@jit
def read_pairs(s, r, n):
    """Who followed a pair of his group without one has no more of them there: played tricks, then the current one."""
    n.no_pair[:] = 0
    if not r.follow_shapes:
        return
    at = 0
    for t in range(s.tricks):
        size = s.trick_size[t]
        lead = s.log[at]
        if size == 2 and s.log[at + 1] == lead:
            for k in range(1, r.players):
                first, second = s.log[at + 2 * k], s.log[at + 2 * k + 1]
                if first != second:
                    note_no_pair(s, n, (s.trick_leader[t] + k) % r.players, s.group[lead])
        at += size * r.players
    if s.plays > 1 and s.lead_size == 2 and s.lead_kind == 2:
        for k in range(1, s.plays):
            seat = (s.leader + k) % r.players
            pair = False
            for card in range(TYPES):
                pair |= s.trick[seat, card] > 1
            if not pair:
                note_no_pair(s, n, seat, s.lead_group)


@jit
def note_no_pair(s, n, seat, group):
    n.no_pair[seat] |= 1 << group


# ---------------------------------------------------------------- sides


@jit
def judge_sides(s, r, n, p):
    """How far each seat is expected to be a friend."""
    n.friend[:] = 0.0
    n.friend[n.seat] = 1.0
    n.declarers = 0.5
    if s.declarer == UNKNOWN:
        return
    side, attackers = known_sides(s, r, n.seat)
    if (side >> n.seat) & 1:
        n.declarers = 1.0
    elif (attackers >> n.seat) & 1:
        n.declarers = 0.0
    else:
        n.declarers = own_part(s, r, n, p)
    judge_partners(s, r, n, side, attackers)
    for seat in range(r.players):
        if seat == n.seat:
            continue
        # Both on the declarer side, or both not; only one of us can be a single hidden partner.
        partner = n.partner[seat]
        if r.partner != Partner.TRUMP_CARDS and (side >> seat) & 1 == 0 and (side >> n.seat) & 1 == 0:
            n.friend[seat] = (1.0 - n.declarers) * (1.0 - 2.0 * partner) - n.declarers
        else:
            n.friend[seat] = (2.0 * n.declarers - 1.0) * (2.0 * partner - 1.0)
        if (side >> seat) & 1 == 0 and (attackers >> seat) & 1 == 0:
            n.friend[seat] = min(max(n.friend[seat] + p.belief, -1.0), 1.0)


@jit
def judge_partners(s, r, n, side, attackers):
    """Probability, for each other seat, of being on the declarer side: who is not known is as likely a partner as to
    hold the card that makes one."""
    single = r.partner != Partner.TRUMP_CARDS
    card = s.call_type if single else last_card(s)
    total = 0.0
    for seat in range(r.players):
        n.partner[seat] = 0.0
        if (side >> seat) & 1:
            n.partner[seat] = 1.0
        elif (attackers >> seat) & 1 == 0 and seat != n.seat:
            n.partner[seat] = likely_holder(s, n, seat, card)
            total += n.partner[seat]
    if single and total > 0.0:
        for seat in range(r.players):
            if (side >> seat) & 1 == 0:
                n.partner[seat] /= total


@jit
def likely_holder(s, n, seat, card):
    """Probability that the seat holds an unseen copy of the card; before there is one, a seat's share of the cards."""
    if card == UNKNOWN or s.trump_suit == UNKNOWN:
        return 0.2
    miss = 1.0
    for _ in range(n.unseen[card]):
        miss *= 1.0 - n.chance[seat, s.group[card]]
    return 1.0 - miss


@jit
def own_part(s, r, n, p):
    """Probability of being the partner oneself, where not even that is known."""
    if s.phase != Phase.PLAY or r.partner != Partner.CALLED_TURN:
        return 1.0 / (r.players - 1)
    own = s.hand[n.seat, s.call_type]
    unseen = n.unseen[s.call_type]
    missing = s.call_ordinal - s.call_seen  # this play of it makes the partner
    if own == 0 or missing > own + unseen:
        return 0.0
    if unseen == 0:
        return 1.0 if own >= missing else 0.0
    # Others hold copies too: whoever wants to be the partner plays first (or second).
    return p.claim if own >= missing else 0.4
