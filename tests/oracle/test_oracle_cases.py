"""The reference against worked cases: one JSON object a line, described in the data's README."""

import json
from pathlib import Path

import pytest

from . import bids, follow, kitty, partner, presets, raids, score, shapes, throws, winner
from .cards import NAMES, RANKS, SUITS, read, read_trump, write

CASES = Path(__file__).resolve().parents[1] / "data" / "cases"


def lines(kind):
    text = (CASES / f"{kind}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def rules_of(case):
    return presets.rules(case["rules"]["preset"], **case["rules"].get("overrides", {}))


def trump_of(case):
    return read_trump(case["trump"]["suit"], case["trump"]["level"])


def state_of(case):
    state = dict(case["state"], levels=[RANKS.index(level) for level in case["state"]["levels"]])
    for made in ("bids", "raids"):
        state[made] = [(seat, read(cards)) for seat, cards in state[made]]
    return state


def suit_text(suit):
    return None if suit is None else SUITS[suit]


def do_decompose(c):
    parts = shapes.decompose(rules_of(c), trump_of(c), read(c["lead"]))
    return [[part.kind, write(part.cards)] for part in parts]


def do_follow_mask(c):
    position = rules_of(c), trump_of(c), read(c["lead"]), read(c["hand"]), read(c["partial"])
    mask = follow.follow_mask(*position)
    if follow.plays_to_try(*position[2:]) <= 50_000:
        assert follow.mask_by_trying(*position) == mask
    return write(mask)


def do_follow_legal(c):
    return follow.follow_legal(rules_of(c), trump_of(c), read(c["lead"]), read(c["hand"]), read(c["play"]))


def do_winner(c):
    return winner.winner(rules_of(c), trump_of(c), [read(play) for play in c["plays"]])


def do_throw(c):
    others = [read(hand) for hand in c["others"]]
    stands, led = throws.throw(rules_of(c), trump_of(c), read(c["lead"]), others)
    return {"stands": stands, "led": write(led)}


def do_multiplier(c):
    return kitty.multiplier(rules_of(c), trump_of(c), read(c["lead"]), read(c["winning_play"]))


def do_level_change(c):
    side, steps = score.level_change(rules_of(c), c["points"], c["declarer_side_size"])
    return {"side": side, "steps": steps}


def do_advance(c):
    level, passed = score.advance(rules_of(c), RANKS.index(c["level"]), c["steps"])
    return {"level": RANKS[level], "passed_ace": passed}


def do_settle(c):
    levels = [RANKS.index(level) for level in c["levels"]]
    end = score.settle(rules_of(c), levels, c["declarer"], c["declarer_side"], c["points"])
    return dict(end, levels=[RANKS[level] for level in end["levels"]], gained=list(end["gained"]))


def do_bid_legal(c):
    found = bids.legal_bids(rules_of(c), state_of(c), c["seat"], read(c["hand"]))
    return sorted(write(bid) for bid in found)


def do_auction(c):
    found = bids.auction(rules_of(c), state_of(c))
    return dict(
        found,
        level=RANKS[found["level"]],
        suit=suit_text(found["suit"]),
        shown=write(found["shown"]),
    )


def do_raid(c):
    r, state = rules_of(c), state_of(c)
    legal = raids.legal_raids(r, state, c["seat"], read(c["hand"]))
    end = raids.if_ended(r, state)
    return {
        "order": raids.raid_order(r, state),
        "legal": sorted(write(raid) for raid in legal),
        "if_ended": dict(end, level=RANKS[end["level"]], suit=suit_text(end["suit"])),
    }


def do_partner(c):
    how = rules_of(c)["partner"]
    if how == "called_turn":
        plays = [(seat, read(cards)) for seat, cards in c["plays"]]
        return partner.called_turn(c["declarer"], read(c["called"])[0], c["ordinal"], plays)
    hands = [read(hand) for hand in c["hands"]]
    if how == "called_card":
        return partner.called_card(c["declarer"], read(c["called"])[0], hands)
    return partner.trump_cards(c["declarer"], read(c["shown"]), hands)


KINDS = {name[3:]: function for name, function in globals().items() if name.startswith("do_")}
ALL = [(kind, i, case) for kind in KINDS for i, case in enumerate(lines(kind))]


@pytest.mark.parametrize(("kind", "case"), [(kind, case) for kind, _, case in ALL], ids=[f"{k}-{i}" for k, i, _ in ALL])
def test_case(kind, case):
    assert KINDS[kind](case) == case["expected"], case


def test_every_file_of_cases_is_run():
    files = {path.stem for path in CASES.glob("*.jsonl")}
    assert files == set(KINDS) | {"peer"}
    assert len(NAMES) == 54
