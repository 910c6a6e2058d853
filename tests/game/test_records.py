"""Records: every event of an episode, replayed by the engine and compared; half a record is played on."""

import json
import warnings

import numpy as np
import pytest

from shengji_env import PRESETS, Game, RecordError, Rules
from shengji_env.cards import CARDS

TWO_DECKS = "five_player_two_deck"


def play(game, rng, tokens=2000):
    """Play at random, on to the end of an action; bids seldom, so that some deals are dealt again."""
    while not game.done and (tokens > 0 or game._S["picks"][0] or game._S["pick_type"][0] >= 0):
        legal = np.flatnonzero(game.mask())
        if game.phase == "bid" and 54 in legal and rng.random() < 0.95:
            legal = [54]
        game.step(rng.choice(legal))
        tokens -= 1
    return game


def events(record):
    return [json.loads(line) for line in record.splitlines()]


def text_of(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


def a_record(seed=7, rules=TWO_DECKS, tokens=2000, **arguments):
    return play(Game(rules, seed=seed, **arguments), np.random.default_rng(seed), tokens).record()


# ---------------------------------------------------------------- what stands in it


def test_header_shuffles_actions_result():
    lines = events(a_record())
    assert lines[0] == {
        "format": "shengji-record",
        "version": 1,
        "rules": {"preset": TWO_DECKS, "overrides": {}},
        "episode": "deal",
        "levels": None,
        "seed": 7,
        "shuffles": 0,
    }
    assert lines[1]["event"] == "shuffle"
    assert [len(hand.split()) for hand in lines[1]["hands"]] == [20] * 5
    assert len(lines[1]["kitty"].split()) == 8
    assert set(lines[2]) == {"event", "seat", "phase", "action"}
    assert lines[-1]["event"] == "result"
    assert {line["event"] for line in lines[1:]} == {"shuffle", "action", "result"}


def test_a_shuffle_is_a_deal_that_can_be_given():
    """What a record says of a shuffle is what `deal=` takes; it is the same deal."""
    record = a_record(seed=3)
    shuffle = events(record)[1]
    game = Game(seed=99, deal={name: shuffle[name] for name in ("first_drawer", "hands", "kitty")})
    assert game.view(0).hand_sizes == Game(seed=3).view(0).hand_sizes
    assert json.loads(game.position())["stock"] == json.loads(Game(seed=3).position())["stock"]


def test_every_shuffle_is_an_event():
    """Nobody bids: each redeal is an event, until no trump is played."""
    game = Game(seed=5)
    while game.phase == "bid":
        game.play("pass")
    shuffles = [line for line in events(game.record()) if line.get("event") == "shuffle"]
    assert [line["n"] for line in shuffles] == list(range(1, 10))
    assert len({line["kitty"] for line in shuffles}) == 9
    assert len({line["first_drawer"] for line in shuffles}) == 1  # the same seat again


def test_several_shuffles_in_one_step():
    """A level nobody holds early: with one deck, redeals follow each other without anybody being asked."""
    rules = Rules.preset(TWO_DECKS).replace(redeal_limit=3, unbid_first="redeal")
    deal = {
        "first_drawer": 0,
        "hands": [" ".join(hand) for hand in hands_without_twos()],
        "kitty": "D2 D2 C2 C2 H2 H2 S2 S2",
    }
    game = Game(rules, seed=1, deal=deal)
    lines = events(game.record())
    assert [line["n"] for line in lines[1:]] == [1, 2]
    assert lines[1]["kitty"] == deal["kitty"]
    assert Game.replay(game.record()).position() == game.position()


def hands_without_twos():
    """Nobody can bid: all twos are in the kitty, and no hand has two equal jokers."""
    rest = [card for card in CARDS for _ in range(2) if card[1] != "2"]
    return [rest[k::5] for k in range(5)]


# ---------------------------------------------------------------- replaying


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("levels", [None, "random"])
def test_a_record_replays(preset, levels):
    for seed in range(3):
        rules = Rules.preset(preset).replace(max_deals=3)
        game = play(Game(rules, seed, "match", levels, skip_forced=seed == 1), np.random.default_rng(seed))
        again = Game.replay(game.record())
        assert again.position() == game.position()
        assert again.record() == game.record()
        assert again.result == game.result


@pytest.mark.parametrize("preset", PRESETS)
def test_a_record_does_not_hang_on_the_generator(preset):
    """With another seed in its header the cards come from the record, redeals and later deals included."""
    rules = Rules.preset(preset).replace(max_deals=2)
    game = play(Game(rules, seed=4, episode="match"), np.random.default_rng(4), 3000)
    lines = events(game.record())
    assert sum(line.get("event") == "shuffle" for line in lines) > 1
    lines[0]["seed"] += 1
    again = Game.replay(text_of(lines))
    assert again.record() == text_of(lines)
    assert again.result == game.result


def test_later_episodes_and_positions_have_records():
    game = Game(seed=8)
    play(game, np.random.default_rng(0), 100)
    game.reset()
    play(game, np.random.default_rng(0), 150)
    assert events(game.record())[0]["shuffles"] >= 1
    assert Game.replay(game.record()).position() == game.position()
    there = play(Game.from_position(game.position()), np.random.default_rng(1))
    assert events(there.record())[0]["position"] == json.loads(game.position())
    assert Game.replay(there.record()).position() == there.position()


def test_a_given_deal_replays():
    lines = events(a_record(seed=3))
    deal = {name: lines[1][name] for name in ("first_drawer", "hands", "kitty")}
    game = play(Game(seed=99, deal=deal), np.random.default_rng(2), 300)
    assert Game.replay(game.record()).record() == game.record()


def test_actions_may_be_in_any_order_of_cards():
    lines = events(a_record(seed=2))
    bury = next(line for line in lines if line.get("phase") == "bury")
    bury["action"] = " ".join(reversed(bury["action"].split()))
    assert Game.replay(text_of(lines)).result is not None


# ---------------------------------------------------------------- half a record


def test_half_a_record_is_played_on():
    record = a_record(seed=6)
    lines = record.splitlines(keepends=True)
    for cut in range(2, len(lines), 7):
        game = Game.replay("".join(lines[:cut]))
        play(game, np.random.default_rng(cut))
        assert Game.replay(game.record()).result == game.result


def test_a_cut_last_line_is_dropped_with_a_notice():
    record = a_record(seed=6)
    cut = record[: record.rindex('"action"') - 4]
    with pytest.warns(UserWarning, match=rf"line {cut.count(chr(10)) + 1} of the record is cut off"):
        game = Game.replay(cut)
    assert not game.done
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Game.replay(cut[: cut.rindex("\n") + 1]).position() == game.position()


def test_picks_of_an_unfinished_action_are_not_recorded():
    game = Game(seed=7)
    game.play("D2")
    while game.phase != "bury":
        game.play("pass")
    record = game.record()
    game.step(int(np.flatnonzero(game.mask())[0]))
    assert game.record() == record


# ---------------------------------------------------------------- what does not replay


def broken(change, seed=7, rules=TWO_DECKS):
    """(error, lines before the change) of a record in which one line is changed."""
    lines = events(a_record(seed=seed, rules=rules))
    number = change(lines)
    with pytest.raises(RecordError) as refused:
        Game.replay(text_of(lines))
    assert str(refused.value).startswith(f"line {number + 1}: "), refused.value
    return refused.value


def first(lines, **wanted):
    return next(k for k, line in enumerate(lines) if all(line.get(name) == wanted[name] for name in wanted))


def changing(name, value, **wanted):
    def change(lines):
        k = first(lines, **wanted)
        lines[k][name] = value
        return k

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changing("format", "pgn", version=1), "no record of format"),
        (changing("version", 2, version=1), "no record of format"),
        (changing("rules", {"preset": "whist"}, version=1), "whist"),
        (changing("seed", "x", version=1), "seed 'x': a whole number"),
        (changing("levels", ["2"], version=1), "levels"),
        (changing("action", "BJ BJ BJ", phase="play"), "at most 2"),
        (changing("action", "pass", phase="bury"), "nobody may pass here"),
        (changing("action", "pass", phase="call"), "cannot call 'pass': nobody may pass here"),
        (changing("seat", 9, phase="bury"), "seat is 9"),
        (changing("phase", "play", phase="bury"), "phase is 'play'"),
        (changing("points", 1000, event="result"), "points is 1000"),
        (changing("levels", ["A"] * 5, event="result"), "levels is"),
        (changing("bonus", 1, event="result"), "bonus is 1"),
        (changing("kitty", "D2", event="shuffle"), "kitty of 1 cards"),
        (changing("event", "comment", phase="bury"), "'comment', and an action is next"),
    ],
)
def test_a_changed_line_is_named(change, message):
    assert message in str(broken(change))


def test_a_missing_or_doubled_line_is_named():
    def drop_action(lines):
        k = first(lines, phase="bury")
        del lines[k]
        return k

    def drop_result(lines):
        k = first(lines, event="result")
        lines[k] = lines[k - 1]
        return k

    def double_result(lines):
        lines.append(lines[-1])
        return len(lines) - 1

    assert "cannot" in str(broken(drop_action))
    assert "event is 'action'" in str(broken(drop_result))
    assert "an action is next" in str(broken(double_result))


def test_an_illegal_action_comes_with_its_position():
    error = broken(changing("action", "pass", phase="bury"))
    assert json.loads(error.position)["phase"] == "bury"


def test_text_that_is_no_record():
    for text in ("", "\n", "no json\n", "[]\n", '{"event": "shuffle"}\n', "{}\nno json\n{}\n"):
        with pytest.raises(RecordError):
            Game.replay(text)


def test_the_first_drawer_of_a_redeal_is_the_game_s():
    """A record cannot say that somebody else draws first: the same seat again."""
    game = Game(seed=5)
    while len(events(game.record())) < 2 or events(game.record())[-1].get("n") != 2:
        game.play("pass")
    lines = events(game.record())
    lines[-1]["first_drawer"] = (lines[-1]["first_drawer"] + 1) % 5
    with pytest.raises(RecordError, match=f"line {len(lines)}: first_drawer is"):
        Game.replay(text_of(lines))


@pytest.mark.parametrize("text", [None, 3, b"{}", [], ["{}"], {}])
def test_a_record_is_a_text(text):
    with pytest.raises(RecordError, match="a text is asked for"):
        Game.replay(text)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "digits"),
        ('{"event": "action", "event": "action"}', "'event' is given twice"),
        ('{"event": "action", "seat": NaN}', "NaN is no JSON number"),
    ],
)
def test_a_last_line_that_is_no_strict_json_is_not_taken_for_a_cut_one(line, why):
    record = Game(seed=1).record()
    with pytest.raises(RecordError, match=f"line {len(record.splitlines()) + 1}: .*{why}"):
        Game.replay(record + line)
