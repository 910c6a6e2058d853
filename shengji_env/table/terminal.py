"""The table in the terminal: cards are typed as text; every line that is printed comes from the own seat's view."""

import sys
from collections.abc import Callable, Iterable
from itertools import islice

from shengji_env.errors import ShengjiError
from shengji_env.game.view import PlayerView
from shengji_env.states.texts import Trick

from .hints import hint
from .messages import held, trump_order
from .session import Move
from .store import Store
from .words import card_words, phase_words, settlement_words

HELP = """\
  SK SK        play these cards (suits S H D C, ranks 2..9 T J Q K A, jokers LJ BJ; capitals or not)
  pass, riot   say no to a bid or raid; throw a weak hand in
  HA 2         when calling a partner: whoever plays the second ace of hearts
  h            hint: the options, with what they are worth          ? SK   why may I not play this?
  u            take your last action back                           t      last tricks
  a            let the bot play for you, until the deal is over     q      leave; the table and your place stay
  Tab          goes through what you may play"""
COMPLETIONS = 300  # legal plays that Tab goes through; a large hand has millions of burials


class TerminalTable:
    """One person at a table, by lines of text."""

    def __init__(
        self, store: Store, name: str, seat: int, read: Callable[[str, Iterable[str]], str], colour: bool
    ) -> None:
        """read(prompt, words that Tab goes through) gives the next line, or raises EOFError."""
        self.store, self.name, self.seat, self.read, self.colour = store, name, seat, read, colour
        self.session, _ = store.load(name)
        self.tricks_told = 0
        self.deals_told = len(self.session.deals)

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        print(f"{self.session.rules}. You sit at seat {self.seat}. ? shows what can be typed, q leaves.")
        while self.session.actor is not None:
            self._others()
            if self.session.looking:
                self._settled()
                self.session.go_on()
                self.store.note(self.name, self.session)
                if not self._ask("Enter: the next deal, q: leave > ", ()):
                    return
            elif self.session.waits_for() == self.seat and not self._decide():
                return
        self._settled()

    # ---------------------------------------------------------------- others

    def _others(self) -> None:
        """Everybody plays up to the person's next choice."""
        while self.session.actor is not None and not self.session.looking:
            move = self.session.forced_move()
            if move is None and self.session.waits_for() is not None:
                return
            self._add(move or self.session.thinker().move())

    def _add(self, move: Move) -> None:
        self.store.add(self.name, len(self.session.moves), move)
        before = self.session.view(self.seat)
        self.session.add(move)
        self._tell(before)

    def _tell(self, before: PlayerView) -> None:
        """Print what everybody has seen happen."""
        if len(self.session.deals) > self.deals_told:
            self.tricks_told = 0
            return
        view = self.session.view(self.seat)
        for seat, shown in view.bids[len(before.bids) :]:
            print(f"  {self._who(seat)} bids {self._cards(shown)}")
        for seat, shown in view.raids[len(before.raids) :]:
            print(f"  {self._who(seat)} raids with {self._cards(shown)}")
        if view.shuffles > before.shuffles:
            print("  The deal was thrown in, and is dealt anew.")
            self.tricks_told = 0
        if view.call is not None and before.call is None:
            card, ordinal, _ = view.call
            print(
                f"  {self._who(view.declarer or 0)} calls: {self._cards(card)}, play {ordinal} of it shows the partner"
            )
        done = [trick for trick in view.tricks if trick.winner is not None]
        for trick in done[self.tricks_told :]:
            self._trick(trick, view.players)
        self.tricks_told = len(done)

    def _trick(self, trick: Trick, players: int) -> None:
        plays = [f"{self._who((trick.leader + k) % players)} {self._cards(play)}" for k, play in enumerate(trick.plays)]
        failed = f" (threw {self._cards(trick.failed_throw)}, which failed)" if trick.failed_throw else ""
        print(f"  {plays[0]}{failed}, {', '.join(plays[1:])}: {self._who(trick.winner)} takes it")

    # ---------------------------------------------------------------- the person

    def _decide(self) -> bool:
        """Ask until an action is done; False when the person leaves."""
        view = self.session.view(self.seat)
        print()
        print(self._table(view))
        while True:
            line = self._ask(f"{phase_words(view)} > ", islice(view.plays(), COMPLETIONS))
            if line is None:
                return False
            word, _, rest = line.strip().partition(" ")
            if not line.strip():
                continue
            if word == "?" and rest:
                self._why(view, rest)
            elif word == "?":
                print(HELP)
            elif word.lower() == "h":
                self._hint(view)
            elif word.lower() == "t":
                for trick in view.tricks[-2:]:
                    if trick.winner is not None:
                        self._trick(trick, view.players)
            elif word.lower() == "u":
                if self._undo():
                    return True
            elif word.lower() == "a":
                self.session.auto[self.seat] = True
                self.store.note(self.name, self.session)
                return True
            elif self._play(line):
                return True

    def _ask(self, prompt: str, words: Iterable[str]) -> str | None:
        """The line that was typed; None to leave."""
        try:
            line = self.read(prompt, words)
        except EOFError:
            return None
        return None if line.strip().lower() == "q" else line or " "

    def _play(self, line: str) -> bool:
        action = line.strip() if line.strip().lower() in ("pass", "riot") else line.strip().upper()
        try:
            move = self.session.read(self.seat, self.session.number(self.seat), action)
        except ShengjiError as refused:
            print(f"  No: {refused}")
            return False
        self._add(move)
        return True

    def _why(self, view: PlayerView, action: str) -> None:
        try:
            reason = view.explain(action.upper())
        except ShengjiError as refused:
            reason = None
            print(f"  {refused}")
        else:
            print(f"  {'You may play this.' if reason is None else reason}")

    def _hint(self, view: PlayerView) -> None:
        if not self.session.setup.hints:
            print("  Hints are off at this table.")
            return
        for option in hint(view):
            print(f"  {option['value']:8.1f}  {self._cards(option['play'])}: {option['en']}")

    def _undo(self) -> bool:
        try:
            number = self.session.undo_to(self.seat)
        except ShengjiError as refused:
            print(f"  {refused}")
            return False
        self.store.cut(self.name, number)
        self.session.cut(number)
        self.store.note(self.name, self.session)
        self.tricks_told = sum(trick.winner is not None for trick in self.session.view(self.seat).tricks)
        self.deals_told = len(self.session.deals)
        print("  Taken back.")
        return True

    def _settled(self) -> None:
        """Print the last settled deal, once; the stand-in leaves with it."""
        if len(self.session.deals) > self.deals_told:
            self.deals_told = len(self.session.deals)
            print()
            for line in settlement_words(self.session.deals[-1], self.seat):
                print(line)
        self.session.auto[self.seat] = False

    # ---------------------------------------------------------------- text

    def _table(self, view: PlayerView) -> str:
        lines = []
        if view.trump is not None:
            suit = "no trump" if view.trump.suit is None else f"trump {card_words(view.trump.suit, self.colour)}"
            lines.append(f"{suit}, level {view.trump.level}; declarer: {self._who(view.declarer or 0)}")
        levels = "  ".join(f"{self._who(seat)} {level}" for seat, level in enumerate(view.levels))
        lines.append(f"levels: {levels}")
        if view.phase == "play":
            points = "  ".join(f"{self._who(seat)} {number}" for seat, number in enumerate(view.points) if number)
            lines.append(f"points: {points or 'none yet'}")
            trick = ", ".join(f"{self._who(seat)} {self._cards(play)}" for seat, play in view.trick)
            if trick:
                lines.append(f"on the table: {trick}; {self._who(view.winning or 0)} wins so far")
        for made, name in ((view.bids, "bids"), (view.raids, "raids")):
            if made and view.phase != "play":
                lines.append(f"{name}: " + ", ".join(f"{self._who(seat)} {self._cards(text)}" for seat, text in made))
        lines.append(f"your hand: {self._hand(view)}")
        return "\n".join(lines)

    def _hand(self, view: PlayerView) -> str:
        """The hand by groups, trumps last."""
        if view.trump is None:
            group = {card: card[0] for card in held(view)}
        else:
            group = dict(trump_order(view.trump))
        groups: dict[str, list[str]] = {}
        for card in held(view):
            groups.setdefault(group[card], []).append(card)
        return " | ".join(self._cards(" ".join(cards)) for cards in groups.values())

    def _who(self, seat: int | None) -> str:
        return "you" if seat == self.seat else f"seat {seat}"

    def _cards(self, text: str) -> str:
        return card_words(text, self.colour)


def line_reader() -> tuple[Callable[[str, Iterable[str]], str], bool]:
    """(what reads a line, whether colours may be used): with Tab where a person types, plainly where a pipe does."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):

        def plain(prompt: str, words: Iterable[str]) -> str:
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
            print()
            if not line:
                raise EOFError
            return line.rstrip("\n")

        return plain, False
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter

    prompts: PromptSession[str] = PromptSession()

    def typed(prompt: str, words: Iterable[str]) -> str:
        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        return prompts.prompt(prompt, completer=completer, complete_while_typing=False)

    return typed, True
