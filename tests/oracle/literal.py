"""V(X) of section 4 once more, word by word: every way to give cards is tried, however little.

Slow: for small sets of cards, to check `follow.best_vector`, which drops ways early.
"""

from collections import Counter

from .cards import runs
from .follow import asked_components, of_group
from .shapes import lead_group


def vector(rules, trump, lead, cards):
    """The greatest vector over all ways to give cards of X to the lead's components."""
    held = Counter(of_group(trump, lead, cards))
    asked = asked_components(rules, trump, lead)
    longest = max([n for _, n in asked], default=1)
    group = lead_group(trump, lead)
    by_length = {
        n: [run for run in runs(rules["trump_chain"], trump, group, n) if set(run) <= set(held)]
        for n in range(1, longest + 1)
    }
    exact = rules["tractor_follow"] == "exact"
    return best(asked, tuple(sorted(held.items())), by_length, exact, {})


def best(asked, counts, by_length, exact, known):
    """The greatest vector of the components still to be served from `counts`."""
    if not asked:
        return ()
    if (asked, counts) not in known:
        known[asked, counts] = max(
            entries + best(asked[1:], rest, by_length, exact, known)
            for entries, rest in gifts(asked[0], counts, by_length, exact)
        )
    return known[asked, counts]


def take(counts, copies, length, by_length):
    """The counts left after taking one run of `copies` cards each, every way."""
    held = dict(counts)
    for run in by_length[length]:
        if all(held[card] >= copies for card in run):
            rest = {card: n - copies if card in run else n for card, n in counts}
            yield tuple(sorted(rest.items()))


def gifts(part, counts, by_length, exact):
    """(what is written down, the cards left) for every gift to one component."""
    kind, n = part
    if kind == "pair":
        return {((0,), counts)} | {((1,), rest) for rest in take(counts, 2, 1, by_length)}
    if kind == "triple":
        return (
            {((0,), counts)}
            | {((2,), rest) for rest in take(counts, 2, 1, by_length)}
            | {((3,), rest) for rest in take(counts, 3, 1, by_length)}
        )
    if kind == "tractor":
        return {
            (padded(lengths, n), rest)
            for lengths, rest in pair_runs(counts, n, by_length)
            if not exact or lengths == (n,) or set(lengths) <= {1}
        }
    return airplane_gifts(n, counts, by_length, exact)


def padded(lengths, entries):
    """Missing entries are 0."""
    return lengths + (0,) * (entries - len(lengths))


def pair_runs(counts, together, by_length):
    """(lengths in the order taken, the cards left) of disjoint runs of pairs, all ways."""
    found = {((), counts)}
    for length in range(1, together + 1):
        for rest in take(counts, 2, length, by_length):
            for lengths, last in pair_runs(rest, together - length, by_length):
                found.add(((length,) + lengths, last))
    return found


def airplane_gifts(n, counts, by_length, exact):
    """r, t and the pairs: one run of triples, further triples, runs of pairs for the rest."""
    run_gifts = {(0, counts)}
    for r in [n] if exact else range(1, n + 1):
        run_gifts |= {(r, rest) for rest in take(counts, 3, r, by_length)}
    found = set()
    for r, after_run in run_gifts:
        for t, after_triples in some_triples(after_run, n - r, by_length):
            for lengths, rest in pair_runs(after_triples, n - r - t, by_length):
                if not exact or set(lengths) <= {1}:
                    found.add(((r, t) + padded(lengths, n), rest))
    return found


def some_triples(counts, most, by_length):
    """(how many, the cards left) of up to `most` triples, all ways."""
    found = {(0, counts)}
    if most:
        for rest in take(counts, 3, 1, by_length):
            found |= {(t + 1, last) for t, last in some_triples(rest, most - 1, by_length)}
    return found
