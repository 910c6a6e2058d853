"""`Game`: token by token, by whole actions, episodes, copies; what is refused, and that nothing changes then."""

import copy
import itertools
import pickle

import numpy as np
import pytest

from deals import dealt, play_until
from shengji_env import PRESETS, CardsError, Game, IllegalPlay, Rules, RulesError, ShengjiError
from shengji_env.cards import sort
from shengji_env.engine import notice
from shengji_env.engine.layout import ONE, PASS, TWO
from shengji_env.plays.actions import token_text

TWO_DECKS = "five_player_two_deck"


def random_step(game, rng):
    game.step(rng.choice(np.flatnonzero(game.mask())))


def bytes_of(game):
    return game._S.tobytes(), bytes(game._history.tokens)


# ---------------------------------------------------------------- making a game


def test_arguments():
    rules = Rules.preset(TWO_DECKS).replace(level_cap=2)
    game = Game(rules=rules, seed=np.int64(3), episode="match", levels=["2", "T", "5", "A", "K"])
    assert (game.rules, game.seed, game.episode, game.players) == (rules, 3, "match", 5)
    assert game.levels == ["2", "T", "5", "A", "K"]
    assert Game(seed=3, levels="2 T 5 A K").levels == Game(seed=3, levels=[2, 10, 5, "A", "K"]).levels
    assert Game().seed != Game().seed


@pytest.mark.parametrize(
    "arguments",
    [
        {"rules": "whist"},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 1.5},
        {"episode": "evening"},
        {"levels": ["2"] * 4},
        {"levels": ["1"] * 5},
        {"rules": "four_player_fixed", "levels": ["2", "3", "4", "3"]},
        {"deal": {"hands": [], "kitty": ""}},
        {"deal": {"first_drawer": 0, "hands": ["D2"] * 5, "kitty": "D3"}},
    ],
)
def test_unreadable_arguments_are_refused(arguments):
    with pytest.raises(ShengjiError):
        Game(**arguments)


def test_rules_that_cannot_be_are_refused():
    with pytest.raises(RulesError):
        Game(Rules.preset(TWO_DECKS).replace(kitty=9))


def test_same_seed_same_game():
    a, b = Game(seed=11), Game(seed=11)
    rng = np.random.default_rng(0)
    while not a.done:
        token = rng.choice(np.flatnonzero(a.mask()))
        a.step(token)
        b.step(token)
    assert a.position() == b.position()
    assert Game(seed=12).position() != Game(seed=11).position()


def test_a_given_deal_takes_the_place_of_the_first_shuffle():
    """Cards are dealt as given; it counts as shuffle 1, so what follows is the seed's."""
    deal = deal_of({3: "C3 D2"}, first_drawer=2)
    game, other = Game(seed=1, deal=deal), Game(seed=1)
    assert (game.actor, game.view(3).hand, game.view(2).hand_sizes) == (3, "D2 C3", [1, 1, 2, 2, 1])
    game.play("D2")
    play_until(game, "bury")
    assert game.view(game.actor).taken == sort(deal["kitty"])
    game.reset()
    other.reset()
    assert game.position() == other.position()


def test_a_given_deal_with_a_drawn_start_is_refused():
    deal = {"first_drawer": 0, "hands": [], "kitty": ""}
    with pytest.raises(ShengjiError, match="who draws first"):
        Game(levels="random", deal=deal)


def test_compiling_is_announced_once(monkeypatch, capsys):
    monkeypatch.setattr(notice, "is_cold", lambda: True)
    monkeypatch.setattr(notice, "_said", False)
    Game(seed=1)
    Game(seed=2)
    assert capsys.readouterr().err.count("compiling the rules engine") == 1


# ---------------------------------------------------------------- token by token


def test_mask_is_a_fresh_array():
    game = Game(seed=1)
    mask = game.mask()
    assert mask.dtype == bool
    assert mask.shape == (59,)
    mask[:] = False
    assert game.mask().any()


def test_integers_of_any_kind_are_tokens():
    for kind in (int, np.int8, np.uint8, np.int64):
        game = Game(seed=1)
        game.step(kind(PASS))


@pytest.mark.parametrize("token", [54.0, None, "54", [54], np.float64(54), np.array([54, 54])])
def test_a_token_that_is_no_whole_number_is_refused_with_the_position(token):
    game = Game(seed=1)
    with pytest.raises(IllegalPlay, match=r"a whole number 0\.\.58") as refused:
        game.step(token)
    assert (refused.value.rule, refused.value.position) == ("token", game.position())


@pytest.mark.parametrize("action", [None, 3, 1.5, True, np.int8(3), np.array(3), [None], [3]])
def test_an_action_that_is_no_text_is_refused(action):
    game = Game(seed=1)
    before = game.position()
    for refuse in (game.play, game.explain, game.view(game.actor).explain):
        with pytest.raises(CardsError, match="cannot read"):
            refuse(action)
    assert game.position() == before


@pytest.mark.parametrize("levels", [3, 2.0, True, object(), np.array(3), np.array([1, 2])])
def test_levels_that_are_no_list_are_refused(levels):
    with pytest.raises(ShengjiError, match="levels"):
        Game(seed=1, levels=levels)


@pytest.mark.parametrize(("token", "rule"), [(-1, "token"), (59, "token"), (2**70, "token"), (1, "cards.held")])
def test_an_illegal_token_changes_nothing(token, rule):
    game = Game(seed=7)
    before = bytes_of(game)
    with pytest.raises(IllegalPlay) as refused:
        game.step(token)
    assert refused.value.rule == rule
    assert refused.value.position == game.position()
    assert bytes_of(game) == before


def test_after_the_end_nothing_is_legal():
    game = Game(seed=2)
    rng = np.random.default_rng(1)
    while not game.done:
        random_step(game, rng)
    assert (game.phase, game.actor, game.mask().any()) == ("over", None, False)
    assert list(game.plays()) == []
    assert game.explain("H3").rule == "game.over"
    for attempt in (lambda: game.step(0), lambda: game.play("H3"), lambda: game.play("pass")):
        with pytest.raises(IllegalPlay, match="the episode is over"):
            attempt()


def test_token_texts():
    assert [token_text(token) for token in (26, 53, PASS, ONE, TWO, 99)] == ["H2", "BJ", "pass", "one", "two", "99"]


# ---------------------------------------------------------------- whole actions


def test_a_deal_by_whole_plays_is_the_deal_by_tokens():
    """The same deal, played by texts on one side and by the tokens of these texts on the other."""
    game, rng = Game(seed=5), np.random.default_rng(5)
    by_tokens = game.copy()
    while not game.done:
        text = next(itertools.islice(game.plays(), int(rng.integers(3)), None), None) or next(game.plays())
        played = len(game._history.tokens)
        game.play(text)
        for token in game._history.tokens[played:]:
            by_tokens.step(token)
        assert by_tokens.position() == game.position()


def deal_of(drawn, first_drawer=0):
    return dealt(Rules.preset(TWO_DECKS), drawn, first_drawer=first_drawer)


def test_a_bid_is_all_it_shows():
    """A reinforcement counts what lies there already."""
    game = Game(deal=deal_of({0: "D2 C3 D2", 1: "C4 BJ BJ"}))
    assert [*game.plays()] == ["D2", "pass"]
    game.play("D2")
    assert (game.actor, [*game.plays()]) == (0, ["D2 D2", "pass"])
    game.play("D2 D2")
    assert (game.actor, [*game.plays()]) == (1, ["BJ BJ", "pass"])
    game.play("BJ BJ")
    assert game.view(0).bids == [(0, "D2"), (0, "D2 D2"), (1, "BJ BJ")]
    assert (game.phase, game.view(0).declarer, game.view(0).trump.suit) == ("bury", 1, None)


def test_a_number_is_chosen_where_there_are_several():
    game = Game(deal=deal_of({0: "D2 D2"}))
    game.play("pass")
    assert [*game.plays()] == ["D2", "D2 D2", "pass"]
    game.step(0)
    assert ([*game.plays()], game.view(0).picked) == (["D2", "D2 D2"], "D2")
    assert game.explain("pass").rule == "bid.number"
    game.play("D2 D2")
    assert game.view(0).bids == [(0, "D2 D2")]


def test_picks_are_part_of_the_play():
    game = play_until(Game(seed=7), "bury")
    first = next(game.plays()).split()
    game.step(int(np.flatnonzero(game.mask())[-1]))
    picked = game.view(game.actor).picked
    assert all(picked in play.split() for play in itertools.islice(game.plays(), 50))
    before = bytes_of(game)
    with pytest.raises(IllegalPlay, match="is picked already") as refused:
        game.play(" ".join(first))
    assert refused.value.rule == "picks"
    assert bytes_of(game) == before
    game.play(next(game.plays()))
    assert game.phase == "call"


def test_a_call_is_a_card_and_an_ordinal():
    game = play_until(Game(seed=7), "call")
    assert game.explain("H3 1") is None
    assert game.explain("H3 3").rule == "call.ordinal"
    assert game.explain("H3").rule == "call.ordinal"
    assert game.explain("D2 1").rule == "call.trump"
    assert game.explain("BJ 1").rule == "call.trump"
    plays = list(game.plays())
    assert len(plays) == len(set(plays)) == 3 * 12 * 2
    game.step(27)
    assert list(game.plays()) == ["H3 1", "H3 2"]
    assert game.explain("H4 1").rule == "picks"
    game.play(["H3", "2"])
    assert game.view(0).call == ("H3", 2, 0)


def test_without_ordinals_a_call_is_a_card():
    for rules in ("four_player_seek", Rules.preset(TWO_DECKS).replace(decks=1)):
        game = play_until(Game(rules, seed=3), "call")
        text = next(game.plays())
        assert " " not in text
        game.play(text)
        assert game.phase == "play"


def test_plays_are_lazy_and_not_disturbed():
    """Burying has millions of choices; going on with the game does not change an iterator that is under way."""
    game = play_until(Game(seed=7), "bury")
    plays = game.plays()
    first = next(plays)
    game.play(first)
    assert next(plays) != first
    assert game.phase == "call"


@pytest.mark.parametrize("preset", PRESETS)
def test_plays_are_distinct_and_legal(preset):
    rng = np.random.default_rng(8)
    game = Game(preset, seed=8, levels="random")
    while not game.done:
        plays = list(itertools.islice(game.plays(), 200))
        assert len(set(plays)) == len(plays) > 0
        for text in plays[:: max(len(plays) // 5, 1)]:
            assert game.explain(text) is None, (text, game.position())
            game.copy().play(text)
        game.play(plays[rng.integers(len(plays))])


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("phase", "action", "rule"),
    [
        ("bid", "D3", "cards.held"),
        ("bid", "D2 D2", "cards.held"),
        ("bid", "DK", "bid.level"),
        ("bid", "DK DQ", "bid.cards"),
        ("bid", "riot", "bid.riot"),
        ("bury", "pass", "bury.pass"),
        ("bury", "LJ", "bury.count"),
        ("call", "pass", "call.pass"),
        ("call", "", "call.card"),
        ("play", "pass", "play.pass"),
        ("play", "", "lead.count"),
        ("play", "C9 S3", "lead.group"),
        ("play", "BJ BJ", "cards.held"),
    ],
)
def test_an_illegal_action_changes_nothing(phase, action, rule):
    game = play_until(Game(seed=7), phase)
    before = bytes_of(game)
    assert game.explain(action).rule == rule
    with pytest.raises(IllegalPlay) as refused:
        game.play(action)
    assert refused.value.rule == rule
    assert refused.value.position == game.position()
    assert f"cannot {phase} {action}" in str(refused.value)
    trick = ", trick 1" if phase == "play" else ""
    assert str(refused.value).endswith(f"({rule}) — deal 1, {phase}, seat {game.actor}{trick}")
    assert bytes_of(game) == before


def test_unreadable_cards_are_told_from_illegal_ones():
    game = Game(seed=7)
    before = bytes_of(game)
    for action in ("H10", "foo", "H2 H2 H2", ["H2", 3]):
        with pytest.raises(CardsError):
            game.play(action)
        with pytest.raises(CardsError):
            game.explain(action)
    assert bytes_of(game) == before


def test_a_refused_follow_names_what_is_owed():
    game = play_until(Game(seed=7), "play")
    game.play("CA")
    game.play("CJ") if "CJ" in game.plays() else game.play(next(game.plays()))
    held = game.view(game.actor).hand.split()
    other = next(card for card in held if card[0] == "H" and card != "H2")
    with pytest.raises(IllegalPlay, match="clubs were led, 1 of them must be played, and you keep C") as refused:
        game.play(other)
    assert refused.value.rule == "follow.group"


def test_refused_bids_name_the_legal_ones():
    with pytest.raises(IllegalPlay, match="legal: D2, pass"):
        Game(seed=7).play("DK")


# ---------------------------------------------------------------- episodes, copies


def test_reset_runs_on():
    """The second episode is the next shuffle, whatever was played in the first: a deal broken off, or played out."""
    broken_off, played = Game(seed=7), Game(seed=7)
    while not played.done:
        played.play(next(played.plays()))
    assert played.position() != broken_off.position()
    for game in (broken_off, played):
        game.reset()
    assert played.position() == broken_off.position() != Game(seed=7).position()
    assert played.result is None


def test_reset_with_a_seed_is_a_new_game():
    game = play_until(Game(seed=4, levels="random"), "bury")
    game.reset(seed=9)
    assert game.position() == Game(seed=9, levels="random").position()


def test_copies_are_independent():
    game = play_until(Game(seed=6), "play")
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        before = bytes_of(game)
        assert bytes_of(other) == before
        other.play(next(other.plays()))
        assert bytes_of(game) == before
        assert Game.replay(other.record()).position() == other.position()


def test_pickled_games_go_on():
    game = play_until(Game(seed=6), "play")
    again = pickle.loads(pickle.dumps(game))
    assert bytes_of(again) == bytes_of(game)
    text = next(game.plays())
    for one in (game, again):
        one.play(text)
    assert (again.mask() == game.mask()).all()
    assert again.record() == game.record()
    view = pickle.loads(pickle.dumps(game.view(0)))
    assert str(view) == str(game.view(0))


def test_skip_forced_plays_single_choices_itself():
    """The same game, with the forced decisions left out; records are the same."""
    whole, short = Game(seed=13), Game(seed=13, skip_forced=True)
    rng = np.random.default_rng(3)
    while not whole.done:
        legal = np.flatnonzero(whole.mask())
        token = rng.choice(legal)
        if len(legal) > 1:
            assert (short.mask() == whole.mask()).all()
            short.step(token)
        whole.step(token)
    assert short.done
    assert short.position() == whole.position()
    assert short.record() == whole.record()


def test_skip_forced_with_whole_plays():
    short, rng = Game(seed=13, skip_forced=True), np.random.default_rng(3)
    while not short.done:
        plays = list(itertools.islice(short.plays(), 20))
        assert short.mask().sum() > 1
        short.play(plays[rng.integers(len(plays))])
    assert Game.replay(short.record()).position() == short.position()


def test_the_result_of_a_deal():
    game, rng = Game(seed=2), np.random.default_rng(1)
    assert game.result is None
    while not game.done:
        random_step(game, rng)
    result, rules = game.result, game.rules
    assert (result.side, result.steps) == rules.level_change(result.points, len(result.declarer_side))
    settled = rules.settle(["2"] * 5, result.declarer, result.declarer_side, result.points)
    assert result.levels == settled.levels == game.levels
    assert (result.winners, result.swing, result.next_declarer) == (settled.winners, settled.swing, None)
    attackers = [seat for seat in range(5) if seat not in result.declarer_side]
    kitty = sum({"5": 5, "T": 10, "K": 10}.get(card[1], 0) for card in result.kitty.split())
    assert result.points == sum(result.captured[seat] for seat in attackers) + kitty * result.multiplier
    assert sum(result.captured) + kitty == 200
    game.reset()
    assert game.result is None


def test_a_match_goes_on_after_a_deal():
    game, rng = Game(Rules.preset(TWO_DECKS).replace(max_deals=2), seed=2, episode="match"), np.random.default_rng(1)
    while game.result is None:
        random_step(game, rng)
    assert not game.done
    first = game.result
    while not game.done:
        random_step(game, rng)
    assert game.result != first


# ---------------------------------------------------------------- the table


def test_the_table():
    """Every hand, by groups, trumps last; bids, call, tricks; in the end the result."""
    game = play_until(Game(seed=7), "play")
    lines = str(game).splitlines()
    assert lines[0] == "five_player_two_deck: deal 1, level 2, trump D"
    assert lines[1] == "play: seat 4 leads, trick 1"
    assert lines[3].split() == ["seat", "level", "side", "points", "cards", "hand"]
    star = next(line for line in lines if line.startswith("*"))
    assert star.split()[:6] == ["*", "4", "2", "declarer", "0", "20"]
    assert star.endswith("| DA DA C2 LJ BJ")
    assert "bids: seat 4 D2" in lines
    assert repr(game) == "<Game five_player_two_deck, seed 7: play, seat 4>"
    while not game.done:
        game.play(next(game.plays()))
    assert "the episode is over" in str(game)
    assert str(game).splitlines()[-1].startswith("result: attackers' points ")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_state_can_be_drawn(preset):
    rng = np.random.default_rng(4)
    game = Game(preset, seed=4, levels="random")
    while not game.done:
        assert f"seat {game.actor} " in str(game)
        assert str(game.view(game.actor))
        random_step(game, rng)
    assert str(game)
