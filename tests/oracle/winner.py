"""Who wins a trick (墩; rules 5)."""

from collections import Counter
from functools import lru_cache

from .cards import TRUMP, group, runs
from .shapes import COPIES, decompose, lead_group, shape, top


@lru_cache(maxsize=200_000)
def can_split(chain, trump, play_group, cards, parts):
    """Can `cards` be split into disjoint components of these kinds and lengths?

    Singles are asked last and take anything, so only the number of cards counts for them.
    """
    if not parts or parts[0][0] == "single":
        return len(cards) == len(parts)
    return any(
        can_split(chain, trump, play_group, rest, parts[1:])
        for _, rest in ways_to_take(chain, trump, play_group, cards, parts[0])
    )


def ways_to_take(chain, trump, play_group, cards, part):
    """(run, the other cards) for every way to take one component (kind, length) out of cards."""
    kind, length = part
    held = Counter(cards)
    for run in runs(chain, trump, play_group, length):
        if all(held[card] >= COPIES[kind] for card in run):
            rest = Counter(held)
            rest.subtract(dict.fromkeys(run, COPIES[kind]))
            yield run, tuple(sorted(rest.elements()))


def answer(rules, trump, lead, play):
    """(is it trump, top of its dominant component) of an answer to the lead; None if it is none.

    All cards are of one group, the lead's or TRUMP, and can be split into components of the
    lead's kinds and lengths; of all such splits the one with the strongest dominant top.
    """
    play_groups = {group(trump, card) for card in play}
    if len(play_groups) > 1 or not play_groups <= {lead_group(trump, lead), TRUMP}:
        return None
    play_group = play_groups.pop()
    asked = shape(decompose(rules, trump, lead))  # dominant first, singles last
    chain = rules["trump_chain"]
    tops = [
        top(trump, run)
        for run, rest in ways_to_take(chain, trump, play_group, tuple(sorted(play)), asked[0])
        if can_split(chain, trump, play_group, rest, asked[1:])
    ]
    return (play_group == TRUMP, max(tops)) if tops else None


def winner(rules, trump, plays):
    """Index of the winning play; `plays[0]` is the lead. A tie is the earlier player's."""
    lead = plays[0]
    first = decompose(rules, trump, lead)[0]
    best, best_value = 0, (lead_group(trump, lead) == TRUMP, top(trump, first.cards))
    for index, play in enumerate(plays):
        value = answer(rules, trump, lead, play) if index else None
        if value is not None and value > best_value:
            best, best_value = index, value
    return best
