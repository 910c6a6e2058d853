"""A whole deal, the reference beside the engine: the auction, then burying, raids, the call, all tricks, settlement."""

from oracle import draw, follow, kitty, partner, raids, score, throws, winner
from oracle.cards import group, points
from shengji_env.engine.layout import NO_SUIT, ONE, PASS, Code, Phase

from .auction import Auction
from .table import cards_of


class Deal(Auction):
    """What stands in `Auction`, played on to the settlement."""

    def run(self):
        """Play the deal, or as much of it as there is: a redeal or a riot ends it."""
        outcome = super().run()
        if outcome is None:
            return False
        self.declarer, self.trump = outcome["declarer"], (outcome["suit"], outcome["level"])
        before_kitty = self.first_raids()
        if before_kitty:
            while self.raid():
                self.read_raids()
        if self.riot(self.declarer):
            return False
        self.take_and_bury(self.declarer)
        while not before_kitty and self.raid():
            self.read_raids()
            self.take_and_bury(self.state["raids"][-1][0])
        self.call()
        self.start_play()
        while self.hands[self.leader]:
            self.trick()
        self.compare_result()
        return True

    # ---------------------------------------------------------------- before the play

    def take_and_bury(self, seat):
        """The kitty into the hand, any cards down again."""
        assert (self.table["phase"], self.table["actor"]) == (Phase.BURY, seat), self.line
        hand = self.hands[seat] = sorted(self.hands[seat] + self.kitty)
        assert cards_of(self.table["hand"][seat]) == hand, self.line
        self.kitty = []
        for card in self.rng.sample(hand, self.rules["kitty"]):
            assert self.table.mask() == sorted(set(hand)), self.line
            assert self.table.step(card) == Code.OK, self.line
            hand.remove(card)
            self.kitty.append(card)

    def raid(self):
        """Ask who may raid, until somebody does: then True."""
        for seat in raids.raid_order(self.rules, self.state, self.unbid):
            legal = raids.legal_raids(self.rules, self.state, seat, sorted(self.hands[seat]), self.unbid)
            if not legal:
                continue
            self.compare_legal(Phase.RAID, seat, legal)
            if self.rng.random() < self.eager:
                raid = self.rng.choice(legal)
                self.state["raids"].append((seat, raid))
                self.show(raid, legal)
                return True
            assert self.table.step(PASS) == Code.OK
        return False

    def read_raids(self):
        """Declarer and trump after the last raid."""
        ended = raids.if_ended(self.rules, self.state, self.unbid)
        self.declarer, self.trump = ended["declarer"], (ended["suit"], ended["level"])

    def call(self):
        """Any card that may be called, with any ordinal."""
        self.called = self.ordinal = None
        if self.rules["partner"] not in ("called_turn", "called_card"):
            return
        assert (self.table["phase"], self.table["actor"]) == (Phase.CALL, self.declarer), self.line
        may_be_called = [card for card in range(54) if partner.may_call(self.rules, self.trump, card)]
        assert self.table.mask() == may_be_called, self.line
        self.called = self.rng.choice(may_be_called)
        assert self.table.step(self.called) == Code.OK
        if self.rules["partner"] == "called_turn":
            self.ordinal = self.rng.randint(1, self.rules["decks"])
            if self.rules["decks"] > 1:
                assert self.table.mask() == [ONE + k for k in range(self.rules["decks"])], self.line
                assert self.table.step(ONE + self.ordinal - 1) == Code.OK

    def start_play(self):
        """The declarer leads; declarer, trump, kitty and partners as the reference has them."""
        table, suit = self.table, NO_SUIT if self.trump[0] is None else self.trump[0]
        found = table["declarer"], table["trump_suit"], table["trump_level"]
        assert found == (self.declarer, suit, self.trump[1]), self.line
        self.leader, self.taken, self.failed, self.made = self.declarer, [0] * self.players, [], []
        self.hidden = self.hidden_partners()
        self.compare_partners()

    def hidden_partners(self):
        """Partners whom the cards at the start of play decide."""
        if self.rules["partner"] == "fixed":
            return [seat for seat in partner.fixed(self.rules, self.declarer) if seat != self.declarer]
        if self.rules["partner"] == "trump_cards":
            shown = raids.last_shown(self.state)
            return partner.trump_cards(self.declarer, shown[1] if shown else None, self.hands)
        if self.rules["partner"] == "called_card":
            seat = partner.called_card(self.declarer, self.called, self.hands)
            return [] if seat is None else [seat]
        return []

    def partners(self):
        """The declarer's partners as far as they are decided."""
        if self.rules["partner"] == "called_turn":
            seat = partner.called_turn(self.declarer, self.called, self.ordinal, self.made)
            return [] if seat in (None, partner.PLAYED_IT_HIMSELF) else [seat]
        return self.hidden

    def known_partners(self):
        """Those that everybody knows."""
        if self.rules["partner"] == "trump_cards":
            shown = raids.last_shown(self.state)
            return partner.shown_by_play(shown[1][0], self.hidden, self.made) if shown else []
        if self.rules["partner"] == "called_card":
            return partner.shown_by_play(self.called, self.hidden, self.made)
        return self.partners()

    def compare_partners(self):
        assert self.table["partners"] == sum(1 << seat for seat in self.partners()), self.line
        assert self.table["public"] == sum(1 << seat for seat in self.known_partners()), self.line

    # ---------------------------------------------------------------- tricks

    def trick(self):
        """A lead, perhaps a throw that fails, the follows, the winner."""
        order = [(self.leader + k) % self.players for k in range(self.players)]
        plays = [self.lead()]
        for seat in order[1:]:
            plays.append(self.follow(seat, plays[0]))
        best = order[winner.winner(self.rules, self.trump, plays)]
        self.taken[best] += sum(points(play) for play in plays)
        self.leader, self.last = best, (plays[0], plays[order.index(best)])
        if self.hands[best]:
            assert self.table["leader"] == self.table["actor"] == best, self.line
            self.compare_partners()
        assert list(self.table["captured"][: self.players]) == self.taken, self.line

    def lead(self):
        """Anything from a single to a bold throw."""
        hand = self.hands[self.leader]
        assert (self.table["phase"], self.table["actor"], self.table["plays"]) == (Phase.PLAY, self.leader, 0), (
            self.line
        )
        assert self.table.mask() == sorted(set(hand)), self.line
        tried = draw.draw_lead(self.rng, self.rules, self.trump, hand)
        others = [self.hands[seat] for seat in range(self.players) if seat != self.leader]
        stands, led = throws.throw(self.rules, self.trump, tried, others)
        if not stands:
            self.failed.append((self.leader, len(tried)))
        self.table.lead(self.rng.sample(tried, len(tried)))
        self.play(self.leader, led)
        return led

    def follow(self, seat, led):
        """A legal play; the masks on the way are compared one time in five."""
        hand = self.hands[seat]
        assert (self.table["phase"], self.table["actor"]) == (Phase.PLAY, seat), self.line
        play = draw.draw_legal_play(self.rng, self.rules, self.trump, led, hand)
        self.rng.shuffle(play)
        compared = self.rng.random() < 0.2
        for k, card in enumerate(play):
            if compared:
                legal = follow.follow_mask(self.rules, self.trump, led, hand, play[:k])
                assert self.table.mask() == legal, (self.line, led, hand, play[:k])
            assert self.table.step(card) == Code.OK, (self.line, led, hand, play)
        self.play(seat, sorted(play))
        short = any(group(self.trump, card) != group(self.trump, led[0]) for card in play)
        if short:
            assert self.table["void"][seat] >> group(self.trump, led[0]) & 1, self.line
        return sorted(play)

    def play(self, seat, cards):
        """The cards leave the hand; the engine's log has them too."""
        logged = self.table["logged"]
        assert [int(card) for card in self.table["log"][logged - len(cards) : logged]] == cards, (self.line, seat)
        for card in cards:
            self.hands[seat].remove(card)
        self.made.append((seat, cards))
        assert cards_of(self.table["hand"][seat]) == sorted(self.hands[seat]), self.line

    # ---------------------------------------------------------------- settlement

    def compare_result(self):
        """Points, multiplier, levels, winners, and what the next deal starts from."""
        table, result, line = self.table, self.table.S["result"][0], self.line
        side = sorted([self.declarer, *self.partners()])
        times = 0 if self.leader in side else kitty.multiplier(self.rules, self.trump, *self.last)
        total = score.attackers_points(self.rules, self.taken, side, self.kitty, times, self.failed)
        expected = score.settle(self.rules, self.state["levels"], self.declarer, side, total)
        assert table["phase"] == Phase.OVER, line
        assert result["multiplier"] == times, line
        assert result["points"] == total, line
        assert sorted(int(card) for card in result["kitty"][: len(self.kitty)]) == sorted(self.kitty), line
        assert seats_in(result["declarer_side"]) == side, line
        assert (("nobody", "declarer", "attackers")[result["side"]], result["steps"]) == expected["gained"], line
        assert seats_in(result["winners"]) == seats_in(table["last_winners"]) == expected["winners"], line
        assert seats_in(result["match_winners"]) == expected["match_winners"], line
        assert bool(result["swing"]) == bool(table["swing"]) == expected["swing"], line
        assert [int(x) for x in result["levels"][: self.players]] == expected["levels"], line
        next_declarer = -1 if expected["next_declarer"] is None else expected["next_declarer"]
        assert result["next_declarer"] == table["known_declarer"] == next_declarer, line
        assert (table["first"], table["after_riot"], table["redeals"]) == (0, 0, 0), line
        assert table["first_drawer"] == self.declarer, line


def seats_in(seat_set):
    return [seat for seat in range(8) if int(seat_set) >> seat & 1]
