"""Settling a deal: levels, winners, who is declarer next (rules 8)."""

from oracle import draw, draw_deals, score
from shengji_env.cards import level_index

from . import Line, engine_rules, every_preset, generator, level_text, seeds


@every_preset
def test_settlements(preset):
    for seed in seeds(preset):
        rng = generator("settlement", preset, seed)
        p = draw_deals.draw_settlement(rng, draw.draw_rules(rng, preset))
        rules, levels, points = p["rules"], p["levels"], p["points"]
        if rng.random() < 0.1:
            points = 5 * 2 ** rng.randint(5, 45)  # a long throw doubles often
        declarer, side = p["declarer"], p["declarer_side"]
        line = Line("settlement", preset, seed, rules, levels=levels, declarer=declarer, side=side, points=points)
        expected = score.settle(rules, levels, declarer, side, points)
        found = engine_rules(rules).settle([level_text(level) for level in levels], declarer, side, points)
        assert [level_index(level) for level in found.levels] == expected["levels"], line
        assert (found.side, found.steps) == expected["gained"], line
        for name in ("winners", "match_winners", "swing", "next_declarer"):
            assert getattr(found, name) == expected[name], (name, line)
