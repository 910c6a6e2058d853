"""Groups, strength and runs, for every trump there is (rules 1, 2)."""

import pytest

from oracle import cards, presets
from shengji_env.engine import shapes
from shengji_env.engine.layout import TYPES

from .table import Table

TRUMPS = [(suit, level) for suit in (0, 1, 2, 3, None) for level in range(13)]


def order_of(strengths):
    """Each card's place among the strengths there are: strengths are numbers that only their order gives a meaning."""
    levels = sorted(set(strengths.values()))
    return {card: levels.index(strength) for card, strength in strengths.items()}


@pytest.mark.parametrize("chain", ["specials", "full", "levels"])
def test_groups_and_strength(chain):
    table = Table(presets.rules("five_player_two_deck", trump_chain=chain))
    for trump in TRUMPS:
        table.set_trump(trump)
        table.refresh()
        assert [table["group"][card] for card in range(TYPES)] == [cards.group(trump, card) for card in range(TYPES)]
        for group in range(5):
            types = cards.types_of_group(trump, group)
            expected = order_of({card: cards.strength(trump, card) for card in types})
            assert order_of({card: int(table["strength"][card]) for card in types}) == expected, trump


@pytest.mark.parametrize("chain", ["specials", "full", "levels"])
def test_runs(chain):
    """Every run of every length up to six, each found once."""
    table = Table(presets.rules("five_player_two_deck", trump_chain=chain))
    for trump in TRUMPS:
        table.set_trump(trump)
        table.refresh()
        for group in range(5):
            for length in range(1, 7):
                found = engine_runs(table, group, length)
                assert len(found) == len(set(found))
                expected = {tuple(sorted(run)) for run in cards.runs(chain, trump, group, length)}
                assert set(found) == expected, (trump, group, length)


def engine_runs(table, group, length):
    """All runs that the engine's cursor goes through, of all types of a group."""
    found, among = [], table.S["group_types"][0, group]
    run, cursor = shapes.next_run(table.S[0], group, length, among, 0)
    while run:
        found.append(tuple(card for card in range(TYPES) if int(run) >> card & 1))
        run, cursor = shapes.next_run(table.S[0], group, length, among, cursor + 1)
    return found
