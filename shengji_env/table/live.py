"""Tables that are being played: agents think in threads, pages are told what their seat may know.

All changes happen in the event loop's thread, one after another; a thought that comes back after an undo is dropped.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from shengji_env.errors import ShengjiError, shown

from .hints import hint
from .messages import ASKED_ALONE, table_message, watch_message
from .selection import selection
from .session import Move
from .store import Store

Send = Callable[[dict[str, Any]], Awaitable[None]]
SLOW = 0.4  # seconds after which a page is told that an agent thinks
PACES = (0.0, 5.0)


class Page:
    """A page that is open at a table; seat None watches."""

    def __init__(self, send: Send, seat: int | None) -> None:
        self.send, self.seat = send, seat
        self.public: Any = None  # what everybody knew when the page was last told


class LiveTable:
    """A table with its pages. Made in the event loop."""

    def __init__(self, name: str, store: Store, threads: ThreadPoolExecutor) -> None:
        self.name, self.store, self.threads = name, store, threads
        self.session, self.keys = store.load(name)
        self.pages: set[Page] = set()
        self.pace, self.hold = 0.6, 1.2  # seconds after a move, and after a trick
        self.paused, self.steps = False, 0  # of those who watch
        self._version = 0  # grows with each undo
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.trouble = ""  # why an agent cannot go on

    # ---------------------------------------------------------------- pages

    def seat_of(self, key: Any) -> int | None:
        """The seat of a key; None for who watches. ShengjiError if he may not."""
        if not self.session.people:
            return None
        if isinstance(key, str) and key and key in self.keys:
            return self.keys.index(key)
        raise ShengjiError("this link has no seat at the table")

    async def enter(self, page: Page) -> None:
        """A page has opened."""
        self.pages.add(page)
        await self.tell(page, always=True)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        self._wake.set()

    def leave(self, page: Page) -> None:
        """A page has gone; the table rests when the last one has."""
        self.pages.discard(page)
        if not self.pages and self._task is not None:
            self._task.cancel()
            self._task = None

    async def tell(self, page: Page, always: bool = False) -> None:
        """Send a page the table, if there is something new that it may know."""
        message = self.message(page.seat)
        public = [message[name] for name in ("bids", "raids", "deals", "notices", "phase", "actor", "auto", "looking")]
        asks_others = page.seat is not None and message["phase"] in ASKED_ALONE and message["actor"] is None
        if asks_others and not always and public == page.public:
            return
        page.public = public
        await self._send(page, message)

    def message(self, seat: int | None) -> dict[str, Any]:
        """What a page is told."""
        found = watch_message(self.session) if seat is None else table_message(self.session, seat)
        return found | {"pace": self.pace, "hold": self.hold, "paused": self.paused, "trouble": self.trouble}

    async def _send(self, page: Page, message: dict[str, Any]) -> None:
        try:
            await page.send(message)
        except Exception:  # it has gone: its own loop says so
            self.pages.discard(page)

    async def _tell_all(self, message: dict[str, Any] | None = None) -> None:
        for page in list(self.pages):
            if message is None:
                await self.tell(page)
            else:
                await self._send(page, message)

    # ---------------------------------------------------------------- what agents do

    async def _run(self) -> None:
        """Play for all who are no people, while a page is open."""
        while True:
            try:
                await self._turn()
            except ShengjiError as error:
                self.trouble = str(error)
                await self._tell_all()
                await self._sleep()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # an agent's own fault: the table stands, and says so
                self.trouble = f"{type(error).__name__}: {error}"
                await self._tell_all()
                await self._sleep()

    async def _sleep(self) -> None:
        self._wake.clear()
        await self._wake.wait()

    async def _turn(self) -> None:
        session = self.session
        resting = session.actor is None or session.looking or (self.paused and self.steps == 0)
        forced = None if resting else session.forced_move()
        if resting or (forced is None and session.waits_for() is not None):
            await self._sleep()
            return
        stands = (self._version, len(session.moves))
        if forced is not None:
            await asyncio.sleep(self.pace)
            move = forced
        else:
            move = await self._think()
        if stands != (self._version, len(session.moves)):
            return  # an undo, or a person who was faster
        trick = len(session.game.view(0).tricks)
        phase = session.game.phase
        self._add(move)
        self.steps = max(0, self.steps - 1)
        await self._tell_all()
        await self._pause(phase, move, trick)

    async def _think(self) -> Move:
        """What the agent that is to act chooses; pages are told when it takes long."""
        thinker, actor = self.session.thinker(), self.session.actor
        thought = asyncio.get_running_loop().run_in_executor(self.threads, thinker.move)
        done, _ = await asyncio.wait([thought], timeout=SLOW)
        if not done and self.session.game.phase not in ASKED_ALONE:
            await self._tell_all({"type": "thinking", "seat": actor})
        return await thought

    def _add(self, move: Move) -> None:
        """A move: on disk, then played."""
        before = self.session.game.deals
        self.store.add(self.name, len(self.session.moves), move)
        try:
            self.session.add(move)
        except ShengjiError:
            self.store.cut(self.name, len(self.session.moves))
            raise
        if self.session.game.deals > before:
            self.session.auto = [False] * len(self.session.auto)  # the stand-in leaves with the deal
            self.store.note(self.name, self.session)

    async def _pause(self, phase: str, move: Move, trick: int) -> None:
        """Let people see what happened. What nobody sees takes no time: that would tell of it."""
        if phase in ASKED_ALONE and not any(token < 54 for token in move.tokens):
            return
        view = self.session.game.view(0)
        ended = phase == "play" and (not view.trick or len(view.tricks) > trick + 1)
        await asyncio.sleep(self.hold if ended else self.pace)

    # ---------------------------------------------------------------- what pages ask

    async def ask(self, page: Page, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a page asks; an answer for it alone, or None. ShengjiError says why not."""
        kind = message.get("type")
        act = getattr(self, f"_on_{kind}", None) if isinstance(kind, str) and kind.isalpha() else None
        if act is None:
            raise ShengjiError(f"there is no message {shown(kind)}", rule="table.message")
        if page.seat is None and kind not in FOR_WATCHERS:
            raise ShengjiError("who watches cannot do this", rule="table.watch")
        answer: dict[str, Any] | None = await act(page, message)
        return answer

    async def _on_act(self, page: Page, message: dict[str, Any]) -> None:
        assert page.seat is not None
        action = message.get("action")
        if not isinstance(action, str):
            raise ShengjiError(f"an action is a text, not {shown(action)}", rule="table.message")
        if self.session.auto[page.seat]:
            raise ShengjiError("the bot plays for you: take your seat back first", rule="table.auto")
        move = self.session.read(page.seat, message.get("number", -1), action)
        self._add(move)
        await self._tell_all()
        self._wake.set()

    async def _on_select(self, page: Page, message: dict[str, Any]) -> dict[str, Any]:
        assert page.seat is not None
        picked = message.get("cards")
        if not isinstance(picked, str):
            raise ShengjiError(f"cards are a text, not {shown(picked)}", rule="table.message")
        found = selection(self.session.view(page.seat), picked)
        return found | {"type": "selection", "asked": picked, "number": self.session.number(page.seat)}

    async def _on_hint(self, page: Page, message: dict[str, Any]) -> dict[str, Any]:
        assert page.seat is not None
        if not self.session.setup.hints:
            raise ShengjiError("hints are off at this table", rule="table.hints")
        if self.session.waits_for() != page.seat or self.session.looking:
            raise ShengjiError("it is not your turn", rule="turn")
        number, view = self.session.number(page.seat), self.session.view(page.seat)
        options = await asyncio.get_running_loop().run_in_executor(self.threads, hint, view)
        return {"type": "hint", "number": number, "options": options}

    async def _on_undo(self, page: Page, message: dict[str, Any]) -> None:
        assert page.seat is not None
        number = self.session.undo_to(page.seat)
        self._version += 1
        self.store.cut(self.name, number)
        self.session.cut(number)
        self.session.auto[page.seat] = False
        self.store.note(self.name, self.session)
        for other in self.pages:
            other.public = None
        await self._tell_all()
        self._wake.set()

    async def _on_auto(self, page: Page, message: dict[str, Any]) -> None:
        assert page.seat is not None
        on = message.get("on")
        if not isinstance(on, bool):
            raise ShengjiError(f"on is true or false, not {shown(on)}", rule="table.message")
        self.session.auto[page.seat] = on
        self._version += not on  # a thought of the stand-in is no longer asked for
        self.store.note(self.name, self.session)
        await self._tell_all()
        self._wake.set()

    async def _on_next(self, page: Page, message: dict[str, Any]) -> None:
        if self.session.looking:
            self.session.go_on()
            self.store.note(self.name, self.session)
            await self._tell_all()
        self._wake.set()

    async def _on_pace(self, page: Page, message: dict[str, Any]) -> None:
        for name in ("pace", "hold"):
            seconds = message.get(name, getattr(self, name))
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise ShengjiError(f"{name} is a number of seconds, not {shown(seconds)}", rule="table.message")
            if not PACES[0] <= seconds <= PACES[1]:
                raise ShengjiError(f"{name} {seconds}: {PACES[0]}..{PACES[1]} seconds", rule="table.message")
            setattr(self, name, float(seconds))
        self._wake.set()

    async def _on_pause(self, page: Page, message: dict[str, Any]) -> None:
        on = message.get("on")
        if not isinstance(on, bool):
            raise ShengjiError(f"on is true or false, not {shown(on)}", rule="table.message")
        if self.session.people and not self.session.practice:
            raise ShengjiError("other people sit at this table", rule="table.pause")
        self.paused, self.steps = on, 0
        await self._tell_all()
        self._wake.set()

    async def _on_step(self, page: Page, message: dict[str, Any]) -> None:
        if self.paused:
            self.steps = 1
        self._wake.set()

    async def _on_ping(self, page: Page, message: dict[str, Any]) -> dict[str, Any]:
        return {"type": "pong", "at": time.time()}


FOR_WATCHERS = ("next", "pace", "pause", "step", "ping")


class Hall:
    """All tables of one server."""

    def __init__(self, store: Store, threads: int) -> None:
        self.store = store
        self.threads = ThreadPoolExecutor(threads, "shengji-thinks")
        self.tables: dict[str, LiveTable] = {}

    def table(self, name: str) -> LiveTable:
        """The table of this name, as it stood; ShengjiError where there is none."""
        if name not in self.tables:
            self.tables[name] = LiveTable(name, self.store, self.threads)
        return self.tables[name]

    def leave(self, table: LiveTable, page: Page) -> None:
        """A page has gone; a table that nobody looks at stays on disk only."""
        table.leave(page)
        if not table.pages:
            self.tables.pop(table.name, None)

    def close(self) -> None:
        """The server ends."""
        for table in self.tables.values():
            for page in list(table.pages):
                with contextlib.suppress(RuntimeError):
                    table.leave(page)
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.store.close()
