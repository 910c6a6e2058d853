"""The reference against itself: definitions, and two independent ways to the same answer."""

import random
from itertools import combinations

from . import draw, draw_deals, follow, literal, presets, raids, shapes, throws, winner
from .cards import group, is_run, read, read_trump, runs, types_of_group

TRUMPS = [(suit, level) for suit in (0, 1, 2, 3, None) for level in range(13)]


def test_presets_are_games():
    for name in presets.NAMES:
        assert presets.problems(presets.rules(name)) == []
    assert presets.rules("four_player_fixed", decks=3)["kitty"] == 6
    assert presets.problems(presets.rules("five_player_two_deck", kitty=9))
    for seed in range(500):
        assert presets.problems(draw.draw_rules(random.Random(seed))) == []


def test_runs_are_those_of_the_definition():
    for chain in ("specials", "full", "levels"):
        for trump in random.Random(1).sample(TRUMPS, 12):
            for g in range(5):
                types = types_of_group(trump, g)
                for length in (2, 3, 4):
                    tried = {run for run in combinations(types, length) if is_run(chain, trump, run)}
                    made = [tuple(sorted(run)) for run in runs(chain, trump, g, length)]
                    assert len(made) == len(set(made))
                    assert set(made) == tried


def test_best_vector_is_the_literal_one():
    compared, shaped = 0, 0
    for seed in range(6000):
        rng = random.Random(seed)
        p = draw.draw_follow(rng)
        r, trump, lead, hand = p["rules"], p["trump"], p["lead"], p["hand"]
        in_group = follow.of_group(trump, lead, hand)
        if len(in_group) > 14 or len(lead) > 8:
            continue
        expected = literal.vector(r, trump, lead, in_group)
        assert follow.best_vector(r, trump, lead, in_group) == expected, (seed, p)
        compared, shaped = compared + 1, shaped + bool(any(expected))
    assert compared > 3000
    assert shaped > 400


def test_mask_is_the_one_of_trying_every_play():
    compared, narrow = 0, 0
    for seed in range(6000):
        rng = random.Random(seed)
        p = draw.draw_follow(rng)
        p["partial"] = draw.draw_partial(rng, **p)
        if follow.plays_to_try(p["lead"], p["hand"], p["partial"]) > 2000:
            continue
        mask = follow.follow_mask(**p)
        assert mask == follow.mask_by_trying(**p), (seed, p)
        left = set(p["hand"]) if not p["partial"] else None
        compared, narrow = compared + 1, narrow + (left is not None and set(mask) < left)
    assert compared > 2500
    assert narrow > 300


def test_drawn_plays_are_legal():
    for seed in range(2000):
        rng = random.Random(seed)
        p = draw.draw_follow(rng)
        play = draw.draw_legal_play(rng, **p)
        assert follow.follow_legal(p["rules"], p["trump"], p["lead"], p["hand"], play), (seed, p)
        for cut in range(len(play)):
            mask = follow.follow_mask(p["rules"], p["trump"], p["lead"], p["hand"], play[:cut])
            assert play[cut] in mask, (seed, p)


def test_drawn_tricks_throws_and_raids_are_rich():
    kinds, ruffs, failed, raided = set(), 0, 0, 0
    for seed in range(1500):
        rng = random.Random(seed)
        p = draw.draw_trick(rng)
        parts = shapes.decompose(p["rules"], p["trump"], p["plays"][0])
        kinds |= {(len(parts) > 1, part.kind) for part in parts}
        ruffs += group(p["trump"], p["plays"][winner.winner(**p)][0]) != group(p["trump"], p["plays"][0][0])
        p = draw.draw_throw(rng)
        failed += not throws.throw(**p)[0]
    for seed in range(200):
        p = draw_deals.draw_raiding(random.Random(seed))
        raided += bool(p["state"]["raids"])
        assert raids.if_ended(p["rules"], p["state"])["declarer"] is not None
    assert len(kinds) == 10
    assert ruffs > 200
    assert 300 < failed < 1250
    assert raided > 40


def vector(preset, lead, hand, trump=("S", "2")):
    r = presets.rules(preset)
    return follow.best_vector(r, read_trump(*trump), read(lead), read(hand))


def legal(preset, lead, hand, play, trump=("S", "2")):
    r = presets.rules(preset)
    return follow.follow_legal(r, read_trump(*trump), read(lead), read(hand), read(play))


def test_examples_of_section_4():
    hand = "D3 D4 D5 DA DA"
    lead = "D7 D7 D8 D8"
    assert legal("five_player_two_deck", lead, hand, "DA DA D3 D4")
    assert not legal("five_player_two_deck", lead, hand, "D3 D4 D5 DA")

    lead, hand = "HT HT HJ HJ HQ HQ", "H3 H3 H4 H4 H6 H6 H8 H8 HA"
    assert legal("five_player_two_deck", lead, hand, "H3 H3 H6 H6 H8 H8")
    assert not legal("four_player_fixed", lead, hand, "H3 H3 H6 H6 H8 H8")
    assert legal("four_player_fixed", lead, hand, "H3 H3 H4 H4 H8 H8")

    lead, hand = "H3 H3 H4 H4 H5 H5 H6 H6", "H7 H7 H8 H8 H9 H9 HJ HJ HQ HQ HA"
    assert legal("five_player_three_deck", lead, hand, "H7 H7 H8 H8 H9 H9 HQ HQ")
    assert not legal("five_player_three_deck", lead, hand, "H7 H7 H8 H8 HJ HJ HQ HQ")

    lead = "H3 H3 H3 H4 H4 H4 H5 H5 H5"
    hand = "H7 H7 H7 H9 H9 H9 HJ HJ HQ HK"
    assert legal("five_player_three_deck", lead, hand, "H7 H7 H7 H9 H9 H9 HJ HJ HK")
    assert not legal("five_player_three_deck", lead, hand, "H7 H7 H7 H9 H9 H9 HJ HQ HK")
    assert vector("five_player_three_deck", lead, hand) == (1, 1, 1, 0, 0)


def test_examples_of_section_5():
    r, trump = presets.rules("four_player_free_follow"), read_trump("S", "3")

    def wins(*plays):
        return winner.winner(r, trump, [read(play) for play in plays])

    ruff = "S9 S9 S8 S8 S7 S2"
    assert wins("HA HK H5 H5 H4 H4", ruff) == 1
    assert wins("HA HA H5 H5 H4 H4", ruff) == 0
    assert wins("H5 H4 H4", "S9 S7 S7", "S8 S8 S4") == 2
    assert wins("H5 H6 H7", "S9 S7 S7", "S8 S8 S4") == 1
    r = presets.rules("five_player_three_deck")
    assert wins("HA H8 H8 H9 H9", "S5 S5 S5 S4 S4") == 1


def test_examples_of_section_3():
    r, trump = presets.rules("four_player_free_follow"), read_trump("S", "2")
    lead = read("H9 H8 H8 H4 H4")
    for other, led in [("HJ", "H9"), ("HQ HQ", "H4 H4"), ("H5 H5", "H4 H4")]:
        assert throws.throw(r, trump, lead, [read(other)]) == (False, read(led))
