"""What a lead is made of (牌型; rules 2)."""

from collections import Counter, namedtuple

from .cards import chain_position, group, rank_of, strength

# kind: "single", "pair", "triple", "tractor", "airplane"; length: N of a run, else 1.
Component = namedtuple("Component", "kind length cards")

COPIES = {"single": 1, "pair": 2, "triple": 3, "tractor": 2, "airplane": 3}
DOMINANCE = ["single", "pair", "tractor", "triple", "airplane"]  # weakest kind first


def lead_group(trump, lead):
    """The one group of a lead."""
    groups = {group(trump, card) for card in lead}
    if len(groups) != 1:
        raise ValueError("a lead is cards of one group")
    return groups.pop()


def top(trump, cards):
    """The strength of the strongest card."""
    return max(strength(trump, card) for card in cards)


def maximal_runs(rules, trump, types):
    """Split types (all pairs, or all triples, of a lead) into maximal runs; a lone type is a run of 1.

    Where several off-suit level types could join one run, the lowest type joins.
    """
    if not rules["tractors"]:
        return [[card] for card in types]
    chain = rules["trump_chain"]
    runs, alone, at = [], [], {}
    levels = [card for card in types if rank_of(card) == trump[1]]
    for card in sorted(types):
        place = chain_position(chain, trump, card)
        if place is None:
            if card not in levels:  # a joker joins nothing
                alone.append([card])
        elif place in at:
            alone.append([card])
        else:
            at[place] = card
    if chain == "levels" and levels:  # level types of different suits are mutually consecutive
        runs.append(levels)
    for which, place in sorted(at):
        if (which, place - 1) not in at:
            run = []
            while (which, place) in at:
                run.append(at[which, place])
                place += 1
            runs.append(run)
    return runs + alone


def component(copies, run):
    """The component of `copies` cards of each type of a run."""
    kind = {1: "single", 2: "pair", 3: "triple"}[copies]
    if len(run) > 1:
        kind = {2: "tractor", 3: "airplane"}[copies]
    return Component(kind, len(run), tuple(sorted(card for card in run for _ in range(copies))))


def dominance(trump, part):
    """Sort key: airplane > triple > tractor > pair > single, then longer, then stronger top."""
    return (DOMINANCE.index(part.kind), part.length, top(trump, part.cards))


def decompose(rules, trump, lead):
    """The components of a lead, dominant first; alike ones in ascending types.

    Copies of a type stay together: `55544` is 555 + 44.
    """
    lead_group(trump, lead)
    held = Counter(lead)
    parts = [component(1, [card]) for card in held if held[card] == 1]
    for copies in (2, 3):
        types = sorted(card for card in held if held[card] == copies)
        parts += [component(copies, run) for run in maximal_runs(rules, trump, types)]
    parts.sort(key=lambda part: part.cards)
    parts.sort(key=lambda part: dominance(trump, part), reverse=True)
    return parts


def dominant(rules, trump, lead):
    """The dominant component of a lead."""
    return decompose(rules, trump, lead)[0]


def shape(parts):
    """Kinds and lengths alone, as a tuple: what followers are asked for."""
    return tuple((part.kind, part.length) for part in parts)
