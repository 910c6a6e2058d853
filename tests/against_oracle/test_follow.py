"""Following: masks at every pick, and whole plays, legal or not (rules 4)."""

from oracle import draw, follow
from shengji_env.engine import calls
from shengji_env.engine.layout import Code, Refusal

from . import Line, crowded, every_preset, generator, seeds
from .table import Table, row_of


def next_pick(rng, style, legal, hand, picked):
    """One of the legal cards: any, one that spoils as much as may be, or one that keeps sets together."""
    if style == "any" or rng.random() < 0.2:
        return rng.choice(legal)
    left = {card: hand.count(card) - picked.count(card) for card in legal}
    wished = min(left.values()) if style == "spoil" else max(left.values())
    return rng.choice([card for card in legal if left[card] == wished])


def draw_position(rng, preset):
    """A dealt position, or one crowded with shapes."""
    if rng.random() < 0.5:
        return draw.draw_follow(rng, draw.draw_rules(rng, preset))
    return crowded.draw_follow(rng, crowded.draw_rules(rng, preset), draw.draw_trump(rng))


@every_preset
def test_masks(preset):
    for seed in seeds(preset):
        rng = generator("mask", preset, seed)
        p = draw_position(rng, preset)
        rules, trump, lead, hand = p["rules"], p["trump"], p["lead"], p["hand"]
        table, picked = Table(rules), []
        table.set_follower(trump, lead, hand)
        style = rng.choice(["any", "spoil", "spoil", "keep"])
        while len(picked) < len(lead):
            line = Line("mask", preset, seed, rules, trump, lead=lead, hand=hand, picked=list(picked))
            legal = follow.follow_mask(rules, trump, lead, hand, picked)
            assert table.mask() == legal, line
            picked.append(next_pick(rng, style, legal, hand, picked))
            assert table.step(picked[-1]) == Code.OK, line
        assert table.trick(1) == sorted(picked)


@every_preset
def test_whole_plays(preset):
    legal_plays = 0
    for seed in seeds(preset):
        rng = generator("play", preset, seed)
        p = draw_position(rng, preset)
        rules, trump, lead, hand = p["rules"], p["trump"], p["lead"], p["hand"]
        table = Table(rules)
        table.set_follower(trump, lead, hand)
        for _ in range(3):
            play = draw.draw_any_play(rng, rules, trump, lead, hand)
            line = Line("play", preset, seed, rules, trump, lead=lead, hand=hand, play=play)
            legal = follow.follow_legal(rules, trump, lead, hand, play)
            refusal = Refusal(calls.play_refusal(table.S, 0, row_of(play)))
            assert (refusal == Refusal.NONE) == legal, line
            legal_plays += legal
    assert 0.3 < legal_plays / (3 * len(seeds(preset))) < 0.95 or len(seeds(preset)) < 100
