"""Throws (甩牌; rules 3)."""

from collections import Counter

from .cards import runs, strength
from .shapes import COPIES, decompose, lead_group, top


def beats(rules, trump, hand, part):
    """Does a hand contain the component's kind and length with a strictly stronger top?

    A longer run contains the shorter, three of a type a pair, any card a single.
    """
    held = Counter(hand)
    copies = COPIES[part.kind]
    for run in runs(rules["trump_chain"], trump, lead_group(trump, part.cards), part.length):
        if all(held[card] >= copies for card in run) and top(trump, run) > top(trump, part.cards):
            return True
    return False


def weakest_card(trump, cards):
    """The weakest card, of equals the lowest card type."""
    return min(cards, key=lambda card: (strength(trump, card), card))


def throw(rules, trump, lead, others):
    """(stands, what is really led) for a lead against the hands of all other players."""
    parts = decompose(rules, trump, lead)
    if len(parts) == 1:  # an ordinary lead never fails
        return True, sorted(lead)
    beaten = [part for part in parts if any(beats(rules, trump, hand, part) for hand in others)]
    if not beaten:
        return True, sorted(lead)
    if rules["throw_failure"] == "lowest_card":
        return False, [weakest_card(trump, lead)]
    lowest = min(beaten, key=lambda part: (top(trump, part.cards), len(part.cards), min(part.cards)))
    return False, list(lowest.cards)
