"""`Trump`: what it answers, and what it refuses. Its rules are tested by clause, and by the worked cases."""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from shengji_env import PRESETS, CardsError, IllegalPlay, Rules, RulesError, ShengjiError, Trump

TWO = "five_player_two_deck"
THREE = "five_player_three_deck"


@pytest.fixture
def t():
    return Trump(TWO, suit="H", level="5")


def test_rules_are_a_preset_or_rules():
    rules = Rules.preset(TWO).replace(tractors=False)
    assert Trump(rules, "H", "5").rules is rules
    assert Trump(TWO, "H", "5") == Trump(PRESETS[TWO], suit="H", level="5")
    assert Trump(TWO, None, "5") != Trump(TWO, "H", "5")
    assert eval(repr(Trump(rules.replace(tractors=True), None, "5"))) == Trump(TWO, None, "5")


@pytest.mark.parametrize(
    ("rules", "suit", "level", "error"),
    [("six_player", "H", "5", RulesError), (TWO, "X", "5", CardsError), (TWO, "H", "1", CardsError)],
)
def test_unreadable_trump_is_refused(rules, suit, level, error):
    with pytest.raises(error):
        Trump(rules, suit=suit, level=level)


@pytest.mark.parametrize("preset", PRESETS)
def test_strength_and_groups_of_all_cards(preset):
    """In every preset: 12 cards a plain suit, the rest trump; strengths 0..11, above them level cards and jokers."""
    t = Trump(preset, suit="S", level="A")
    assert [t.strength(card) for card in ("D2", "DK")] == [0, 11]
    assert [t.strength(card) for card in ("S2", "SK", "DA", "CA", "HA", "SA", "LJ", "BJ")] == [
        0, 11, 12, 12, 12, 13, 14, 15
    ]  # fmt: skip
    assert [t.group(card) for card in ("D2", "S2", "DA", "LJ")] == ["D", "TRUMP", "TRUMP", "TRUMP"]
    no_trump = Trump(preset, suit=None, level="A")
    assert [no_trump.group(card) for card in ("S2", "SA", "BJ")] == ["S", "TRUMP", "TRUMP"]
    assert no_trump.strength("DA") == no_trump.strength("SA") < no_trump.strength("LJ")


def test_sorting_a_hand(t):
    assert t.sort("BJ SA D5 H5 H2 S2 DA") == "DA S2 SA H2 D5 H5 BJ"


def test_text_and_lists_are_accepted(t):
    assert t.components(["DA", "D9 D9"]) == t.components("D9 DA D9")
    assert t.next_cards(["D6"], ["D7", "S2"], []) == {"D7"}
    assert t.winner([["DA"], ["D6"], ["H2"], ["S3"], ["D2"]]) == 2


# ---------------------------------------------------------------- following


def test_next_cards_of_a_complete_follow_are_none(t):
    assert t.next_cards("D6", "D7 D8", "D7") == set()


def test_reasons_name_rule_and_alternative(t):
    assert t.explain_follow("D6 D6 D7 D7", "D3 D4 D8 DA DA S2", "D3 D4 D8 DA") == (
        "follow.pairs",
        "the lead asks for a pair and you hold DA DA",
    )
    assert t.explain_follow("D6 D6 D7 D7", "D8 D8 D9 D9 DA DA", "D8 D8 DA DA") == (
        "follow.tractor",
        "the lead asks for a tractor of 2 pairs and you hold D8 D8 D9 D9",
    )
    assert t.explain_follow("D6 D6 D7 D7", "D8 D8 DT DT DA", "D8 D8 DT DA") == (
        "follow.pairs",
        "the lead asks for another pair and you hold DT DT",
    )
    assert t.explain_follow("D6", "D8 S2", "S2") == (
        "follow.group",
        "diamonds were led, all of them must be played, and you keep D8",
    )
    assert t.explain_follow("D6", "D8 S2", "D8 S2") == ("follow.count", "1 card led, 2 cards played")
    assert t.explain_follow("D6", "D8 S2", "D9") == ("cards.held", "D9 is not in the hand")
    assert t.explain_follow("D6", "D8 S2", "D8") is None


def test_reasons_of_three_packs():
    t = Trump(THREE, suit="H", level="5")
    assert t.explain_follow("D6 D6 D6", "D8 D8 D8 D9 DT", "D8 D8 D9").rule == "follow.triples"
    lead, hand = "D6 D6 D6 D7 D7 D7", "D8 D8 D8 D9 D9 D9 DT DJ"
    assert t.explain_follow(lead, hand, "D8 D8 D8 D9 D9 DT").rule == "follow.airplane"
    assert t.explain_follow(lead, hand, "D8 D8 D8 D9 D9 D9") is None


def test_free_following_binds_group_and_count_only():
    t = Trump("four_player_free_follow", suit="H", level="5")
    assert t.explain_follow("D6 D6", "D8 D8 D9 DT", "D9 DT") is None
    assert t.explain_follow("D6 D6", "D8 D8 D9 S2", "D9 S2").rule == "follow.group"


# ---------------------------------------------------------------- throws, winners


def test_a_failed_throw(t):
    assert t.check_throw("D9 D8 D8 D4 D4", ["DJ", "C2"]) == (False, "D4")
    free = Trump("four_player_free_follow", suit="H", level="5")
    assert free.check_throw("D9 D8 D8 D4 D4", ["DJ"]) == (False, "D9")
    assert free.check_throw("D9 D8 D8 D4 D4", ["D6 D6"]) == (False, "D4 D4")
    assert free.check_throw("D9 D8 D8 D4 D4", ["D3 D6"]) == (True, "D4 D4 D8 D8 D9")


def test_questions_do_not_leave_traces(t):
    """One record serves all questions: the answers do not depend on what was asked before."""
    t.next_cards("D6 D6", "D8 D8 D9", "D8")
    t.check_throw("SQ SA", ["SK", "SK", "SA"])
    t.winner(["DA DA", "D9 D9", "H2 H2"])
    assert t.next_cards("S6", "D2 D3") == {"D2", "D3"}
    assert t.check_throw("SQ SA", [""]).stands
    assert t.explain_follow("C6 C6", "C7 C8 C9 C9", "C7 C8").rule == "follow.pairs"


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("question", "arguments", "rule"),
    [
        ("components", ["D6 S6"], "lead.group"),
        ("components", [""], "lead.count"),
        ("components", ["H2 D2"], "lead.group"),
        ("next_cards", ["D6 D6", "D7"], "follow.count"),
        ("next_cards", ["D6", "D7 S2", "S3"], "cards.held"),
        ("next_cards", ["D6", "D7 S2", "S2"], "follow.picked"),
        ("next_cards", ["D6 D6", "D7 D7 D8 D9", "D8 D9"], "follow.picked"),
        ("next_cards", ["D6", "D7 D8", "D7 D8"], "follow.picked"),
        ("winner", [["D6", "D7 D7"]], "follow.count"),
        ("kitty_multiplier", ["D6", "D7 D7"], "follow.count"),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(t, question, arguments, rule):
    with pytest.raises(IllegalPlay) as refused:
        getattr(t, question)(*arguments)
    assert refused.value.rule == rule
    assert "trump H, level 5" in str(refused.value)


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("group", ["H1"]),
        ("components", ["D6 D6 D6"]),
        ("components", ["D10"]),
        ("next_cards", ["D6 D6", "D6 D7"]),
        ("winner", [["D6 D6", "D6 D7"]]),
        ("check_throw", ["D6 D7", ["D7 D7"]]),
        ("explain_follow", ["D6", "D7", "D7 D7 D7"]),
    ],
)
def test_cards_that_do_not_exist_are_refused(t, question, arguments):
    with pytest.raises(CardsError):
        getattr(t, question)(*arguments)


def test_too_many_hands_and_plays_are_refused(t):
    with pytest.raises(IllegalPlay, match="5 other hands: 5 players have 4"):
        t.check_throw("D6", ["D7"] * 2 + ["D8"] * 2 + ["D9"])
    with pytest.raises(IllegalPlay, match="6 plays"):
        t.winner(["D6", "D7", "D8", "D9", "DT", "DJ"])
    with pytest.raises(IllegalPlay, match="0 plays"):
        t.winner([])


@pytest.mark.parametrize("wrong", [None, 3, 1.5, object(), np.array(3)])
def test_hands_and_plays_that_are_no_list_are_refused(wrong):
    trump = Trump("five_player_two_deck", suit="H", level="5")
    for ask in (lambda: trump.winner(wrong), lambda: trump.check_throw("S9 SA", wrong)):
        with pytest.raises(ShengjiError, match="a list is asked for"):
            ask()
    for ask in (trump.sort, trump.components, lambda cards: trump.winner(["S3", cards])):
        with pytest.raises(ShengjiError, match="cannot read cards"):
            ask(wrong)


# ---------------------------------------------------------------- a value


ASKED = ("four_player_fixed", "H", "2")
QUESTIONS = {
    "a lead of singles wins": lambda t: t.winner(["D3", "D5", "DA"]),
    "a tractor wins": lambda t: t.winner(["S4 S4 S5 S5", "S6 S6 S8 S8", "S7 S7 S9 ST"]),
    "next cards": lambda t: sorted(t.next_cards("D6 D6 D7 D7", "D3 D4 D8 DA DA S2", picked="D3")),
    "next cards of another lead": lambda t: sorted(t.next_cards("S6 S6", "S3 S4 S8 S8 SA")),
    "why not": lambda t: t.explain_follow("D6 D6", "D3 D4 D9 D9", "D3 D4"),
    "why not another": lambda t: t.explain_follow("C6", "C3 C4 D9 D9", "D9"),
    "a throw that stands": lambda t: t.check_throw("SK SK SA", ["S3 S4", "SA", "D2"]),
    "a throw that fails": lambda t: t.check_throw("SQ SA", ["S3 SK", "", "DA"]),
    "components": lambda t: t.components("D3 D3 D4 D4 DA"),
    "components of trumps": lambda t: t.components("H3 H3 H4 LJ"),
    "a multiplier": lambda t: t.kitty_multiplier("D6 D6 D7 D7", "H3 H3 H4 H4"),
    "a group": lambda t: (t.group("D5"), t.strength("D5"), t.sort("LJ H2 SA D5 S3 DK")),
}


def test_many_threads_ask_one_trump_and_each_gets_its_own_answer():
    """A Trump refilled one record at each question, and a second thread got the answer to the first one's."""
    shared = Trump(*ASKED)
    alone = {name: ask(Trump(*ASKED)) for name, ask in QUESTIONS.items()}
    wrong = []

    def ask_on(first):
        names = [*QUESTIONS][first:] + [*QUESTIONS][:first]
        for name in names * 60:
            if QUESTIONS[name](shared) != alone[name]:
                wrong.append(name)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            for one in [threads.submit(ask_on, k) for k in range(8)]:
                one.result()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


def test_what_was_asked_before_makes_no_difference():
    asked, fresh = Trump(*ASKED), Trump(*ASKED)
    for name, ask in [*QUESTIONS.items(), *reversed(QUESTIONS.items())]:
        assert ask(asked) == ask(Trump(*ASKED)), name
    assert asked == fresh
    assert hash(asked) == hash(fresh)


def test_a_trump_never_changes(t):
    with pytest.raises(AttributeError):
        t.level = "6"
    with pytest.raises(ValueError, match="read-only"):
        t._S["group"] = 0
