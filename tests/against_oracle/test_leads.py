"""Leads taken apart, and throws tried (rules 2, 3)."""

import numpy as np

from oracle import draw, shapes, throws
from oracle.cards import types_of_group
from shengji_env.engine import calls
from shengji_env.engine.layout import TYPES

from . import Line, crowded, every_preset, generator, seeds
from .table import Table, cards_of, row_of

KINDS = {(1, False): "single", (2, False): "pair", (3, False): "triple", (2, True): "tractor", (3, True): "airplane"}


def components_of(table, group, lead):
    """The engine's components as the reference writes them, in no order."""
    kinds, lengths, tops = np.zeros((3, len(lead)), np.int8)
    rows = np.zeros((len(lead), TYPES), np.int8)
    found = calls.list_components(table.S, 0, table.R, group, row_of(lead)[:TYPES], kinds, lengths, tops, rows)
    return [
        shapes.Component(KINDS[int(kind), bool(length > 1)], int(length), tuple(cards_of(row)))
        for kind, length, row in zip(kinds[:found], lengths[:found], rows[:found])
    ]


@every_preset
def test_components(preset):
    seen = {}
    for seed in seeds(preset):
        rng = generator("components", preset, seed)
        rules, trump = crowded.draw_rules(rng, preset), draw.draw_trump(rng)
        if rng.random() < 0.5:
            lead = draw.draw_lead(rng, rules, trump, draw.draw_hands(rng, rules, trump)[0])
        else:
            types = types_of_group(trump, crowded.draw_group(rng, trump))
            lead = crowded.copies(rng, rules, types, [2, 2, 3, 3], 30) or [types[0]]
        table = Table(rules)
        table.set_trump(trump)
        table.refresh()
        expected = shapes.decompose(rules, trump, lead)
        line = Line("components", preset, seed, rules, trump, lead=lead)
        group = shapes.lead_group(trump, lead)
        assert sorted(components_of(table, group, lead)) == sorted(expected), line
        calls.set_lead(table.S, 0, table.R, row_of(lead)[:TYPES])
        first = expected[0]
        top = max(table["strength"][card] for card in first.cards)
        dominant = KINDS[table["lead_kind"], table["lead_length"] > 1], table["lead_length"], table["best_top"]
        assert dominant == (first.kind, first.length, top), line
        for part in expected:
            seen[part.kind] = seen.get(part.kind, 0) + 1
    assert min(seen[kind] for kind in ("single", "pair", "tractor")) > len(seeds(preset)) // 50


@every_preset
def test_throws(preset):
    failed, stood = 0, 0
    for seed in seeds(preset):
        rng = generator("throw", preset, seed)
        if rng.random() < 0.5:
            p = draw.draw_throw(rng, draw.draw_rules(rng, preset))
        else:
            p = crowded.draw_throw(rng, crowded.draw_rules(rng, preset), draw.draw_trump(rng))
        rules, trump, lead, others = p["rules"], p["trump"], p["lead"], p["others"]
        if rng.random() < 0.4:  # weak opponents, so that throws stand
            others = [rng.sample(cards, rng.randint(0, len(cards))) for cards in others]
        hand = sorted(lead + rng.choice([[], [card for card in range(54) if card not in lead]]))
        line = Line("throw", preset, seed, rules, trump, lead=lead, others=others)
        stands, led = throws.throw(rules, trump, lead, others)
        table = Table(rules)
        table.set_leader(trump, [hand, *others])
        table.lead(rng.sample(lead, len(lead)))
        assert table.trick(0) == led, line
        returned = [] if stands else lead
        assert cards_of(shown_in_failed_throw(table)) == returned, line
        assert list(table["penalties"][: table.players]) == penalties(rules, returned), line
        if len(shapes.decompose(rules, trump, lead)) > 1:
            failed, stood = failed + (not stands), stood + stands
    assert min(failed, stood) > len(seeds(preset)) // 20, (failed, stood)


def shown_in_failed_throw(table):
    """The failed throw of the first trick as a row: its counts lie in two bit planes."""
    low, high = (int(plane) for plane in table["failed"][0])
    return row_of([card for card in range(TYPES) for _ in range((low >> card & 1) + 2 * (high >> card & 1))])


def penalties(rules, returned):
    """Booked to seat 0, by the card."""
    return [rules["throw_penalty"] * len(returned)] + [0] * (rules["players"] - 1)
