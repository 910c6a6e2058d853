"""What the rule bot considered: its plan first, every option legal, values that explain the choice."""

import itertools

import numpy as np
import pytest

from shengji_env import PRESETS, Game, Rules, ShengjiError
from shengji_env.agents import RuleAgent
from shengji_env.agents.rule.bot import choose
from shengji_env.agents.rule.notes import MAX_OPTIONS, new_notes
from shengji_env.agents.rule.options import begin_options, note_option


@pytest.mark.parametrize("rules", PRESETS)
def test_the_first_option_is_what_the_bot_does_and_all_are_legal(rules):
    bot, phases = RuleAgent(), set()
    for seed in range(3):
        game = Game(rules, seed=seed)
        while not game.done:
            view = game.view(game.actor)
            found = bot.options(view)
            phases.add(view.phase)
            assert len({option.play for option in found}) == len(found) >= 1
            for option in found:
                assert view.explain(option.play) is None, (view.phase, option)
            expected = game.copy()
            expected.play(found[0].play)
            actor, tokens = game.actor, 0
            while game.position() != expected.position():
                assert game.actor == actor, (found[0], game.position())
                assert tokens < 40, (found[0], game.position())
                game.step(bot.act(game.view(actor), game.mask()))
                tokens += 1
    assert {"bid", "bury", "play"} <= phases


@pytest.mark.parametrize("rules", PRESETS)
def test_no_option_of_a_lead_or_call_is_better_than_the_plan(rules):
    """A discard may be: the plan's is put together card by card."""
    bot = RuleAgent()
    for seed in range(3):
        game = Game(rules, seed=seed)
        while not game.done:
            view = game.view(game.actor)
            if view.phase in ("play", "call"):
                first, *others = bot.options(view)
                if view.phase == "call" or view.leader == view.seat:
                    assert all(other.value <= first.value for other in others)
                assert [o.value for o in others] == sorted((o.value for o in others), reverse=True)
            game.step(bot.act(view, view.legal))


def test_parts_add_up_to_the_value():
    bot, game = RuleAgent(reveal=3.0), Game("five_player_two_deck", seed=5)
    while not game.done:
        view = game.view(game.actor)
        for option in bot.options(view):
            assert sum(option.parts.values()) == pytest.approx(option.value)
        game.step(bot.act(view, view.legal))


def test_a_follow_lists_the_discards_with_the_most_and_the_fewest_points():
    """S5 S7 ST SK are held when a spade is led: whichever is best, the king or ten and the seven are among them."""
    bot, found = RuleAgent(), 0
    for seed in range(20):
        game = Game("four_player_fixed", seed=seed)
        while not game.done:
            view = game.view(game.actor)
            if view.phase == "play" and view.leader != view.seat and not view.picked:
                legal = list(itertools.islice(view.plays(), 400))
                if len(legal) < 400:
                    points = [points_of(play) for play in legal]
                    listed = [points_of(option.play) for option in bot.options(view)]
                    assert max(points) in listed, (legal, listed)
                    assert min(points) in listed, (legal, listed)
                    found += 1
            game.step(bot.act(view, view.legal))
    assert found > 500


def points_of(play):
    return sum({"5": 5, "T": 10, "K": 10}.get(card[1], 0) for card in play.split() if card not in ("SJ", "BJ"))


@pytest.mark.parametrize("rules", PRESETS)
def test_listing_changes_no_answer(rules):
    """The same notes are used for a listing and for an answer behind it: the answer is that of fresh notes."""
    bot, used, game = RuleAgent(), new_notes(), Game(rules, seed=4)
    while not game.done:
        view = game.view(game.actor)
        before = view.states.tobytes()
        bot.options(view)
        assert view.states.tobytes() == before, "thinking leaves the view as it was"
        begin_options(used[0])
        listed = choose(view.states.copy(), 0, view.rules_array, used, 0, bot.personality, 0)
        assert listed == choose(view.states.copy(), 0, view.rules_array, new_notes(), 0, bot.personality, 0)
        game.step(int(listed))


def test_of_more_options_than_there_is_room_for_the_worst_are_dropped():
    notes = new_notes()
    n = notes[0]
    begin_options(n)
    for k in range(MAX_OPTIONS + 10):
        n["row"][:] = 0
        n["row"][k % 54] = 1 + k // 54
        note_option(n, float(k))
    assert n["options"] == MAX_OPTIONS
    assert sorted(n["option_value"].tolist()) == [float(k) for k in range(10, MAX_OPTIONS + 10)]


def test_options_are_asked_of_who_is_to_act():
    game = Game(Rules.preset("four_player_fixed"), seed=2)
    with pytest.raises(ShengjiError, match="is to act"):
        RuleAgent().options(game.view((game.actor + 1) % 4))


def test_picks_are_left_out_of_account():
    bot, game = RuleAgent(), Game("four_player_fixed", seed=2)
    while game.phase != "bury":
        view = game.view(game.actor)
        game.step(bot.act(view, view.legal))
    before = bot.options(game.view(game.actor))
    game.step(int(np.argmax(game.mask())))
    assert bot.options(game.view(game.actor)) == before
