"""Following (跟牌; rules 4): the shape vector V, legal plays, masks.

A *way* is one way to give cards of X to the lead's components: how many copies of each type are
given. V(X) is the lexicographically greatest vector over all ways. Its entries are written in a
fixed order, so it is found entry by entry: of all ways so far, try every next thing to give,
keep all that reach the greatest entry, drop the rest. Singles of the lead get nothing and bind
nothing, so only types with two copies or more can be given.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from math import comb

from .cards import group, runs
from .shapes import decompose, lead_group, shape

ORDER = ["airplane", "triple", "tractor", "pair"]


class Search:
    """All ways that reach the greatest vector so far, over one set of cards X of one group."""

    def __init__(self, chain, trump, card_group, counts, exact):
        self.types = [card for card, _ in counts]
        self.copies = [copies for _, copies in counts]
        self.index = {card: i for i, card in enumerate(self.types)}
        self.chain, self.trump, self.card_group, self.exact = chain, trump, card_group, exact
        self.vector = []
        self.ways = {(0,) * len(counts)}
        self.known_runs = {}

    def runs_held(self, copies, length):
        """Runs whose every type has enough copies in X, as tuples of indices into `types`."""
        key = copies, length
        if key not in self.known_runs:
            enough = {c for c, held in zip(self.types, self.copies) if held >= copies}
            self.known_runs[key] = [
                tuple(self.index[card] for card in run)
                for run in runs(self.chain, self.trump, self.card_group, length)
                if enough.issuperset(run)
            ]
        return self.known_runs[key]

    def extended(self, copies, length):
        """Every way so far with one more run of `copies` cards each of `length` types."""
        more = set()
        for way in self.ways:
            for run in self.runs_held(copies, length):
                if all(self.copies[i] - way[i] >= copies for i in run):
                    given = list(way)
                    for i in run:
                        given[i] += copies
                    more.add(tuple(given))
        return more

    def give_longest(self, copies, lengths):
        """Give one run, of the greatest of `lengths` that any way has left; its length, or 0."""
        for length in sorted(lengths, reverse=True):
            more = self.extended(copies, length)
            if more:
                self.ways = more
                return length
        return 0

    def ask_pair(self):
        """1 entry: 1 for a pair."""
        self.vector.append(self.give_longest(2, [1]))

    def ask_triple(self):
        """1 entry: 3 for a triple, else 2 for a pair."""
        self.vector.append(3 * self.give_longest(3, [1]) or 2 * self.give_longest(2, [1]))

    def ask_pair_runs(self, entries, together, longest):
        """`entries` entries: lengths of disjoint runs of pairs, in the order taken.

        They are at most `together` in all. `longest`: any lengths; else one run of `together`,
        or only 1s.
        """
        left = together
        for _ in range(entries):
            lengths = range(1, left + 1) if longest else {1, together} & set(range(1, left + 1))
            taken = self.give_longest(2, lengths)
            self.vector.append(taken)
            left -= taken

    def ask_tractor(self, n):
        """N entries, a run of 1 being a pair."""
        self.ask_pair_runs(n, n, longest=not self.exact)

    def ask_airplane(self, n):
        """2 + N entries: one run of triples, further triples, then pairs for what is missing."""
        run = self.give_longest(3, [n] if self.exact else range(1, n + 1))
        further = 0
        while further < n - run and self.give_longest(3, [1]):
            further += 1
        self.vector += [run, further]
        missing = n - run - further
        if self.exact:  # the pairs are 1s
            for _ in range(n):
                taken = self.give_longest(2, [1]) if missing else 0
                self.vector.append(taken)
                missing -= taken
        else:
            self.ask_pair_runs(n, missing, longest=True)


def asked_components(rules, trump, lead):
    """(kind, length) of the lead's components in the order they are served, without singles."""
    parts = [part for part in shape(decompose(rules, trump, lead)) if part[0] != "single"]
    return tuple(sorted(parts, key=lambda part: (ORDER.index(part[0]), -part[1])))


@lru_cache(maxsize=100_000)
def search(chain, trump, card_group, asked, exact, counts):
    """(V, the ways that reach it as tuples of cards) for sorted (type, copies) of one group."""
    state = Search(chain, trump, card_group, counts, exact)
    for kind, n in asked:
        if kind == "airplane":
            state.ask_airplane(n)
        elif kind == "triple":
            state.ask_triple()
        elif kind == "tractor":
            state.ask_tractor(n)
        else:
            state.ask_pair()
    ways = [tuple(card for card, n in zip(state.types, way) for _ in range(n)) for way in state.ways]
    return tuple(state.vector), tuple(sorted(ways))


def search_in(rules, trump, lead, cards):
    """`search` for a lead over any cards; only those of the lead's group count."""
    card_group = lead_group(trump, lead)
    held = Counter(card for card in cards if group(trump, card) == card_group)
    counts = tuple(sorted((card, n) for card, n in held.items() if n >= 2))
    asked = asked_components(rules, trump, lead)
    exact = rules["tractor_follow"] == "exact"
    return search(rules["trump_chain"], trump, card_group, asked, exact, counts)


def best_vector(rules, trump, lead, cards):
    """V(X) of the cards X of the lead's group."""
    return search_in(rules, trump, lead, cards)[0]


def of_group(trump, lead, cards):
    """The cards of the lead's group."""
    card_group = lead_group(trump, lead)
    return [card for card in cards if group(trump, card) == card_group]


def follow_legal(rules, trump, lead, hand, play):
    """Is `play` (held by the follower) a legal answer in number, group and shape?"""
    n = len(lead)
    if len(play) != n or Counter(play) - Counter(hand):
        return False
    in_group, played = of_group(trump, lead, hand), of_group(trump, lead, play)
    if len(in_group) <= n:
        return sorted(played) == sorted(in_group)  # all of them; the rest is any cards
    if len(played) < n:
        return False
    if not rules["follow_shapes"]:
        return True
    return best_vector(rules, trump, lead, play) == best_vector(rules, trump, lead, hand)


def distinct_subsets(cards, size):
    """All sub-multisets of `size` cards."""
    return set(combinations(sorted(cards), size))


def mask_by_trying(rules, trump, lead, hand, partial):
    """The types c such that partial + c is part of a legal play: by trying every complete play."""
    left = Counter(hand) - Counter(partial)
    allowed = set()
    for rest in distinct_subsets(left.elements(), len(lead) - len(partial)):
        if not allowed.issuperset(rest):
            if follow_legal(rules, trump, lead, hand, list(partial) + list(rest)):
                allowed.update(rest)
    return sorted(allowed)


def plays_to_try(lead, hand, partial):
    """An upper bound for the number of plays that `mask_by_trying` looks at."""
    return comb(len(hand) - len(partial), len(lead) - len(partial))


def can_complete(rules, trump, lead, hand, partial):
    """Is `partial` (cards held, at most n) part of a legal play? Without trying them all.

    More of the lead's group than n: a play reaches V(H) if and only if it contains all cards of
    some way that reaches V(H). So partial and such a way must fit together into n cards; any
    other cards of the group fill up.
    """
    n = len(lead)
    in_group = of_group(trump, lead, hand)
    others = len(partial) - len(of_group(trump, lead, partial))
    if len(in_group) <= n:  # room must stay for all of H
        return len(partial) <= n and others <= n - len(in_group)
    if others or len(partial) > n:
        return False
    if not rules["follow_shapes"]:
        return True
    _, ways = search_in(rules, trump, lead, hand)
    chosen = Counter(partial)
    return any(sum((chosen | Counter(way)).values()) <= n for way in ways)


def follow_mask(rules, trump, lead, hand, partial):
    """The types c such that partial + c is part of a legal play; partial is part of one."""
    left = Counter(hand) - Counter(partial)
    return sorted(card for card in left if can_complete(rules, trump, lead, hand, list(partial) + [card]))
