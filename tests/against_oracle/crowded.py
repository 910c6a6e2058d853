"""Positions within one group where much is possible at once: long leads of mixed shapes, hands full of sets.

Fairly dealt ones hardly ever meet an airplane with another one's pieces.
"""

from oracle import draw, presets
from oracle.cards import TRUMP, strength, types_of_group


def draw_rules(rng, preset):
    """As `draw.draw_rules`, with three packs more often."""
    rules = draw.draw_rules(rng, preset)
    if rng.random() < 0.6:
        changed = {field: rules[field] for field in draw.OVERRIDES}
        rules = presets.rules(preset, **changed, decks=3)
    return rules


def copies(rng, rules, types, weights, most):
    """Up to `most` cards of these types, so many copies of each: weights of 0, 1, 2 and 3."""
    chosen = []
    for card in types:
        chosen += [card] * min(rng.choices(range(4), weights)[0], rules["decks"])
    return sorted(chosen[:most])


def padded(rng, rules, hand, types, size):
    """The hand, with further cards of these types if it has less than `size`."""
    spare = [card for card in types for _ in range(rules["decks"] - hand.count(card))]
    return sorted(hand + rng.sample(spare, max(0, size - len(hand))))


def draw_shares(rng, trump, group):
    """(types for the lead, types for the others): a stretch of the group's order, and the rest of it."""
    types = sorted(types_of_group(trump, group), key=lambda card: (strength(trump, card), card))
    length = rng.randint(1, len(types) // 2)
    start = rng.choice([0, rng.randrange(len(types) - length)])
    return types[start : start + length], types[:start] + types[start + length :]


def draw_group(rng, trump):
    return rng.choice([TRUMP, TRUMP, *(suit for suit in range(4) if suit != trump[0])])


def draw_lead(rng, rules, types):
    """One stretch or two, each mostly of as many copies of each type, so that they make runs."""
    cut = rng.randint(1, len(types))
    parts = [types[:cut], types[cut + rng.randint(0, 1) :]]
    lead = []
    for part in parts:
        weights = [1, 1, 1, 1]
        weights[rng.choice([2, 2, 3])] = 20
        lead += copies(rng, rules, part, weights, 12)
    return sorted(lead) or [types[0]]


def draw_follow(rng, rules, trump):
    """{rules, trump, lead, hand}"""
    lead_types, others = draw_shares(rng, trump, draw_group(rng, trump))
    lead = draw_lead(rng, rules, lead_types)
    hand = copies(rng, rules, rng.sample(others, rng.randint(1, min(9, len(others)))), [1, 1, 4, 4], 30)
    spare = [card for card in range(54) if card not in others and card not in lead_types]
    return {"rules": rules, "trump": trump, "lead": lead, "hand": padded(rng, rules, hand, spare, len(lead))}


def draw_throw(rng, rules, trump):
    """{rules, trump, lead, others}: the rest of the group among the other players."""
    lead_types, rest = draw_shares(rng, trump, draw_group(rng, trump))
    lead = draw_lead(rng, rules, lead_types)
    others = [[] for _ in range(rules["players"] - 1)]
    for card in rest:
        rng.choice(others).extend([card] * min(rng.choices(range(4), [4, 2, 3, 3])[0], rules["decks"]))
    return {"rules": rules, "trump": trump, "lead": lead, "others": others}


def draw_trick(rng, rules, trump):
    """{rules, trump, plays}: a lead of a plain suit, answered by trumps that nearly or quite have its shape."""
    suit = rng.choice([suit for suit in range(4) if suit != trump[0]])
    lead_types, _ = draw_shares(rng, trump, suit)
    lead = draw_lead(rng, rules, lead_types)
    trumps = types_of_group(trump, TRUMP)
    plays = [lead]
    while len(plays) < rules["players"]:
        hand = copies(rng, rules, rng.sample(trumps, min(9, len(trumps))), [1, 2, 4, 4], 27)
        hand = padded(rng, rules, hand, trumps, len(lead))
        answer = draw.draw_answer(rng, rules, trump, lead, hand) if rng.random() < 0.7 else None
        plays.append(answer or sorted(rng.sample(hand, len(lead))))
    return {"rules": rules, "trump": trump, "plays": plays}
