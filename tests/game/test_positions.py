"""Positions: their text, what may be left out of it, and everything that is refused, with all defects at once.

That every state of random games comes back as it was is `properties`' part.
"""

import json

import numpy as np
import pytest

import deals
from shengji_env import PRESETS, Game, PositionError, Rules

KEYS = [
    "rules", "episode", "seed", "shuffles", "deals", "levels", "first", "after_riot", "last_winners", "swing",
    "first_drawer", "redeals", "phase", "actor", "picked", "hands", "stock", "kitty", "kitty_history", "flipped",
    "bids", "raids", "closing", "declarer", "trump", "call", "partners", "points", "penalties", "tricks",
]  # fmt: skip


def game_at(phase, **arguments):
    """The first decision of this phase; while playing, after so many tricks and one play of the next."""
    return deals.game_at(phase, plays=phase == "play", **arguments)


def values_at(phase, **arguments):
    return json.loads(game_at(phase, **arguments).position())


def defects_of(values):
    with pytest.raises(PositionError) as refused:
        Game.from_position(json.dumps(values))
    assert refused.value.position == json.dumps(values)
    for defect in refused.value.defects:
        assert f"- {defect}" in str(refused.value)
    return list(refused.value.defects)


def without(values, *names):
    return {name: value for name, value in values.items() if name not in names}


# ---------------------------------------------------------------- the text


def test_all_keys_in_order_on_one_line():
    for phase in ("bid", "bury", "call", "play"):
        line = game_at(phase).position()
        assert "\n" not in line
        assert list(json.loads(line)) == KEYS


def test_what_stands_in_it():
    values = values_at("play", tricks=2)
    assert values["rules"] == {"preset": "five_player_two_deck", "overrides": {}}
    assert (values["phase"], values["seed"], values["shuffles"], values["first"]) == ("play", 7, 1, True)
    assert values["kitty"] == values["kitty_history"][0][2]
    assert [len(trick["plays"]) for trick in values["tricks"]] == [5, 5, 1]
    assert values["tricks"][2]["winner"] is None
    assert values["tricks"][1]["leader"] == values["tricks"][0]["winner"]
    assert values["actor"] == (values["tricks"][2]["leader"] + 1) % 5
    assert values["stock"] == ""


def test_the_stock_is_in_order_and_the_kitty_last():
    game = game_at("bid")
    values = json.loads(game.position())
    game.play("D2")
    while game.phase == "bid":
        game.play("pass")
    assert (values["kitty"], values["closing"]) == ("", False)
    assert game.phase == "bury"
    assert sorted(game.view(game.actor).taken.split()) == sorted(values["stock"].split()[-8:])


def test_a_game_or_its_object_or_its_line():
    game = game_at("play", tricks=1)
    assert Game.from_position(json.loads(game.position())).position() == game.position()
    assert Game.from_position(game.position()).position() == game.position()


def test_who_is_still_to_be_asked_is_written_where_it_does_not_follow():
    """Closing round: seat 1 bids, so it starts again at seat 2, and at seat 3 three are left behind him; had it begun
    at seat 0, behind the last drawer, it would be one."""
    dealt = deals.dealt(deals.RULES, {1: "D2", 3: "C2 C2"})
    values = {"phase": "bid", "actor": 1, "closing": True} | dealt
    game = Game.from_position(values)
    assert "to_ask" not in json.loads(game.position())
    game.play("D2")
    line = game.position()
    assert (game.actor, json.loads(line)["to_ask"]) == (3, 3)
    assert Game.from_position(line).position() == line
    assert Game.from_position(without(json.loads(line), "to_ask"))._S["to_ask"][0] == 1


# ---------------------------------------------------------------- what may be left out


@pytest.mark.parametrize(
    "names",
    [
        ("points", "penalties", "partners"),
        ("kitty",),
        ("kitty", "kitty_history"),
        ("declarer", "trump"),
        ("declarer", "trump", "kitty"),
        ("actor",),
        ("closing", "stock", "flipped", "raids", "picked", "redeals", "deals", "swing", "after_riot", "last_winners"),
        ("first", "levels", "episode"),
    ],
)
def test_what_follows_from_the_rest_may_be_left_out(names):
    values = values_at("play", tricks=3)
    whole = Game.from_position(values)
    found = Game.from_position(without(values, *names))
    assert (found.mask() == whole.mask()).all()
    left_out = json.loads(found.position())
    for name in set(KEYS) - {"kitty_history", "deals"}:
        assert left_out[name] == values[name], name


def test_tricks_say_who_leads_and_wins():
    values = values_at("play", tricks=3)
    bare = [{"plays": trick["plays"]} for trick in values["tricks"]]
    found = json.loads(Game.from_position(values | {"tricks": bare, "declarer": values["declarer"]}).position())
    assert found["tricks"] == values["tricks"]


def test_call_seen_is_counted():
    values = values_at("play", tricks=3)
    call = without(values["call"], "seen")
    assert json.loads(Game.from_position(values | {"call": call}).position())["call"] == values["call"]


def test_a_position_by_hand():
    """Only what matters: hands, declarer, trump, call. The kitty is what is left."""
    hands = deals.dealt(deals.RULES, {0: "DA DA D3"})["hands"]
    trump = {"suit": "S", "level": "2"}
    values = {"phase": "play", "hands": hands, "declarer": 0, "trump": trump, "call": {"card": "DK", "ordinal": 1}}
    game = Game.from_position(values)
    assert (game.actor, game.phase, game.levels) == (0, "play", ["2"] * 5)
    game.play("DA DA")
    assert game.view(1).lead == "DA DA"


def test_a_settled_deal_comes_back_with_its_result():
    game = game_at("over")
    again = Game.from_position(game.position())
    assert again.result == game.result
    assert again.done
    values = json.loads(game.position())
    assert values["result"]["points"] == game.result.points
    bare = Game.from_position(without(values, "result"))
    assert bare.result.points == game.result.points  # derived from the tricks


def test_rules_with_overrides():
    rules = Rules.preset("five_player_two_deck").replace(decks=3, tractor_follow="longest")
    game = game_at("play", rules=rules, tricks=2)
    assert Game.from_position(game.position()).rules == rules


@pytest.mark.parametrize("preset", PRESETS)
def test_a_position_is_played_on_alike(preset):
    """From anywhere in a deal: the same tokens lead to the same end, results and all."""
    rng = np.random.default_rng(1)
    game = Game(preset, seed=1, levels="random")
    while not game.done:
        if rng.random() < 0.02:
            other, tokens = Game.from_position(game.position()), np.random.default_rng(9)
            ahead = game.copy()
            while not ahead.done:
                token = tokens.choice(np.flatnonzero(ahead.mask()))
                assert (ahead.mask() == other.mask()).all()
                ahead.step(token)
                other.step(token)
            assert other.position() == ahead.position()
            assert other.result == ahead.result
        game.step(rng.choice(np.flatnonzero(game.mask())))


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '"bid"', None])
def test_what_is_no_object_is_refused(text):
    with pytest.raises(PositionError, match="cannot read position"):
        Game.from_position(text)


def test_all_defects_at_once():
    values = values_at("play", tricks=1) | {
        "hand": ["D2"],
        "actor": 7,
        "levels": ["2", "2", "2", "2", "1"],
        "swing": "yes",
        "seed": -1,
        "bids": [[0, "H10"]],
        "points": [0, 0],
    }
    assert defects_of(values) == [
        "hand: no such key, perhaps hands",
        "seed -1: a whole number 0..2^64-1 is asked for",
        "swing 'yes': True or False is asked for",
        "levels: cannot read level '1': a level is one of 2 3 4 5 6 7 8 9 T J Q K A",
        "actor: seat 7: a whole number 0..4 is asked for",
        "bids[0]: cannot read card 'H10': the ten is written HT",
        "bids[0]: copies of one level card, perhaps with a joker, or equal jokers are shown",
        "points: 2 of them, and there are 5 seats",
    ]


def change(values, name, value):
    """One value replaced, deep inside if the name has dots."""
    values = json.loads(json.dumps(values))
    *path, last = [int(step) if step.isdecimal() else step for step in name.split(".")]
    inner = values
    for step in path:
        inner = inner[step]
    inner[last] = value(inner[last]) if callable(value) else value
    return values


@pytest.mark.parametrize(
    ("phase", "name", "value", "defect"),
    [
        ("bid", "rules", {"preset": "whist"}, "rules: "),
        ("bid", "phase", "deal", "phase='deal': allowed are 'bid'"),
        ("bid", "phase", None, "phase: one of bid"),
        ("bid", "hands", None, "hands: they are asked for"),
        ("bid", "hands.0", lambda hand: hand + " D3", "cards: too many"),
        ("bid", "actor", 0, "first_drawer: seat 2, and after 28 cards seat 0"),
        ("bid", "stock", lambda stock: stock.rsplit(" ", 1)[0], "cards: missing"),
        ("bid", "closing", True, "stock: all is dealt"),
        ("bid", "picked", "SA", "picked: SA is not in the hand of seat 4"),
        ("bid", "picked", "D7", "picked: D7 cannot be picked here"),
        ("bid", "picked", "D2", "picked: D2 would be complete"),
        ("bid", "trump", {"suit": "D", "level": "2"}, "trump: it stands only when the bids are over"),
        ("bid", "bids", [[4, "D3"]], "bids[0]: seat 4 cannot bid D3"),
        ("bid", "bids", [[4, "D2"], [4, "D2"]], "bids[1]: seat 4 cannot bid D2"),
        ("bid", "last_winners", [1], "last_winners: in the first deal there are none"),
        ("bid", "call", {"card": "H3", "ordinal": 1}, "call: in the phase bid nothing is called yet"),
        ("bury", "actor", 0, "actor: 0, and seat 4 has the kitty"),
        ("bury", "kitty_history.0.2", "D2", "kitty_history"),
        ("bury", "kitty_history", [], "kitty_history: while somebody buries"),
        ("bury", "tricks", [{"plays": ["D2"]}], "tricks: in the phase bury nothing is played"),
        ("bury", "declarer", 2, "declarer: 2 is given, and the rest of the position makes it 4"),
        ("bury", "trump", {"suit": "H", "level": "2"}, "trump: H 2 is given, and the rest of the position makes it D"),
        ("call", "phase", "raid", "phase: there are no raids under these rules"),
        ("play", "actor", 0, "actor: 0 is given, and the rest of the position makes it"),
        ("play", "kitty", "D3 D3 D3 D3 D3 D3 D3 D3", "cards: too many"),
        ("play", "kitty", lambda kitty: " ".join(kitty.split()[1:]), "kitty: 7 cards, and 8 cards lie in it here"),
        ("play", "call", None, "call: the declarer has called a card before the play"),
        ("play", "call.card", "D3", "call: seat 4 cannot call D3 1: a trump cannot be called"),
        ("play", "call.seen", 2, "call seen: 2 is given"),
        ("play", "points.0", 95, "points: [95,"),
        ("play", "penalties.3", 5, "penalties: [0, 0, 0, 5, 0] is given"),
        ("play", "partners", [3], "partners: [3] is given"),
        ("play", "tricks.0.winner", lambda winner: (winner + 1) % 5, "tricks"),
        ("play", "tricks.0.failed_throw", "H3 H4", "tricks[0] plays[0]"),
        ("play", "tricks.0", {"winner": 3}, "hands"),
        ("play", "raids", [[0, "BJ BJ"]], "raids: there are none under these rules"),
    ],
)
def test_what_cannot_be_is_named(phase, name, value, defect):
    found = defects_of(change(values_at(phase, tricks=1 if phase == "play" else 0), name, value))
    assert any(text.startswith(defect) for text in found), found


def test_a_trick_that_could_not_have_been_played():
    """Somebody has not followed although he could: his card and another seat's later one are swapped."""
    values = values_at("play", tricks=1)
    trick = values["tricks"][0]
    seat = (trick["leader"] + 1) % 5
    hand = values["hands"][seat].split()
    other = next(card for card in hand if card[0] not in (trick["plays"][0][0], "D") and card[1] != "2")
    hand.remove(other)
    hand.append(trick["plays"][1])
    values["hands"][seat] = " ".join(hand)
    trick["plays"][1] = other
    (defect,) = defects_of(values)
    assert defect.startswith(f"tricks[0] plays[1]: seat {seat} cannot play {other}: ")
    assert "(follow.group)" in defect


def test_a_player_without_a_choice_is_not_asked():
    values = values_at("bid")
    seat = values["actor"]
    values["hands"][seat] = values["hands"][seat].replace("D2", "D5")
    values["stock"] = values["stock"].replace("D5", "D2", 1)
    assert defects_of(values) == [f"actor: seat {seat} has no choice in the phase bid: it is not asked"]


def test_throw_that_would_have_failed():
    """A throw is given as led, and another hand beats it."""
    values = values_at("play")
    leader = values["tricks"][0]["leader"]
    hand = values["hands"][leader].split()
    low = values["tricks"][0]["plays"][0]
    more = next(card for card in hand if card[0] == low[0] and card[1] != "2" and card != low)
    hand.remove(more)
    values["hands"][leader] = " ".join(hand)
    values["tricks"][0]["plays"][0] = f"{low} {more}"
    assert any("plays[0]" in defect for defect in defects_of(values))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"hands":' * 100_000, "nested too deeply"),
        ("1" * 5000, "digits"),
        ('{"phase": "bid", "phase": "play"}', "'phase' is given twice"),
        ('{"rules": {"preset": "a", "preset": "b"}}', "'preset' is given twice"),
        ('{"seed": NaN}', "NaN is no JSON number"),
        (b"\xff\xfe\xfd", "no JSON"),
        (None, "a text is asked for"),
        ([1], "a text is asked for"),
    ],
)
def test_text_that_is_no_strict_json_is_refused(text, why):
    with pytest.raises(PositionError, match=why):
        Game.from_position(text)


@pytest.mark.parametrize("wrong", [None, True, -(10**30), 10**30, 1.5, "x", [], {}, [None], [9], [0.5] * 5])
def test_a_result_that_cannot_be_read_is_named(wrong):
    game = Game("five_player_two_deck", seed=7)
    while not game.done:
        game.step(int(np.flatnonzero(game.mask())[0]))
    values = json.loads(game.position())
    for name in values["result"]:
        allowed = (name == "next_declarer" and wrong is None) or (name == "swing" and wrong is True)
        if allowed or (wrong == [] and name.endswith(("winners", "side"))):
            continue
        found = defects_of({**values, "result": {**values["result"], name: wrong}})
        assert len(found) == 1
        assert found[0].startswith("result: it cannot be read: ")
    for name in values["result"]:
        rest = {key: value for key, value in values["result"].items() if key != name}
        assert defects_of({**values, "result": rest}) == [f"result: '{name}' is missing"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_result_that_its_own_tricks_contradict_is_named(preset):
    values = json.loads(game_at("over", rules=preset).position())
    result = values["result"]
    winners = [seat for seat in range(len(values["levels"])) if seat not in result["winners"]]
    wrong = {"points": result["points"] + 5, "swing": not result["swing"], "winners": winners}
    for name, value in wrong.items():
        found = defects_of({**values, "result": {**result, name: value}})
        assert len(found) == 1
        assert found[0].startswith(f"result {name}: ")
