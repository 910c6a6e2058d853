"""An auction from the first card dealt, the reference beside the engine: who is asked, with which bids, who declares
at which level, unbid deals, riots (rules 6, 7)."""

from oracle import bids, draw, draw_deals, presets, raids
from oracle.cards import points
from shengji_env.engine import calls
from shengji_env.engine.layout import NO_SUIT, ONE, PASS, RIOT, TYPES, UNKNOWN, Code, Phase, Refusal

from . import Line, generator
from .table import Table, cards_of

OVERRIDES = {
    "decks": [1, 3],
    "riot_max_points": [None, 10, 40],
    "unbid_first": ["redeal", "no_trump"],
    "unbid_later": ["redeal", "no_trump"],
    "redeal_limit": [0, 1, 8],
    "bid_when": ["during_deal", "after_deal"],
}


def draw_rules(rng, preset):
    """The preset, one time in two with some overrides."""
    changed = {}
    if rng.random() < 0.5:
        for field in rng.sample(sorted(OVERRIDES), rng.randint(1, 3)):
            changed[field] = rng.choice(OVERRIDES[field])
    return presets.rules(preset, **changed)


def draw_stock(rng, rules, state):
    """All cards in the order they are dealt; copies of level cards tend to go to one player, points to few."""
    hands, kitty = draw.plain_deal(rng, rules)
    if rng.random() < 0.7:
        hands, kitty = draw.sticky_deal(rng, rules, (None, rng.choice(state["levels"])))
    for hand in hands:
        rng.shuffle(hand)
    if rng.random() < 0.4:
        take_points(rng, rng.choice(hands), [*hands, kitty])
    first, players = state["first_drawer"], rules["players"]
    return [hands[(first + k) % players][k // players] for k in range(players * rules["hand"])] + kitty


def take_points(rng, poor, others):
    """Exchange nearly all cards with points of a hand for cards without."""
    for k, card in enumerate(poor):
        richer = rng.choice([cards for cards in others if cards is not poor])
        places = [j for j, other in enumerate(richer) if not points([other])]
        if points([card]) and places and rng.random() < 0.9:
            j = rng.choice(places)
            poor[k], richer[j] = richer[j], card


class Auction:
    """The engine and the reference, side by side."""

    def __init__(self, preset, seed):
        self.rng = rng = generator("auction", preset, seed)
        self.rules = draw_rules(rng, preset)
        self.state = draw_deals.draw_state(rng, self.rules) | {"closing": False}
        self.stock = draw_stock(rng, self.rules, self.state)
        self.players, self.hands = self.rules["players"], [[] for _ in range(self.rules["players"])]
        self.kitty = self.stock[self.players * self.rules["hand"] :]
        self.eager = rng.choice([0, 0.2, 0.6, 1])
        self.redeals = rng.choice([0, self.rules["redeal_limit"]])
        self.line = Line("auction", preset, seed, self.rules, state=self.state, stock=self.stock, redeals=self.redeals)
        self.table = self.before_the_first_card(seed)
        self.asked, self.unbid = 0, None

    def before_the_first_card(self, seed):
        """An engine that deals the stock as soon as seat 0 has said PASS."""
        table, state = Table(self.rules), self.state
        for name in ("first", "after_riot", "swing", "first_drawer"):
            table[name] = state[name]
        table["seed"], table["shuffles"], table["redeals"], table["rule"] = seed, 1, self.redeals, 0
        table["levels"][: self.players] = state["levels"]
        table["last_winners"] = sum(1 << seat for seat in state["last_winners"])
        known = UNKNOWN if state["declarer"] is None else state["declarer"]
        table["known_declarer"] = table["declarer"] = known
        table["stock"][: len(self.stock)] = self.stock
        table["phase"], table["actor"] = Phase.BID, 0
        table.refresh()
        assert table.step(PASS) == Code.OK
        return table

    def run(self):
        """Deal, bid, close; then what the bids come to: the reference's outcome, None for a redeal."""
        for k in range(self.players * self.rules["hand"]):
            seat = (self.state["first_drawer"] + k) % self.players
            self.hands[seat].append(self.stock[k])
            if self.rules["bid_when"] == "during_deal":
                self.ask(seat)
        self.state["closing"] = True
        self.close(seat)
        outcome = bids.auction(self.rules, self.state)
        if outcome is None:
            self.unbid = bids.unbid(self.rules, self.state, self.kitty, self.hands, self.redeals)
            outcome = self.unbid
        if outcome is None:
            self.compare_redeal(self.state["first_drawer"], self.state["after_riot"], self.redeals + 1)
        else:
            self.compare_outcome(outcome)
            self.state["levels"] = outcome.get("levels", self.state["levels"])
        return outcome

    def close(self, last):
        """The closing round; it starts again behind whoever bids."""
        for seat in bids.closing_order(self.rules, self.state, last):
            if self.ask(seat):
                self.close(seat)
                return

    def ask(self, seat):
        """If the seat has a legal bid the engine asks it, and knows the same ones; True if it bids."""
        legal = bids.legal_bids(self.rules, self.state, seat, sorted(self.hands[seat]))
        if not legal:
            return False
        self.compare_legal(Phase.BID, seat, legal)
        assert self.table["closing"] == self.state["closing"], self.line
        assert cards_of(self.table["hand"][seat]) == sorted(self.hands[seat]), self.line
        if self.rng.random() >= self.eager:
            assert self.table.step(PASS) == Code.OK
            return False
        bid = self.rng.choice(legal)
        self.state["bids"].append((seat, bid))
        self.show(bid, legal)
        return True

    def engine_bids(self):
        """(card, copies) of all bids or raids that the engine's verifier lets its actor make."""
        S, R = self.table.S, self.table.R
        every = [(card, copies) for card in range(TYPES) for copies in (1, 2, 3)]
        return [bid for bid in every if calls.refusal_of_show(S, 0, R, *bid) == Refusal.NONE]

    def compare_legal(self, phase, seat, legal):
        """The engine asks this seat and knows the same legal bids or raids."""
        self.asked += 1
        assert (self.table["phase"], self.table["actor"]) == (phase, seat), self.line
        tokens = [token_of(bid) for bid in legal]
        assert sorted(tokens) == self.engine_bids(), self.line
        assert self.table.mask() == sorted({card for card, _ in tokens} | {PASS}), self.line

    def show(self, bid, legal):
        """The actor bids or raids: the card, then how many where that is open."""
        card, copies = token_of(bid)
        numbers = [n for other, n in map(token_of, legal) if other == card]
        assert self.table.step(card) == Code.OK, self.line
        if len(numbers) > 1:
            assert self.table.mask() == sorted(ONE + n - 1 for n in numbers), self.line
            assert self.table.step(ONE + copies - 1) == Code.OK, self.line

    def compare_redeal(self, first_drawer, after_riot, redeals):
        """A new deal, in which perhaps nobody could bid either, so that there are more."""
        assert self.table["shuffles"] > 1, self.line
        assert self.table["redeals"] == redeals + self.table["shuffles"] - 2, self.line
        assert self.table["first_drawer"] == first_drawer, self.line
        assert self.table["after_riot"] == after_riot, self.line
        assert list(self.table["levels"][: self.players]) == self.state["levels"], self.line

    def compare_outcome(self, outcome):
        """Declarer, level, suit, levels."""
        table = self.table
        assert table["shuffles"] == 1, self.line
        suit = NO_SUIT if outcome["suit"] is None else outcome["suit"]
        found = table["declarer"], table["trump_level"], table["trump_suit"]
        assert found == (outcome["declarer"], outcome["level"], suit), self.line
        assert list(table["levels"][: self.players]) == outcome.get("levels", self.state["levels"]), self.line
        assert cards_of_flips(table) == outcome.get("turned", []), self.line

    def first_raids(self):
        """A joker bid's first deal: raids come before riots and the kitty."""
        return self.rules["raid"] == "joker_bid" and bids.is_first_deal(self.state)

    def riot(self, declarer):
        """The riot round; True if the deal is void."""
        for seat in raids.riot_seats(self.rules, self.state["first_drawer"], declarer, self.hands):
            assert (self.table["phase"], self.table["actor"]) == (Phase.RIOT, seat), self.line
            assert self.table.mask() == [PASS, RIOT], self.line
            if self.rng.random() < 0.3:
                assert self.table.step(RIOT) == Code.OK
                after = raids.after_riot(self.rules, self.state, seat, declarer)
                self.compare_redeal(after["first_drawer"], True, 0)
                known = UNKNOWN if after["declarer"] is None else after["declarer"]
                assert self.table["known_declarer"] == known, self.line
                return True
            assert self.table.step(PASS) == Code.OK
        return False


def token_of(bid):
    """(card, copies): the level card's where there is one, else the joker's."""
    level_card = bids.level_card_of(bid)
    card = bid[0] if level_card is None else level_card
    return card, bid.count(card)


def cards_of_flips(table):
    return [int(card) for card in table["flipped"][: table["flips"]]]
