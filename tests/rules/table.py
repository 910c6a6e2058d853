"""Games set up for a clause: what the clause needs is given, all other cards are dealt out around it."""

import json
from collections import Counter

from shengji_env import PRESETS, Game
from shengji_env.cards import card_text, types

RULES = PRESETS["five_player_two_deck"]
QUIET = "C3 C3 C4 C4 C6 C6 C7 C7"  # a kitty without points


def all_cards(rules):
    return Counter({card_text(card): rules.decks for card in range(54)})


def take(left, text):
    """The cards of a text, in its order, out of what is left."""
    cards = [card_text(card) for card in types(text)]
    left.subtract(cards)
    assert min(left.values()) >= 0, f"not so many of {text}"
    return cards


def fill_up(given, rest, sizes):
    """(hands, what is left): everyone's cards filled up to these sizes from `rest`, card by card in turn."""
    hands, rest = [list(cards) for cards in given], list(rest)
    while any(len(hand) < size for hand, size in zip(hands, sizes)):
        for hand, size in zip(hands, sizes):
            if len(hand) < size:
                hand.append(rest.pop(0))
    return hands, rest


def state(game):
    """The position as a dict."""
    return json.loads(game.position())


# ---------------------------------------------------------------- bids


def deal(levels, hands, winners=(), swing=False, after_riot=False, rules=RULES):
    """A game in which these cards are drawn first: {seat: cards in the order drawn}. The first seat named draws first.

    levels: by seat, one text. winners: the last deal's, none: a first deal. Then the first card must be one that may be
    bid, since the position stands there. Other level cards and jokers are drawn as late as possible.
    """
    left, levels = all_cards(rules), levels.split()
    given = [take(left, hands.get(seat, "")) for seat in range(rules.players)]
    ranks = set(levels)
    rest = sorted(left.elements(), key=lambda card: (card[1] in ranks or card in ("LJ", "BJ"), card[1], card[0]))
    drawn, kitty = fill_up(given, rest, [rules.hand] * rules.players)
    first = next(iter(hands))
    if not winners:
        order = {"first_drawer": first, "hands": drawn, "kitty": kitty}
        return Game(rules, seed=1, levels=levels, deal=order)
    stock = [drawn[(first + k) % rules.players][k // rules.players] for k in range(rules.players * rules.hand)] + kitty
    position = {
        "rules": rules.overrides(), "seed": 1, "shuffles": 1, "deals": 1, "levels": levels, "first": False,
        "after_riot": after_riot, "last_winners": list(winners), "swing": swing, "first_drawer": first,
        "phase": "bid", "actor": first, "stock": stock[1:],
        "hands": [stock[:1] if seat == first else [] for seat in range(rules.players)],
    }  # fmt: skip
    return Game.from_position(position)


def bid(game, seat, cards):
    """Everybody passes until this seat can bid these cards; it does."""
    while game.actor != seat or game.explain(cards) is not None:
        assert game.phase == "bid", f"seat {seat} is never asked for {cards}"
        game.play("pass")
    game.play(cards)


def asked(game):
    """Everybody passes to the end of the bids: [(seat, what it could have bid), ...] on the way."""
    seen, deal = [], state(game)["shuffles"]
    while game.phase == "bid" and state(game)["shuffles"] == deal:
        seen.append((game.actor, set(game.plays()) - {"pass"}))
        game.play("pass")
    return seen


def bids_of(game, seat):
    """Everything this seat could still bid if everybody passes."""
    return set().union(*(bids for other, bids in asked(game.copy()) if other == seat))


def outcome(game):
    """(declarer, trump suit, level) when everybody passes from here on."""
    asked(game)
    view = game.view(0)
    return view.declarer, view.trump.suit, view.trump.level


# ---------------------------------------------------------------- riots


def poor(points):
    """Twenty cards with so many points: diamonds and two clubs, none of them a 2."""
    without = [f"D{rank}" for rank in "346789JQA" for _ in range(2)] + ["C3", "C3"]
    with_points = {0: "", 5: "D5", 10: "DT", 15: "D5 DT"}[points].split()
    return " ".join(with_points + without[len(with_points) :])


# ---------------------------------------------------------------- hearts, level 2; seat 0 declares


def hearts(phase, hands, kitty=QUIET, rules=RULES, levels="2 2 2 2 2", **more):
    """Seat 0 has declared hearts at level 2; what is given of the hands {seat: cards} is filled up."""
    left = all_cards(rules)
    given = [take(left, hands.get(seat, "")) for seat in range(rules.players)]
    bottom = take(left, kitty)
    full, rest = fill_up(given, sorted(left.elements()), [rules.hand] * rules.players)
    position = {
        "rules": rules.overrides(), "seed": 1, "shuffles": 1, "levels": levels.split(), "phase": phase,
        "first_drawer": 0, "declarer": 0, "trump": {"suit": "H", "level": "2"},
    }  # fmt: skip
    assert not rest
    if phase == "bury":
        full[0] += bottom
        position["kitty_history"] = [[0, bottom, []]]
    elif phase != "riot":
        position["kitty_history"] = [[0, bottom, bottom]]
    if phase != "bury":
        position["kitty"] = bottom
    return Game.from_position(position | {"hands": full} | more)


def last_trick(*last, kitty=QUIET, call="C3 2", rules=RULES, levels="2 2 2 2 2", episode="deal"):
    """A deal played to its last trick in two: the declarer leads the highest spades, a throw that stands, everybody
    plays all but `last`, cards by seat; then these are played. Both C3 lie in the kitty: by default he plays alone."""
    size = len(last[0].split())
    spades = [f"S{rank}" for rank in "AKQJT9876543" for _ in range(2)][: rules.hand - size]
    hands = dict(enumerate(last))
    hands[0] = " ".join(spades + last[0].split())
    game = hearts("call", hands, kitty=kitty, rules=rules, levels=levels, episode=episode)
    game.play(call)
    for seat in range(rules.players):
        kept = Counter(last[seat].split())
        game.play(" ".join((Counter(game.view(seat).hand.split()) - kept).elements()))
    for seat in range(rules.players):
        assert game.actor == seat
        game.play(last[seat])
    return game
