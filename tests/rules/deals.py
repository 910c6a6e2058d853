"""Deals of any preset up to a decision: what a test needs is given, all other cards are dealt out around it.

Level cards and jokers that are not given are drawn last and so lie in the kitty, unless that is given too.
"""

from collections import Counter

from shengji_env import Game
from shengji_env.errors import PositionError

from .table import all_cards, asked, bid, fill_up, hearts, state, take

__all__ = ["asked", "bid", "bury", "cards_of", "dealt", "first_deal", "last_trick", "later_deal", "pass_to"]
__all__ += ["play_out", "state"]


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
