"""Random positions, rich in pairs, triples, runs, level cards and jokers.

Everything is drawn with a `random.Random`, so a seed names a position. The cards of a position
are those of one real deal with the rules' number of decks.
"""

from collections import Counter

from .cards import TRUMP, group, strength, types_of_group
from .follow import asked_components, of_group, search_in
from .presets import NAMES
from .presets import rules as preset_rules
from .shapes import decompose, shape, top
from .throws import throw
from .winner import ways_to_take

OVERRIDES = {
    "trump_chain": ["specials", "full", "levels"],
    "tractors": [False],
    "throw_failure": ["lowest_card", "lowest_beaten"],
    "follow_shapes": [True, False],
    "tractor_follow": ["exact", "longest"],
    "kitty_multiplier": ["cards", "shape", "linear", "component"],
    "kitty_shape": ["lead", "winner"],
    "level_cap": [None, 2, 4],
    "after_ace": ["win", "wrap"],
    "must_play_ace": [True, False],
}


def draw_rules(rng, preset=None, changed=0.5, decks=None):
    """A preset's rules; with probability `changed` up to three fields and the decks differ."""
    overrides = {}
    if rng.random() < changed:
        for field in rng.sample(sorted(OVERRIDES), rng.randint(1, 3)):
            overrides[field] = rng.choice(OVERRIDES[field])
        overrides["decks"] = rng.choice([1, 2, 2, 3, 3, 3])
    if decks is not None:
        overrides["decks"] = decks
    return preset_rules(preset or rng.choice(NAMES), **overrides)


def draw_trump(rng):
    """(suit or None, level)."""
    return rng.choice([0, 1, 2, 3, 0, 1, 2, 3, None]), rng.randrange(13)


def plain_deal(rng, rules):
    """(hands, kitty) of a fair deal."""
    deck = list(range(54)) * rules["decks"]
    rng.shuffle(deck)
    n = rules["hand"]
    hands = [sorted(deck[seat * n : (seat + 1) * n]) for seat in range(rules["players"])]
    return hands, deck[rules["players"] * n :]


def sticky_deal(rng, rules, trump):
    """(hands, kitty): neighbouring types and the copies of a type tend to go to one player."""
    stay, together = rng.choice([0.4, 0.65, 0.85]), rng.choice([0.6, 0.85, 1.0])
    room = dict.fromkeys(range(rules["players"]), rules["hand"])
    room[None] = rules["kitty"]
    hands = {seat: [] for seat in room}
    groups = [0, 1, 2, 3, TRUMP]
    rng.shuffle(groups)
    for g in groups:
        owner = None
        for card in sorted(types_of_group(trump, g), key=lambda c: strength(trump, c)):
            if rng.random() > stay:
                owner = rng.randrange(rules["players"])
            for _ in range(rules["decks"]):
                seat = owner if rng.random() < together else rng.randrange(rules["players"])
                while not room[seat]:
                    seat = rng.choice([s for s in room if room[s]])
                hands[seat].append(card)
                room[seat] -= 1
    kitty = hands.pop(None)
    rng.shuffle(kitty)
    return [sorted(hands[seat]) for seat in sorted(hands)], kitty


def draw_deal(rng, rules, trump):
    """(hands, kitty), one in three plainly dealt."""
    return plain_deal(rng, rules) if rng.random() < 0.33 else sticky_deal(rng, rules, trump)


def later_in_the_deal(rng, hands):
    """The hands after some tricks: all of one smaller size, whole types gone where possible."""
    size = rng.choice([len(hands[0]), len(hands[0]), rng.randint(1, len(hands[0]))])
    kept = []
    for hand in hands:
        types = sorted(set(hand))
        rng.shuffle(types)
        order = [card for t in types for card in hand if card == t]
        kept.append(sorted(order[:size]))
    return kept


def draw_hands(rng, rules, trump):
    """Hands of all seats at some moment before a trick."""
    return later_in_the_deal(rng, draw_deal(rng, rules, trump)[0])


# --- leads ----------------------------------------------------------------------------------


def draw_lead(rng, rules, trump, hand, among=None):
    """Cards of one group of the hand: a component of it, a throw of some, or any cards.

    `among`: the groups to choose from, where the hand has them.
    """
    groups = sorted({group(trump, card) for card in hand})
    wished = [g for g in groups if among is None or g in among]
    g = rng.choice(wished or groups)
    cards = [card for card in hand if group(trump, card) == g]
    parts = decompose(rules, trump, cards)
    style = rng.choice(["single", "part", "part", "part", "cut", "throw", "throw", "any", "all"])
    if style == "single":
        return [rng.choice(cards)]
    if style == "all":
        return sorted(cards)
    if style == "any":
        return sorted(rng.sample(cards, rng.randint(1, len(cards))))
    if style == "throw":
        if rng.random() < 0.5:  # of the strongest parts, so that some stand
            parts.sort(key=lambda part: -top(trump, part.cards))
            parts = parts[: rng.randint(1, 4)]
        chosen = rng.sample(parts, rng.randint(1, min(4, len(parts))))
        return sorted(card for part in chosen for card in part.cards)
    part = rng.choice(parts[: 1 + len(parts) // 2])  # the dominant ones
    types = sorted(set(part.cards), key=lambda card: strength(trump, card))
    if style == "cut":  # a piece of it: fewer types, fewer copies
        start = rng.randrange(len(types))
        types = types[start : rng.randint(start + 1, len(types))]
        copies = rng.randint(1, part.cards.count(types[0]))
        return sorted(types * copies)
    return list(part.cards)


# --- follows --------------------------------------------------------------------------------


def draw_legal_play(rng, rules, trump, lead, hand):
    """A legal follow: cards that reach V(H), filled up at random."""
    n = len(lead)
    in_group = of_group(trump, lead, hand)
    if len(in_group) <= n:
        others = list((Counter(hand) - Counter(in_group)).elements())
        return sorted(in_group + rng.sample(others, n - len(in_group)))
    if not rules["follow_shapes"]:
        return sorted(rng.sample(in_group, n))
    given = list(rng.choice(search_in(rules, trump, lead, hand)[1]))
    rest = list((Counter(in_group) - Counter(given)).elements())
    return sorted(given + rng.sample(rest, n - len(given)))


def draw_answer(rng, rules, trump, lead, hand):
    """A play of trumps in the lead's shape from a hand; None if this try finds none."""
    cards = tuple(card for card in hand if group(trump, card) == TRUMP)
    play = []
    for part in shape(decompose(rules, trump, lead)):
        ways = list(ways_to_take(rules["trump_chain"], trump, TRUMP, cards, part))
        if not ways:
            return None
        _, rest = rng.choice(ways)
        play += (Counter(cards) - Counter(rest)).elements()
        cards = rest
    return sorted(play)


def draw_any_play(rng, rules, trump, lead, hand):
    """The right number of cards held: legal, nearly legal (a card or two exchanged), or any."""
    style = rng.random()
    if style < 0.2:
        return sorted(rng.sample(hand, len(lead)))
    if style < 0.4:
        in_group = of_group(trump, lead, hand)
        if len(in_group) > len(lead):
            return sorted(rng.sample(in_group, len(lead)))
    play = draw_legal_play(rng, rules, trump, lead, hand)
    if style < 0.7:
        for _ in range(rng.randint(1, 2)):
            rest = list((Counter(hand) - Counter(play)).elements())
            if rest:
                play[rng.randrange(len(play))] = rng.choice(rest)
    return sorted(play)


def draw_follow(rng, rules=None, trump=None):
    """{rules, trump, lead, hand}; three in four look for a lead whose shape asks something of the hand."""
    rules, trump = rules or draw_rules(rng), trump or draw_trump(rng)
    hands = draw_hands(rng, rules, trump)
    hand = hands[1]
    for _ in range(rng.choice([1, 5, 10, 20])):
        lead = draw_lead(rng, rules, trump, hands[0])
        if asked_components(rules, trump, lead) and len(of_group(trump, lead, hand)) > len(lead):
            break
    return {"rules": rules, "trump": trump, "lead": lead, "hand": hand}


def draw_partial(rng, rules, trump, lead, hand):
    """Part of a legal follow, at least one card short."""
    play = draw_legal_play(rng, rules, trump, lead, hand)
    return sorted(rng.sample(play, rng.randrange(len(play))))


def draw_throw(rng, rules=None, trump=None):
    """{rules, trump, lead, others}: a lead of two components or more wherever the hand allows."""
    rules, trump = rules or draw_rules(rng), trump or draw_trump(rng)
    hands = draw_hands(rng, rules, trump)
    for _ in range(8):
        lead = draw_lead(rng, rules, trump, hands[0])
        if len(decompose(rules, trump, lead)) > 1:
            break
    return {"rules": rules, "trump": trump, "lead": lead, "others": hands[1:]}


def draw_trick(rng, rules=None, trump=None):
    """{rules, trump, plays}: a trick as really led, all legal, with many ruffs and answers."""
    rules, trump = rules or draw_rules(rng), trump or draw_trump(rng)
    hands = draw_hands(rng, rules, trump)
    among = None
    if rng.random() < 0.7:  # where somebody is void
        among = [
            g
            for g in range(4)
            if any(group(trump, card) == g for card in hands[0])
            and not all(any(group(trump, card) == g for card in hand) for hand in hands[1:])
        ]
    lead = draw_lead(rng, rules, trump, hands[0], among)
    lead = throw(rules, trump, lead, hands[1:])[1]
    plays = [lead]
    for hand in hands[1:]:
        play = None
        if not of_group(trump, lead, hand) and rng.random() < 0.8:
            play = draw_answer(rng, rules, trump, lead, hand)
        plays.append(play or draw_legal_play(rng, rules, trump, lead, hand))
    return {"rules": rules, "trump": trump, "plays": plays}
