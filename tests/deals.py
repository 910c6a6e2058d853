"""Games set up for a test: what it needs is given, all other cards are dealt out around it. Every builder stands here.

Level cards and jokers that are not given are drawn last and so lie in the kitty, unless that is given too.
"""

import json
from collections import Counter

from shengji_env import PRESETS, Game
from shengji_env.cards import card_text, types
from shengji_env.errors import PositionError

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


# ---------------------------------------------------------------- any preset, up to a decision


def dealt(rules, hands, kitty="", first_drawer=0, levels="2"):
    """The cards as drawn: these first, {seat: cards in the order drawn}."""
    left = all_cards(rules)
    given = [take(left, hands.get(seat, "")) for seat in range(rules.players)]
    bottom = take(left, kitty)
    shown = [card for card in left.elements() if is_shown(card, levels)]
    room = rules.kitty - len(bottom)
    bottom += shown[len(shown) - min(room, len(shown)) :]  # jokers first
    late = [[] for _ in given]
    for card in shown[: len(shown) - room] if room < len(shown) else []:
        late[_least_harm(rules, card, given, late, levels)].append(card)
    rest = sorted((card for card in left.elements() if not is_shown(card, levels)), key=lambda card: (card[1], card[0]))
    full, over = fill_up(given, rest, [rules.hand - len(cards) for cards in late])
    return {"first_drawer": first_drawer, "hands": [a + b for a, b in zip(full, late)], "kitty": bottom + over}


def is_shown(card, levels):
    """Whether somebody at one of these levels could bid or raid with the card."""
    return card in ("LJ", "BJ") or card[1] in levels


def _least_harm(rules, card, given, late, levels):
    """The seat to which a level card or joker makes the least difference: which cannot show it, or has no other."""

    def harm(seat):
        if rules.bid_levels == "own" and card[0] not in "LB" and card[1] != (levels.split() * 5)[seat]:
            return 0, len(late[seat])
        return 1 + given[seat].count(card) + late[seat].count(card), len(late[seat])

    seats = [seat for seat in range(rules.players) if len(given[seat]) + len(late[seat]) < rules.hand]
    return min(seats, key=harm)


def first_deal(rules, hands, kitty="", first_drawer=0, levels=None):
    """A first deal at its first decision."""
    deal = dealt(rules, hands, kitty, first_drawer, levels or rules.start_level)
    return Game(rules, seed=1, levels=levels and levels.split(), deal=deal)


def later_deal(rules, hands, kitty="", first_drawer=0, levels="2 2 2 2", **more):
    """A later deal at its first decision; `declarer`, where he is known, and `last_winners` are among `more`."""
    deal = dealt(rules, hands, kitty, first_drawer, levels)
    number = rules.players * rules.hand
    stock = [deal["hands"][(first_drawer + k) % rules.players][k // rules.players] for k in range(number)]
    position = {
        "rules": rules.overrides(), "seed": 1, "shuffles": 1, "deals": 1, "levels": levels.split(), "first": False,
        "last_winners": [0, 2], "first_drawer": first_drawer, "phase": "bid",
    } | more  # fmt: skip
    for drawn in range(1 if rules.bid_when == "during_deal" else number, number):
        hands = [stock[(seat - first_drawer) % rules.players : drawn : rules.players] for seat in range(rules.players)]
        actor = (first_drawer + drawn - 1) % rules.players
        asks = position | {"actor": actor, "hands": hands, "stock": stock[drawn:] + deal["kitty"]}
        if (game := _game_at(asks)) is not None:
            return game
    for k in range(rules.players):
        actor = (first_drawer + k) % rules.players
        if (game := _game_at(position | {"actor": actor, "hands": deal["hands"], "kitty": deal["kitty"]})) is not None:
            return game
    raise AssertionError("nobody is asked for a bid")


def _game_at(position):
    """The game there; None if the actor has nothing to bid."""
    try:
        return Game.from_position(position)
    except PositionError as error:
        if not all("not asked" in defect for defect in error.defects):
            raise
        return None


def cards_of(game, seat):
    """How often the seat holds each card."""
    return Counter(game.view(seat).hand.split())


def bury(game, keep=""):
    """The holder of the kitty lays down low cards, but none of these; returns them."""
    size, seat = game.rules.kitty, game.actor
    free = sorted((cards_of(game, seat) - Counter(keep.split())).elements(), key=lambda card: card[1] in "2J")
    game.play(" ".join(free[:size]))
    return game.view(seat).buried


def pass_to(game, phase):
    """Everybody passes, and buries low cards, until this phase."""
    while game.phase != phase:
        assert not game.done
        if game.phase == "bury":
            bury(game)
        else:
            game.play("pass")
    return game


def play_out(game):
    """The deal is played to its end: single cards are led, and followed with any legal play."""
    while not game.done:
        leads = game.view(game.actor).lead == ""
        game.play(game.view(game.actor).hand.split()[0] if leads else next(game.plays()))
    return game.result


def last_trick(rules, *last, kitty="C3 C3 C4 C4 C6 C6 C7 C7", episode="deal", call=None, **more):
    """Hearts, level 2: seat 0 declares and leads the highest spades, a throw that stands; everybody plays all but
    `last`, cards by seat; then these are played."""
    size = len(last[0].split())
    spades = [f"S{rank}" for rank in "AKQJT9876543" for _ in range(rules.decks)][: rules.hand - size]
    hands = dict(enumerate(last)) | {0: " ".join([*spades, last[0]])}
    bottom = " ".join(kitty.split()[: rules.kitty])
    levels = more.pop("levels", " ".join(["2"] * rules.players))
    game = hearts("call" if call else "play", hands, bottom, rules, levels, episode=episode, **more)
    if call:
        game.play(call)
    for seat in range(rules.players):
        game.play(" ".join((cards_of(game, seat) - Counter(last[seat].split())).elements()))
    for seat in range(rules.players):
        assert game.actor == seat
        game.play(last[seat])
    return game


# ---------------------------------------------------------------- games as they come


def play_until(game, phase):
    """Play on without bidding more than is needed, up to a decision of this phase."""
    while game.phase != phase:
        game.play("pass" if game.phase == "riot" else next(game.plays()))
    return game


def game_at(phase, seed=7, tricks=0, plays=0, rules="five_player_two_deck", **arguments):
    """The first decision of this phase, after so many tricks, and plays of the next."""
    game = play_until(Game(rules, seed=seed, **arguments), phase)
    while tricks > 0:
        game.play(next(game.plays()))
        tricks -= len(game.view(0).trick) == 0
    for _ in range(plays):
        game.play(next(game.plays()))
    return game
