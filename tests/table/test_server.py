"""The server, through its own messages: whole games, what a page is told, what is refused."""

import itertools
import json
from collections import Counter

import pytest
from starlette.websockets import WebSocketDisconnect

from pages_of_tables import ORIGIN, client, new_table, page
from shengji_env import PRESETS, Game
from shengji_env.table.guard import MOST_TEXT
from shengji_env.table.store import Store


@pytest.fixture
def http(tmp_path):
    with client(tmp_path / "tables.sqlite") as found:
        yield found


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("agent", ["random", "rule:balanced"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_of_every_preset_through_the_web_socket(http, preset, agent):
    players = PRESETS[preset].players
    table = new_table(http, rules=preset, seats=["human", *[agent] * (players - 1)])
    with page(http, table) as mine:
        while mine.my_turn():
            mine.play_hint()
        assert mine.state["phase"] == "over"
        assert mine.state["settled"]["result"]["kitty"]
    record = http.get(f"/api/tables/{table['table']}/record", params={"key": table["key"]}).json()["record"]
    assert Game.replay(record).done


def test_a_match_goes_on_when_the_deal_was_looked_at(http):
    table = new_table(http, episode="match", rules="four_player_fixed")
    with page(http, table) as mine:
        for deal in (1, 2):
            while mine.my_turn():
                mine.play_hint()
            assert mine.state["looking"]
            assert mine.state["deals"] == deal
            mine.send(type="next")
            while mine.state["looking"]:
                mine.next()


def test_watching_agents_to_the_end(http):
    table = new_table(http, rules="four_player_seek", seats=["rule:balanced", "random"] * 2)
    assert table["key"] == ""
    with page(http, table) as mine:
        while mine.state["phase"] != "over":
            mine.next()
        hands = [message["hands"] for message in mine.seen if message["type"] == "state"]
    assert max(len(hand) for hand in hands[-20]) > 0


def test_watching_can_be_paused_and_stepped(http):
    table = new_table(http, rules="four_player_fixed", seats=["random"] * 4)
    with page(http, table) as mine:
        mine.send(type="pause", on=True)
        while not mine.state["paused"]:
            mine.next()
        before = mine.state
        mine.send(type="step")
        after = mine.until("state")
        assert (before["hands"], before["bids"], before["actor"]) != (after["hands"], after["bids"], after["actor"])


def test_two_people_at_one_table(http):
    table = new_table(http, rules="four_player_fixed", seats=["human", "random", "human", "random"])
    other = http.post(f"/api/tables/{table['table']}/seat", json={}).json()
    assert (table["seat"], other["seat"]) == (0, 2)
    assert http.post(f"/api/tables/{table['table']}/seat", json={}).status_code == 400
    with page(http, table) as first, page(http, other) as second:
        people = {0: first, 2: second}
        for mine in people.values():
            mine.send(type="auto", on=True)
        while first.state["phase"] != "over":
            first.next()
        while second.state["phase"] != "over":
            second.next()
    assert first.state["settled"] == second.state["settled"]


# ---------------------------------------------------------------- what a page is told


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_is_sent_no_card_that_its_seat_may_not_know(tmp_path, preset, seed):
    """Every message of a deal is read. A card in it is the own, lies or lay on the table, was shown, is called, or one
    of the words that say what could be: the order of all cards, the notebook, a call that is to be made."""
    with client(tmp_path / "tables.sqlite") as http:
        table = new_table(http, rules=preset, seed=seed)
        with page(http, table) as mine:
            while mine.my_turn():
                mine.play_hint()
            messages = mine.seen
        store = Store(tmp_path / "tables.sqlite")
        session, _ = store.load(table["table"])
        store.close()
    before_end = [message for message in messages if message["type"] == "state" and not message["settled"]]
    assert len(before_end) == len([message for message in messages if message["type"] == "state"]) - 1
    assert len(before_end) > 20
    assert all(message["seat"] == 0 for message in before_end)
    hands = session.deals[0]["hands"]
    mine = [(taken, laid) for seat, taken, laid in session.deals[0]["kitties"] if seat == 0]
    taken = {card for taken, _ in mine for card in taken.split()}
    dealt = Counter(" ".join([*hands[:1], *(laid for _, laid in mine)]).split())
    dealt -= Counter(" ".join(taken for taken, _ in mine).split())
    assert dealt.total() == session.rules.hand
    for message in before_end:
        known = known_cards(message)
        allowed = set(dealt)
        if message["phase"] != "bid":
            allowed |= taken
        public = {card for play in plays_of(message) for card in play.split()}
        assert known <= allowed | public, known - allowed - public
        assert "seed" not in json.dumps(message)
        assert "hands" not in message
        assert "kitty" not in message


ABOUT_ALL = ("order", "unseen", "choices", "seats", "names", "rules")  # of every card, or of what may be called


def known_cards(message):
    """Every card text in a message, but in the fields that speak of all cards."""
    found = set()

    def walk(value):
        if isinstance(value, dict):
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        elif isinstance(value, str):
            found.update(word for word in value.split() if len(word) == 2 and word[0] in "SHDCLB" and word[1] in RANKS)

    walk({name: value for name, value in message.items() if name not in ABOUT_ALL})
    return found if message["phase"] != "call" else found - set(message["may"])


RANKS = "23456789TJQKA"


def plays_of(message):
    """Everything that lies or lay open."""
    yield from (one["cards"] for one in message["bids"] + message["raids"] + message["trick"])
    for trick in message["tricks"]:
        yield from trick["plays"]
        yield trick["failed_throw"]
    if message["call"]:
        yield message["call"]["card"]
    yield from message["shown"]


def test_who_is_asked_for_a_bid_is_not_told_to_others(http):
    """Only who could bid is asked: it would tell what he holds."""
    table = new_table(http, rules="five_player_two_deck", seats=["human", *["random"] * 4], episode="match")
    with page(http, table) as mine:
        for _ in range(2):
            while mine.my_turn():
                mine.play_hint()
            mine.send(type="next")
            while mine.state["looking"]:
                mine.next()
    asked = [message for message in mine.seen if message["type"] == "state" and message["phase"] in ("bid", "raid")]
    assert {message["actor"] for message in asked} <= {None, 0}
    bids = [json.dumps([one["bids"], one["deals"], one["looking"]]) for one in asked if one["actor"] is None]
    assert all(a != b for a, b in itertools.pairwise(bids))


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("{", "table.message"),
        ("[]", "table.message"),
        ('"act"', "table.message"),
        ("{}", "table.message"),
        ('{"type": "seed"}', "table.message"),
        ('{"type": "__init__"}', "table.message"),
        ('{"type": 7}', "table.message"),
        ('{"type": "act", "number": 99, "action": "pass"}', "table.old"),
        ('{"type": "act", "number": 0, "action": "BJ BJ BJ"}', None),
        ('{"type": "act", "number": 0, "action": ["pass"]}', "table.message"),
        ('{"type": "act", "number": NaN, "action": "pass"}', "table.message"),
        ('{"type": "select", "cards": 3}', "table.message"),
        ('{"type": "select", "cards": "ZZ"}', None),
        ('{"type": "auto", "on": "yes"}', "table.message"),
        ('{"type": "pace", "pace": -1}', "table.message"),
        ('{"type": "pace", "pace": 1e999}', "table.message"),
        ('{"type": "undo"}', None),
        ('{"type": "act", "action": "' + "S3 " * MOST_TEXT + '"}', "table.message"),
        ("[" * 3000, "table.message"),
    ],
)
def test_wrong_messages_are_refused_and_change_nothing(http, text, rule):
    table = new_table(http, seats=["human"] * 5)
    with page(http, table) as mine:
        mine.socket.send_text(text)
        refused = mine.until("refused")
        assert refused["rule"] == rule or rule is None
        assert refused["text"]
        told = len(mine.seen)
        mine.send(type="ping")
        mine.until("pong")
        assert len(mine.seen) == told + 1  # the table is as it was, so nobody is told of it
    with page(http, table) as again:
        assert again.state["number"] == 0
        assert again.state["auto"] == [False] * 5


def test_a_flood_is_refused_and_ends(http):
    with page(http, new_table(http)) as mine:
        for _ in range(500):
            mine.send(type="ping")
        while mine.next().get("rule") != "table.flood":
            pass
        with pytest.raises(WebSocketDisconnect):
            mine.next()


@pytest.mark.parametrize("key", ["", "x", None, 7, ["a"]])
def test_who_has_no_seat_is_told_nothing(http, key):
    table = new_table(http)
    with http.websocket_connect("/ws", headers={"host": "127.0.0.1"}) as socket:
        socket.send_text(json.dumps({"type": "join", "table": table["table"], "key": key}))
        assert socket.receive_json()["type"] == "refused"


def test_the_first_message_is_join(http):
    with http.websocket_connect("/ws", headers={"host": "127.0.0.1"}) as socket:
        for message in ({"type": "act"}, {"type": "join"}, {"type": "join", "table": "nowhere", "key": ""}):
            socket.send_text(json.dumps(message))
            assert socket.receive_json()["type"] == "refused"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"host": "evil.example", "origin": "http://evil.example"},
    ],
)
def test_other_origins_and_hosts_are_refused(http, headers):
    assert http.post("/api/tables", json={}, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), http.websocket_connect("/ws", headers={"host": "127.0.0.1"} | headers):
        pass


def test_with_a_table_code_nothing_goes_without_it(tmp_path):
    with client(tmp_path / "t.sqlite", loopback=False, code="secret") as http:
        assert http.get("/api/setup").status_code == 403
        assert http.get("/api/setup", params={"code": "secrét"}).status_code == 403
        assert http.get("/api/setup", params={"code": "secret"}).status_code == 200
        with pytest.raises(WebSocketDisconnect), http.websocket_connect("/ws", headers={"origin": ORIGIN}):
            pass


@pytest.mark.parametrize("body", ["{", "[]", '{"rules": "bridge"}', '{"seats": ["human"]}', "9" * 2_000_000])
def test_wrong_setups_are_refused(http, body):
    answer = http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_forms_of_other_sites_are_no_requests(http):
    assert http.post("/api/tables", content="{}", headers={"content-type": "text/plain"}).status_code == 400


def test_a_record_is_given_when_the_game_is_over_only(http):
    table = new_table(http)
    for key in (table["key"], "wrong", ""):
        answer = http.get(f"/api/tables/{table['table']}/record", params={"key": key})
        assert answer.status_code == 400
        assert 'record"' not in answer.text


# ---------------------------------------------------------------- undo, autoplay, hints


def test_undo_and_autoplay(http):
    table = new_table(http, rules="four_player_fixed", forced=False)
    with page(http, table) as mine:
        while mine.my_turn() and mine.state["number"] < 4:
            mine.play_hint()
        hand, number = mine.state["hand"], mine.state["number"]
        mine.play_hint()
        mine.my_turn()
        mine.send(type="undo")
        while mine.state["number"] != number:
            mine.next()
        assert mine.state["hand"] == hand
        mine.send(type="auto", on=True)
        while mine.state["phase"] != "over":
            mine.next()
        assert mine.state["auto"] == [False] * 4  # it leaves with the deal


def test_hints_can_be_off(http):
    with page(http, new_table(http, hints=False)) as mine:
        mine.my_turn()
        mine.send(type="hint")
        assert mine.until("refused")["rule"] == "table.hints"


def test_hints_have_values_levels_and_sentences(http):
    with page(http, new_table(http, rules="four_player_fixed")) as mine:
        while mine.my_turn() and mine.state["phase"] != "play":
            mine.play_hint()
        mine.send(type="hint")
        options = mine.until("hint")["options"]
    assert len(options) > 1
    assert all(option["levels"] is not None and option["en"] and option["zh"] for option in options)


# ---------------------------------------------------------------- review and replay


def test_review_and_replay_of_a_played_deal(http):
    table = new_table(http, rules="four_player_fixed", forced=False)
    with page(http, table) as mine:
        while mine.my_turn():
            if mine.state["phase"] == "play":
                mine.act(_worst(mine))
            else:
                mine.play_hint()
    key = {"key": table["key"]}
    mistakes = http.get(f"/api/tables/{table['table']}/review", params={**key, "deal": 1}).json()["mistakes"]
    assert 1 <= len(mistakes) <= 3
    assert all(mistake["loss"] > 0 and mistake["played"] != mistake["better"] for mistake in mistakes)
    record = http.get(f"/api/tables/{table['table']}/record", params=key).json()["record"]
    name = http.post("/api/replays", json={"record": record}).json()["replay"]
    steps = http.get(f"/api/replays/{name}").json()["steps"]
    frames = [http.get(f"/api/replays/{name}/{number}").json() for number in range(len(steps) + 1)]
    assert frames[-1]["phase"] == "over"
    assert frames[-1]["settled"]
    sizes = [len(hand) for hand in frames[len(steps) - 4]["hands"]]
    assert sizes == [len(steps[-1]["action"].split())] * 4  # before the last trick
    on = http.post(f"/api/replays/{name}/play", json={"step": len(steps) // 2}).json()
    with page(http, on) as mine:
        while mine.my_turn():
            mine.play_hint()
        assert mine.state["phase"] == "over"
    assert http.get(f"/api/replays/{name}/{len(steps) + 1}").status_code == 400


def _worst(mine):
    mine.send(type="hint")
    return mine.until("hint")["options"][-1]["play"]


@pytest.mark.parametrize("record", ["", "{}", 7, '{"format": "shengji-record", "version": 1}'])
def test_wrong_records_are_refused(http, record):
    assert http.post("/api/replays", json={"record": record}).status_code == 400


def test_a_new_server_has_the_tables_of_the_old_one(tmp_path):
    with client(tmp_path / "t.sqlite") as http:
        table = new_table(http)
        with page(http, table) as mine:
            while mine.my_turn() and mine.state["number"] < 3:
                mine.play_hint()
            before = mine.state
    with client(tmp_path / "t.sqlite") as http, page(http, table) as mine:
        assert {**mine.state, "pace": 0, "hold": 0} == {**before, "pace": 0, "hold": 0}
