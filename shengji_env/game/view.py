"""`PlayerView`: what one seat may know of a game. Bots, table and hints get this and nothing else.

It holds a copy of the STATE record from which everything hidden from the seat has been erased (other
hands, the stock, what others buried, the seed, partners not yet known to it), so nothing can leak. A
bot in Python reads the properties; one in numba may run on `view.states`, 0, `view.rules_array`, where
the engine's functions (group and strength tables, following, components) work as in a game.
"""

from collections.abc import Iterator

import numpy as np

from shengji_env import cards
from shengji_env.cards import Cards
from shengji_env.engine import calls, observe, redact
from shengji_env.engine.layout import TOKENS, TYPES, UNKNOWN, new_states
from shengji_env.engine.order import ordered_token
from shengji_env.errors import IllegalPlay, ShengjiError
from shengji_env.inputs.arguments import read_card_order, whole
from shengji_env.plays import actions
from shengji_env.plays.reasons import GROUPS, Reason, because
from shengji_env.plays.trump import Trump, trump_of
from shengji_env.rules.rules import Rules
from shengji_env.rules.settlement import seats
from shengji_env.states import texts
from shengji_env.states.result import DealResult, deal_result
from shengji_env.states.texts import Trick, copy_states, known

from .table import table


def _seat(seat: int, rules: Rules) -> int:
    """A seat of the table."""
    return whole(seat, "seat", 0, rules.players - 1)


class PlayerView:
    """A game as one seat may know it at one moment; made by `Game.view` and `BatchGame.view`. It never changes, and
    any number of threads may read it.

    >>> from shengji_env import Game
    >>> game = Game("five_player_two_deck", seed=3)
    >>> view = game.view(game.actor)
    >>> view.seat == view.actor, view.phase, view.trump is None
    (True, 'bid', True)
    >>> sorted(view.plays()) == sorted(game.plays())
    True
    """

    __slots__ = ("_s", "_trump", "rules", "rules_array", "seat", "states")

    def __init__(self, states: np.ndarray, index: int, rules_array: np.ndarray, rules: Rules, seat: int) -> None:
        """The view of `seat` on game ``states[index]``, whose rules are ``rules_array[states[index].rule]``."""
        seat = _seat(seat, rules)
        self.rules = rules
        self.rules_array = copy_states(rules_array)  # RULES[n], its own, as is all that a view holds
        self.seat = seat
        self.states: np.ndarray = new_states(1)  # STATE[1], redacted
        redact.redact(states, index, rules_array, seat, self.states, 0)
        self._s = texts.one_record(self.states)
        self._trump: Trump | None = None

    def __getstate__(self) -> tuple[Rules, np.ndarray, int, np.ndarray]:
        return self.rules, copy_states(self.rules_array), self.seat, copy_states(self.states)

    def __setstate__(self, state: tuple[Rules, np.ndarray, int, np.ndarray]) -> None:
        self.rules, self.rules_array, self.seat, self.states = state
        self._s = texts.one_record(self.states)
        self._trump = None

    # ---------------------------------------------------------------- the decision

    @property
    def players(self) -> int:
        """Players at the table; seats are 0..players-1 in the order of play."""
        return self.rules.players

    @property
    def phase(self) -> str:
        """ "bid", "riot", "bury", "raid", "call", "play" or "over"."""
        return texts.phase_text(self._s)

    @property
    def actor(self) -> int | None:
        """The seat that decides; None when the episode is over."""
        return known(self._s.actor)

    @property
    def legal(self) -> np.ndarray:
        """The legal tokens, bool[59]; all false when somebody else decides."""
        return self._s.mask[:TOKENS] != 0

    def plays(self) -> Iterator[str]:
        """Every distinct legal complete action of this seat, lazily; none when somebody else decides."""
        return actions.plays(self.states, self.rules_array) if self.actor == self.seat else iter(())

    def explain(self, action: Cards) -> Reason | None:
        """None if the action is legal for this seat now, else why not."""
        if self.actor != self.seat:
            return because("turn", seat=self.seat)
        return actions.explain(self.states, self.rules_array, action)

    def observation(self, card_order: str = "face") -> np.ndarray:
        """The observation as the environments give it, int8[D]."""
        out = np.zeros(observe.size(self.rules.players, self.rules.decks), np.int8)
        observe.observe(self.states, 0, self.rules_array, self.seat, read_card_order(card_order), out)
        return out

    def tokens(self, card_order: str = "strength") -> np.ndarray:
        """int64[59]: for each token as a network of this card order numbers it, the token that plays it here.

        >>> from shengji_env import Game
        >>> game = Game(seed=3)
        >>> view, mask = game.view(game.actor), game.mask()
        >>> tokens = view.tokens("strength")
        >>> its_mask = mask[tokens]                      # the mask in the network's order
        >>> game.step(tokens[its_mask.argmax()])         # its first legal token, played
        """
        order = read_card_order(card_order)
        return np.array([calls.face_of(self.states, 0, order, token) for token in range(TOKENS)], np.int64)

    def next_token(self, play: Cards, card_order: str = "face") -> int:
        """The next token of a complete play, for those who think in plays: asked again at each decision of it, with the
        cards picked so far among them, until it is complete. CardsError, IllegalPlay as of `Game.play`.

        >>> from shengji_env import Game
        >>> game = Game(seed=7)
        >>> while game.phase != "play":
        ...     view = game.view(game.actor)
        ...     game.step(view.next_token(next(view.plays())))
        >>> game.view(game.actor).leader == game.actor
        True
        """
        order = read_card_order(card_order)
        if self.actor != self.seat:
            raise IllegalPlay(because("turn", seat=self.seat).text, rule="turn", place=texts.place(self._s))
        try:
            token = actions.tokens_of(self.states, self.rules_array, play)[0]
        except ShengjiError as refused:
            raise refused.placed("", texts.place(self._s)) from None
        return int(ordered_token(self._s, order, token))

    # ---------------------------------------------------------------- own cards

    @property
    def hand(self) -> str:
        """Own cards, the picked ones and a taken kitty included."""
        return cards.format(self._s.hand[self.seat])

    @property
    def hand_counts(self) -> np.ndarray:
        """Own cards as counts by type, int8[54]."""
        return self._s.hand[self.seat, :TYPES].copy()

    @property
    def picked(self) -> str:
        """Own picks of the action under way."""
        return cards.format(texts.picked_counts(self._s)) if self.actor == self.seat else ""

    @property
    def buried(self) -> str:
        """What this seat laid down when it last buried; "" if it never did."""
        mine = [burial.laid for burial in self._burials() if burial.laid]
        return mine[-1] if mine else ""

    @property
    def taken(self) -> str:
        """The kitty as this seat last took it; "" if it never did."""
        mine = self._burials()
        return mine[-1].taken if mine else ""

    def _burials(self) -> list[texts.Burial]:
        return [burial for burial in texts.burials(self._s, self.rules.kitty) if burial.seat == self.seat]

    # ---------------------------------------------------------------- the match and the deal

    @property
    def levels(self) -> list[str]:
        """Levels by seat."""
        return texts.level_texts(self._s, self.players)

    @property
    def deals(self) -> int:
        """Deals settled so far in this episode; it grows with each result."""
        return int(self._s.deals)

    @property
    def shuffles(self) -> int:
        """Shuffles so far; it grows with each new deal, also one after a riot or in which nobody had bid."""
        return int(self._s.shuffles)

    @property
    def last_winners(self) -> list[int]:
        """Seats that won the last deal; after a swing its attackers."""
        return seats(self._s.last_winners, self.players)

    @property
    def first_deal(self) -> bool:
        """Whether no deal is settled yet."""
        return bool(self._s.first)

    @property
    def trump(self) -> Trump | None:
        """The deal's trump; None before the end of the bids."""
        if self._trump is None:
            self._trump = trump_of(self._s, self.rules)
        return self._trump

    @property
    def declarer(self) -> int | None:
        """The declarer, from the end of the bids on, or one who is known before."""
        return known(self._s.declarer)

    @property
    def bids(self) -> list[tuple[int, str]]:
        """(seat, all cards it shows) of each bid, in order."""
        return texts.bids(self._s)

    @property
    def raids(self) -> list[tuple[int, str]]:
        """(seat, all cards it shows) of each raid, in order."""
        return texts.raids(self._s)

    @property
    def call(self) -> tuple[str, int, int] | None:
        """(called card, which play of it makes the partner, how many have been played); None before the call."""
        s = self._s
        if s.call_type == UNKNOWN:
            return None
        return cards.card_text(int(s.call_type)), int(s.call_ordinal), int(s.call_seen)

    @property
    def partners(self) -> list[int]:
        """The declarer's partners, as far as this seat knows."""
        side, _ = self._sides()
        return [seat for seat in seats(side, self.players) if seat != self.declarer]

    @property
    def declarer_side(self) -> list[int]:
        """Seats known to this seat to be on the declarer side, the declarer included."""
        return seats(self._sides()[0], self.players)

    @property
    def attackers(self) -> list[int]:
        """Seats known to this seat to be attackers; empty while a partner is hidden from it."""
        return seats(self._sides()[1], self.players)

    def _sides(self) -> tuple[int, int]:
        side, attackers = calls.sides_known(self.states, 0, self.rules_array, self.seat)
        return int(side), int(attackers)

    # ---------------------------------------------------------------- tricks

    @property
    def leader(self) -> int | None:
        """The seat that leads, or has led, the current trick; None before the play."""
        return known(self._s.leader)

    @property
    def lead(self) -> str:
        """What was led to the current trick (after a failed throw: instead); "" before."""
        return self.trick[0][1] if self._s.plays > 0 else ""

    @property
    def trick(self) -> list[tuple[int, str]]:
        """(seat, cards) of the current trick, in order of play."""
        found = texts.current_trick(self._s, self.players)
        return [((found.leader + k) % self.players, play) for k, play in enumerate(found.plays)]

    @property
    def winning(self) -> int | None:
        """The seat that wins the current trick so far; None when no card lies."""
        return int(self._s.best_seat) if self._s.plays > 0 else None

    @property
    def tricks(self) -> list[Trick]:
        """All tricks of the deal (leader, plays, failed_throw, winner); the last may be under way."""
        return texts.tricks(self._s, self.players)

    def played(self, seat: int) -> str:
        """All cards a seat has played in this deal, the current trick included."""
        return cards.format(self._s.played[_seat(seat, self.rules)])

    def shown(self, seat: int) -> str:
        """Cards a seat has shown in bids, raids and failed throws and not played since."""
        return cards.format(self._s.shown[_seat(seat, self.rules)])

    def void(self, seat: int) -> list[str]:
        """Groups, "D" "C" "H" "S" "TRUMP", of which a seat has shown to hold no more 绝门."""
        void = int(self._s.void[_seat(seat, self.rules)])
        return [name for g, name in enumerate(GROUPS) if void >> g & 1]

    # ---------------------------------------------------------------- points

    @property
    def points(self) -> list[int]:
        """Points captured in tricks, by seat."""
        return [int(points) for points in self._s.captured[: self.players]]

    @property
    def penalties(self) -> list[int]:
        """Points for failed throws, by seat."""
        return [int(points) for points in self._s.penalties[: self.players]]

    @property
    def hand_sizes(self) -> list[int]:
        """Cards in hand, by seat."""
        return [int(size) for size in self._s.hand_size[: self.players]]

    @property
    def result(self) -> DealResult | None:
        """The last settled deal of this episode."""
        return deal_result(self._s.result, self.rules)

    # ---------------------------------------------------------------- text

    def text(self) -> str:
        """The table as this seat sees it."""
        return table(self.states, self.rules_array, self.rules, self.seat)

    __str__ = text

    def __repr__(self) -> str:
        return f"<PlayerView of seat {self.seat}: {self.phase}, hand {self.hand}>"
