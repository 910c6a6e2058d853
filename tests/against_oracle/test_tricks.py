"""Who wins a trick, and what the last one multiplies the kitty by (rules 5, 8)."""

from oracle import draw, kitty, score, winner
from oracle.cards import points
from shengji_env.engine.layout import Phase

from . import Line, crowded, every_preset, generator, seeds
from .table import Table


@every_preset
def test_last_tricks(preset):
    """A trick as the last of a deal whose attackers win it: winner, multiplier, the attackers' points."""
    later = 0
    for seed in seeds(preset):
        rng = generator("trick", preset, seed)
        if rng.random() < 0.5:
            p = draw.draw_trick(rng, draw.draw_rules(rng, preset))
        else:
            p = crowded.draw_trick(rng, crowded.draw_rules(rng, preset), draw.draw_trump(rng))
        rules, trump, plays = p["rules"], p["trump"], p["plays"]
        line = Line("trick", preset, seed, rules, trump, plays=plays)
        wins = winner.winner(rules, trump, plays)
        under = rng.sample(range(54), rules["kitty"])
        table = Table(rules)
        table["kitty"][: len(under)] = under
        table["declarer"] = (wins + 1) % rules["players"]  # nobody's partner is on its right
        table.set_leader(trump, plays)
        for seat, play in enumerate(plays):
            cards = rng.sample(play, len(play))
            table.follow(cards) if seat else table.lead(cards)
        result = table.S["result"][0]
        assert table["phase"] == Phase.OVER, line
        assert table["trick_winner"][0] == wins, line
        times = kitty.multiplier(rules, trump, plays[0], plays[wins])
        assert result["multiplier"] == times, line
        taken = [0] * rules["players"]
        taken[wins] = points([card for play in plays for card in play])
        assert list(result["captured"][: rules["players"]]) == taken, line
        side = [seat for seat in range(rules["players"]) if result["declarer_side"] >> seat & 1]
        assert table["declarer"] in side, line
        assert wins not in side, line
        assert result["points"] == score.attackers_points(rules, taken, side, under, times), line
        later += wins > 0
    assert later > len(seeds(preset)) // 5
