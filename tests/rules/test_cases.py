"""Every line of the worked cases, through the faces: `Trump` for cards, `Game` in a position for bids and raids.

level_change, advance and settle are `test_levels`'. Cases of bids give only the cards that matter, so a whole position
is dealt out around them: cards of the levels and jokers go to whom the case gives them, else to the kitty's end.
"""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from shengji_env import PRESETS, Game, PositionError, Rules, Trump, cards
from shengji_env.engine import bid, partner, raid
from shengji_env.engine.layout import ROW, TYPES, UNKNOWN, Refusal, new_states
from shengji_env.rules.settlement import seats
from shengji_env.states.texts import one_record

CASES = Path(__file__).resolve().parents[1] / "data" / "cases"


def lines(kind):
    return [json.loads(line) for line in (CASES / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()]


def trump_of(case):
    return Trump(Rules.from_overrides(case["rules"]), **case["trump"])


def in_order(texts):
    return cards.sort(list(texts))


# ---------------------------------------------------------------- cards, by Trump


@pytest.mark.parametrize("case", lines("decompose"))
def test_decompose(case):
    parts = trump_of(case).components(case["lead"])
    assert [[part.kind, part.cards] for part in parts] == case["expected"]


@pytest.mark.parametrize("case", lines("follow_mask"))
def test_follow_mask(case):
    found = trump_of(case).next_cards(case["lead"], case["hand"], case["partial"])
    assert in_order(found) == case["expected"]


@pytest.mark.parametrize("case", lines("follow_legal"))
def test_follow_legal(case):
    reason = trump_of(case).explain_follow(case["lead"], case["hand"], case["play"])
    assert (reason is None) == case["expected"], reason


@pytest.mark.parametrize("case", lines("winner"))
def test_winner(case):
    assert trump_of(case).winner(case["plays"]) == case["expected"]


@pytest.mark.parametrize("case", lines("throw"))
def test_throw(case):
    assert trump_of(case).check_throw(case["lead"], case["others"])._asdict() == case["expected"]


@pytest.mark.parametrize("case", lines("multiplier"))
def test_multiplier(case):
    assert trump_of(case).kitty_multiplier(case["lead"], case["winning_play"]) == case["expected"]


# ---------------------------------------------------------------- bids and raids, by Game


def shown_by(state):
    """What each seat must hold to have shown what it has."""
    held: dict[int, Counter] = {}
    for seat, text in state["bids"] + state["raids"]:
        held[seat] = held.get(seat, Counter()) | Counter(text.split())
    return held


def deal_around(rules, state, held, sizes, first):
    """(hands, what is left): hands of these sizes that contain `held`; `first` is filled up first, and everybody with
    cards that nobody could show."""
    left = Counter(list(cards.CARDS) * rules.decks)
    for counter in held.values():
        left.subtract(counter)
    assert min(left.values()) >= 0

    def could_be_shown(card):
        return card in ("LJ", "BJ") or card[1] in state["levels"]

    rest = sorted(left.elements(), key=lambda card: (could_be_shown(card), card[1], card[0]))
    hands = {}
    for seat in [first, *(seat for seat in range(rules.players) if seat != first)]:
        given = list(held.get(seat, Counter()).elements())
        missing = sizes[seat] - len(given)
        if seat == first:
            assert not any(could_be_shown(card) for card in rest[:missing])
        hands[seat], rest = given + rest[:missing], rest[missing:]
    return [" ".join(hands[seat]) for seat in range(rules.players)], rest


def bid_position(case, state, seat, hand):
    """The seat may bid: all is dealt, or it has just drawn its last card."""
    rules = Rules.from_overrides(case["rules"])
    first_drawer, players = state["first_drawer"], rules.players
    drawn = players * rules.hand
    if not state["closing"]:
        drawn += (seat - first_drawer) % players + 1 - players
    sizes = [len(range((k - first_drawer) % players, drawn, players)) for k in range(players)]
    held = shown_by(state)
    held[seat] = Counter(hand.split())
    hands, rest = deal_around(rules, state, held, sizes, seat)
    where = {"kitty": " ".join(rest)} if state["closing"] else {"stock": " ".join(rest)}
    return {"rules": case["rules"], **state, "phase": "bid", "actor": seat, "hands": hands, **where}


def assert_may_show(position, expected):
    """The actor may show just this; a player who may show nothing is not asked, so there is no such position."""
    if expected:
        assert sorted(play for play in Game.from_position(position).plays() if play != "pass") == expected
    else:
        with pytest.raises(PositionError) as refused:
            Game.from_position(position)
        assert [defect.endswith("it is not asked") for defect in refused.value.defects] == [True]


@pytest.mark.parametrize("case", lines("bid_legal"))
def test_bid_legal(case):
    assert_may_show(bid_position(case, case["state"], case["seat"], case["hand"]), case["expected"])


@pytest.mark.parametrize("case", lines("auction"))
def test_auction(case):
    """The last bid is made, and everybody passes."""
    *earlier, (bidder, shown) = case["state"]["bids"]
    state = case["state"] | {"bids": earlier}
    holds = Counter(shown.split()) | shown_by(state).get(bidder, Counter())
    game = Game.from_position(bid_position(case, state, bidder, " ".join(holds.elements())))
    game.play(shown)
    while game.phase == "bid":
        game.play("pass")
    view, want = game.view(0), case["expected"]
    assert (view.declarer, view.trump.level, view.trump.suit) == (want["declarer"], want["level"], want["suit"])
    assert view.bids[-1] == (want["bidder"], want["shown"])


def raid_position(case, hand):
    """The state of the case, before or after burying: everybody who had the kitty laid down what he took."""
    rules, state = Rules.from_overrides(case["rules"]), case["state"]
    held = shown_by(state)
    held[case["seat"]] = Counter(hand.split()) | held.get(case["seat"], Counter())
    hands, rest = deal_around(rules, state, held, [rules.hand] * rules.players, case["seat"])
    kitty = " ".join(rest)
    position = {"rules": case["rules"], **state, "closing": True, "kitty": kitty, "hands": hands}
    holders = [] if rules.raid == "joker_bid" and state["first"] else [first_holder(case, rules)]
    holders += [seat for seat, _ in state["raids"]] if holders else []
    position["kitty_history"] = [[seat, kitty, kitty] for seat in holders]
    if rules.raid == "any_round":
        position.pop("declarer")
    elif holders:
        position["declarer"] = holders[0]
    return position


def first_holder(case, rules):
    """Who declares by the bids (a joker bid of the other side makes its bidder declarer)."""
    state = case["state"]
    if rules.raid == "any_round":
        return state["bids"][-1][0]
    known, bids = state["declarer"], state["bids"]
    return bids[0][0] if bids and (bids[0][0] - known) % 2 else known


@pytest.mark.parametrize("case", lines("raid"))
def test_raid_legal(case):
    position = raid_position(case, case["hand"]) | {"phase": "raid", "actor": case["seat"]}
    assert_unbid(case, position)
    assert_may_show(position, case["expected"]["legal"])


def assert_unbid(case, position):
    """Without bids the trump does not follow from the position: the case's outcome without further raids is given."""
    if not case["state"]["bids"]:
        end = case["expected"]["if_ended"]
        position["trump"] = {"suit": end["suit"], "level": end["level"]}
        position.setdefault("declarer", end["declarer"])


@pytest.mark.parametrize("case", lines("raid"))
def test_raid_if_ended(case):
    """Nobody raids any more: what the bids and raids have come to is derived from them."""
    position, end = raid_position(case, ""), case["expected"]["if_ended"]
    assert_unbid(case, position)
    if position["kitty_history"]:
        assert position["kitty_history"][-1][0] == end["kitty_holder"]
        position["phase"] = "play"
    else:
        position |= {"phase": "bury", "actor": end["kitty_holder"], "declarer": None}
        position["kitty_history"] = [[end["kitty_holder"], position["kitty"], ""]]
        position["hands"][end["kitty_holder"]] += " " + position.pop("kitty")
        assert_unbid(case, position)
    view = Game.from_position(position).view(0)
    assert (view.declarer, view.trump.level, view.trump.suit) == (end["declarer"], end["level"], end["suit"])


# ---------------------------------------------------------------- partners, by the engine


@pytest.mark.parametrize("case", lines("partner"))
def test_partner(case):
    """The plays of a called card are no whole tricks, so they are put to the engine itself."""
    rules = Rules.from_overrides(case["rules"])
    R = one_record(rules.record())
    s = one_record(new_states(1))
    s.declarer, s.call_type = case["declarer"], UNKNOWN
    for seat, hand in enumerate(case.get("hands", [])):
        s.hand[seat, :TYPES] = cards.parse(hand)
    if "called" in case:
        partner.note_call(s, R, cards.card_type(case["called"]), case.get("ordinal", 1))
    else:
        s.bids, s.show_type[0] = 1, cards.types(case["shown"])[0]
    partner.set_partners(s, R)
    for seat, play in case.get("plays", []):
        partner.note_play(s, R, seat, padded(play))
    found = seats(s.partners, rules.players)
    if "shown" in case:
        assert found == case["expected"]
    else:
        assert (found[0] if found else -1 if s.solo else None) == case["expected"]


def padded(play):
    """A card row of the engine."""
    row = np.zeros(ROW, np.int8)
    row[:TYPES] = cards.parse(play)
    return row


# ---------------------------------------------------------------- positions that another engine decides

SEEDS = {  # the notes' letters for the documents
    "A": ("five_player_two_deck",),
    "B": ("five_player_three_deck",),
    "C": ("four_player_fixed", "four_player_seek", "four_player_joker_bid"),
    "D": ("four_player_free_follow",),
}
NOT_OURS = {  # where the rules decide otherwise than the note on a document says, and why
    ("jer-leg-06", "D"): "free following: no shape is owed",
    ("aba-leg-06", "D"): "free following: no shape is owed",
    ("rbt-bid-01", "B"): "own bids show no jokers; only raids do",
    ("rbt-lvl-06", "D"): "must_play_ace binds from below A; from A the level wraps",
}


def wanted(row, document):
    """The answer that holds for a document; None if the row says nothing certain about it."""
    by_document = row.get("expected_by_doc", {}).get(document)
    if by_document is not None:
        return {"multiplier": by_document} if isinstance(by_document, int) else None
    if f"expected_{document}" in row:
        return row[f"expected_{document}"]
    return row.get("expected_ours", row["expected"]) if row["documents"][document].startswith("same") else None


def peer_rows(topic):
    return [
        pytest.param(row, preset, wanted(row, document), id=f"{row['id']}-{preset}")
        for row in lines("peer")
        for document, presets in SEEDS.items()
        for preset in presets
        if row["topic"] == topic and wanted(row, document) is not None and (row["id"], document) not in NOT_OURS
    ]


def peers_trump(row, preset):
    """The trump of a row; with as many packs as it has, if those are more."""
    rules = PRESETS[preset]
    if row["decks"] > rules.decks:
        rules = rules.replace(decks=row["decks"])
    suit = row["trump_suit"] if row["trump_suit"] in tuple("DCHS") else None
    return Trump(rules, suit, row["level_rank"].replace("10", "T"))


def text(names):
    return " ".join(names).replace("10", "T")


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("card-order"))
def test_peer_card_order(row, preset, want):
    low, high = (peers_trump(row, preset).strength(name) for name in row["play"])
    assert want == {"order": "a<b"}
    assert low < high


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("adjacency"))
def test_peer_adjacency(row, preset, want):
    """Two pairs touch if they are one tractor."""
    trump, card = peers_trump(row, preset), text(row["play"])
    above = {
        other
        for other in cards.CARDS
        if other != card and trump.group(other) == trump.group(card) and trump.strength(other) > trump.strength(card)
        if len(trump.components([card, card, other, other])) == 1
    }
    if "next_tier_up_includes" in want:
        assert set(want["next_tier_up_includes"]) <= above
    else:
        assert set(want["next_tier_up"]) == above


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("tractor-detection"))
def test_peer_tractors(row, preset, want):
    parts = peers_trump(row, preset).components(text(row["play"]))
    groupings = want.get("groupings") or [want["grouping"]]
    assert Counter(part.cards for part in parts) in [
        Counter(cards.sort(text(part)) for part in grouping) for grouping in groupings
    ]


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("follow-legality"))
def test_peer_following(row, preset, want):
    reason = peers_trump(row, preset).explain_follow(text(row["lead"]), text(row["hand"]), text(row["play"]))
    assert (reason is None) == want["legal"], reason


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("trick-winner"))
def test_peer_winner(row, preset, want):
    assert peers_trump(row, preset).winner(map(text, row["plays"])) + 1 == want["winner_seat"]


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("throw-validity"))
def test_peer_throw(row, preset, want):
    throw = peers_trump(row, preset).check_throw(text(row["lead"]), map(text, row["other_hands"]))
    assert throw.stands == want["stands"]
    if "cards_actually_led" in want:
        assert throw.led == cards.sort(text(want["cards_actually_led"]))


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("bottom-multiplier"))
def test_peer_multiplier(row, preset, want):
    lead = text(row["lead"])
    assert peers_trump(row, preset).kitty_multiplier(lead, lead) == want["multiplier"]


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("scoring"))
def test_peer_scoring(row, preset, want):
    names = {"declarer": "dealer side", "attackers": "attackers", "nobody": "attackers"}
    side, steps = PRESETS[preset].level_change(row["attacker_points"], 2)
    assert (names[side], steps) == (want["winner"], want["levels"])


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("level-advance"))
def test_peer_levels(row, preset, want):
    assert PRESETS[preset].advance(row["level_rank"], row["gain"])[0] == want["level_after"]


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("bidding"))
def test_peer_bidding(row, preset, want):
    """Bids while cards are dealt; under "any_round" what overbids another's pair is a raid. Put to the engine itself:
    some rows have more jokers than three packs."""
    rules = peers_trump(row | {"level_rank": "2"}, preset).rules
    most = 3 if rules.bid_levels == "own" else 2
    R, s = one_record(rules.record()), one_record(new_states(1))
    s.first, s.known_declarer = 1, UNKNOWN
    s.hand[0] = padded(text(row["hand"]))
    made = [(int(one["by"][1]), cards.card_type(one["card"]), one["count"]) for one in row["bids"]]
    raids = made[1:] if rules.raid == "any_round" else []
    for k, (seat, card, copies) in enumerate(made):
        s.show_seat[k], s.show_type[k], s.show_copies[k] = seat, card, copies
    s.bids, s.raids = len(made) - len(raids), len(raids)
    refusal = raid.raid_refusal if raids else bid.bid_refusal
    found = {
        (card, copies)
        for card in range(TYPES)
        for copies in (1, 2, 3)
        if refusal(s, R, 0, card, copies) == Refusal.NONE
    }
    assert found == {
        (cards.card_type(one["card"]), one["count"]) for one in want["allowed_bids"] if one["count"] <= most
    }


@pytest.mark.parametrize(("row", "preset", "want"), peer_rows("partner-call"))
def test_peer_partner_call(row, preset, want):
    trump, called = peers_trump(row, preset), cards.card_type(row["play"][0])
    R, s = one_record(trump.rules.record()), one_record(trump._S)
    assert (partner.call_refusal(s, R, called, 1) == Refusal.NONE) == want["may_be_called"]


@pytest.mark.parametrize(
    ("row", "preset", "want"),
    [param for param in peer_rows("partner-reveal") if PRESETS[param.values[1]].partner == "called_turn"],
)
def test_peer_partner_reveal(row, preset, want):
    R, s = one_record(PRESETS[preset].record()), one_record(new_states(1))
    partner.note_call(s, R, cards.card_type(row["call"]["card"]), row["call"]["occurrence"])
    seat = 0 if want["team_size_after"] == 1 else 3  # 0, the declarer, plays it himself
    partner.note_play(s, R, seat, padded(text(row["play"])))
    assert 1 + len(seats(s.partners, 5)) == want["team_size_after"]
    assert bool(s.solo) == (seat == 0)


# ---------------------------------------------------------------- nothing is left out unseen


def test_every_line_is_run():
    """What is run here, and what elsewhere: a new file or line shows up as a failure."""
    here = {"decompose": 160, "follow_mask": 168, "follow_legal": 177, "winner": 184, "throw": 179, "multiplier": 174}
    here |= {"bid_legal": 88, "auction": 70, "raid": 26, "partner": 27}
    elsewhere = {"level_change": 178, "advance": 35, "settle": 75}  # test_levels
    found = {path.stem: len(lines(path.stem)) for path in CASES.glob("*.jsonl")}
    assert found == here | elsewhere | {"peer": 129}


def test_every_peer_row_is_run_or_named():
    """How often a topic's rows are put to a preset of a document that decides alike, and the rows that never are, since
    no document decides alike for certain (or NOT_OURS says why not)."""
    rows = lines("peer")
    params = {topic: peer_rows(topic) for topic in {row["topic"] for row in rows}}
    assert {topic: len(found) for topic, found in params.items()} == {
        "card-order": 18, "adjacency": 54, "tractor-detection": 44, "follow-legality": 99, "trick-winner": 80,
        "throw-validity": 51, "bottom-multiplier": 29, "scoring": 27, "level-advance": 12, "bidding": 10,
        "partner-call": 2, "partner-reveal": 5,  # 2 of them run: three are a called card's, which counts no plays
    }  # fmt: skip
    run = {param.values[0]["id"] for found in params.values() for param in found}
    assert [row["id"] for row in rows if row["id"] not in run] == [
        "rbt-leg-07", "rbt-leg-14", "rbt-leg-24", "rbt-leg-32", "rbt-bid-01", "rbt-bid-05", "rbt-sco-17",
        "rbt-fri-05", "rbt-fri-06", "rbt-fri-08", "rbt-fri-11", "rbt-lvl-04", "rbt-lvl-06", "mul-08",
    ]  # fmt: skip


@pytest.mark.parametrize(("row_id", "document"), NOT_OURS)
def test_notes_that_differ_are_still_there(row_id, document):
    row = next(row for row in lines("peer") if row["id"] == row_id)
    assert wanted(row, document) is not None
