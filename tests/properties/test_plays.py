"""Masks against whole plays: a token is legal if and only if some legal complete action contains it and the picks."""

from itertools import islice
from math import prod

import numpy as np
import pytest

from properties import ONE, RULE_SETS, TYPES, UNKNOWN, Phase, games, record_of, walk
from shengji_env.cards import card_type, format, parse
from shengji_env.engine.layout import FIRST_JOKER, PASS, RIOT
from shengji_env.plays.token_reasons import why_not_token

EVERY = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
SEEDS = range(games(1))
RULES = ("cards", "bid", "raid", "riot", "bury", "call", "lead", "follow", "play")  # what a rule's id begins with
MOST = 10_000  # plays of a state that are listed


def ways(row, size) -> int:
    """In how many ways `size` cards can be chosen from a row of counts."""
    total = np.zeros(size + 1, object)
    total[0] = 1
    for copies in row[row > 0]:
        total = sum(np.concatenate([np.zeros(k, object), total[: size + 1 - k]]) for k in range(min(copies, size) + 1))
    return total[size]


def most_plays(s, rules) -> int:
    """At least as many as there are complete actions that contain the picks."""
    hand, picked = s.hand[s.actor, :TYPES].astype(int), s.picked[:TYPES].astype(int)
    if s.phase == Phase.BURY:
        return ways(hand - picked, rules.kitty - s.picks)
    if s.phase != Phase.PLAY:
        return 0
    group = s.group[:TYPES]
    if s.plays == 0:
        groups = set(group[picked > 0]) or set(group[hand > 0])
        return sum(prod(int(n) + 1 for n in (hand - picked)[group == g]) for g in groups)
    inside = np.where(group == s.lead_group, hand, 0)
    if inside.sum() >= s.lead_size:
        return ways(np.maximum(inside - picked, 0), s.lead_size - s.picks)
    return ways(hand - inside, s.lead_size - inside.sum())


def tokens_of(text, s) -> set[int]:
    """The tokens that may come next on the way to this action."""
    if text in ("pass", "riot"):
        return {PASS if text == "pass" else RIOT}
    if s.phase == Phase.CALL:
        card, *ordinal = text.split()
        return {card_type(card)} if s.pick_type == UNKNOWN else {ONE + int(ordinal[0]) - 1}
    row = parse(text)
    if s.phase in (Phase.BID, Phase.RAID):
        shown = [card for card in np.flatnonzero(row) if card < FIRST_JOKER] or [int(np.flatnonzero(row)[0])]
        return {int(shown[0])} if s.pick_type == UNKNOWN else {ONE + int(row[shown[0]]) - 1}
    left = row - s.picked[:TYPES]
    assert (left >= 0).all(), f"{text} does not contain the picks"
    return set(np.flatnonzero(left).tolist()) or {PASS}


@EVERY
def test_mask_is_the_plays_next_tokens(rules):
    compared = 0
    for seed in SEEDS:
        for game in walk(rules, seed):
            s = record_of(game)
            if game.done or most_plays(s, rules) > MOST:
                continue
            plays = list(game.plays())
            assert len(set(plays)) == len(plays)
            found = set().union(*(tokens_of(play, s) for play in plays))
            assert found == set(np.flatnonzero(game.mask()).tolist())
            compared += 1
    assert compared > 20


@EVERY
def test_plays_are_what_explain_accepts(rules):
    """Any cards of the right number: a play if and only if nothing speaks against it."""
    rng = np.random.default_rng(0)
    for seed in SEEDS:
        for game in walk(rules, seed):
            s = record_of(game)
            if game.phase != "play" or s.picks > 0 or most_plays(s, rules) > 500:
                continue
            plays = set(game.plays())
            assert all(game.explain(play) is None for play in islice(plays, 3))
            held = np.repeat(np.arange(TYPES), s.hand[s.actor, :TYPES])
            size = s.lead_size if s.plays > 0 else min(2, len(held))
            for _ in range(5):
                play = format(np.bincount(rng.choice(held, size, replace=False), minlength=TYPES))
                assert (game.explain(play) is None) == (play in plays), play


@EVERY
def test_a_whole_play_is_the_tokens_it_is_made_of(rules):
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for game in walk(rules, seed):
            s = record_of(game)
            if game.done or s.picks > 0 or most_plays(s, rules) > 200:
                continue
            play = rng.choice(list(game.plays()))
            whole, by_token = game.copy(), game.copy()
            whole.play(str(play))
            while by_token.position() != whole.position():
                t = record_of(by_token)
                assert t.actor == s.actor, f"{play} is not reached"
                by_token.step(min(tokens_of(str(play), t) & set(np.flatnonzero(by_token.mask()).tolist())))


@EVERY
def test_every_refused_token_has_a_reason(rules):
    """With the id of the rule it goes by."""
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for game in walk(rules, seed):
            refused = np.flatnonzero(~game.mask())
            for token in rng.choice(refused, min(6, len(refused)), replace=False):
                if game.done:
                    continue
                reason = why_not_token(game._S, game._R, int(token))
                assert reason.text
                assert reason.rule.split(".")[0] in RULES
