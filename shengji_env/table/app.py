"""The server: a static page, a few questions over HTTP, and a WebSocket for each page at a table."""

import contextlib
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from shengji_env.errors import ShengjiError
from shengji_env.inputs.json_text import read_json

from .guard import MOST_BODY, MOST_TEXT, Budget, refusal
from .live import Hall, Page
from .offers import offers
from .replays import Replay
from .review import review
from .session import HUMAN, Setup, read_setup
from .store import Store

STATIC = Path(__file__).with_name("static")
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
Answer = Callable[[Request], Awaitable[Any]]


class Server:
    """What the routes share."""

    def __init__(self, data: str | os.PathLike[str], loopback: bool = True, code: str | None = None) -> None:
        self.data, self.loopback, self.code = data, loopback, code
        self.replays: dict[str, Replay] = {}  # the last few that were looked at
        self.hall: Hall

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open the tables' file in the event loop's thread, and let it go at the end."""
        self.hall = Hall(Store(self.data), threads=max(4, os.cpu_count() or 1))
        try:
            yield
        finally:
            self.hall.close()

    def app(self) -> Starlette:
        """The application."""
        routes = [
            Route("/", self.index),
            Route("/api/setup", self.answer(self.setup)),
            Route("/api/tables", self.answer(self.new_table), methods=["POST"]),
            Route("/api/tables/{name}/seat", self.answer(self.take_seat), methods=["POST"]),
            Route("/api/tables/{name}/record", self.answer(self.record)),
            Route("/api/tables/{name}/review", self.answer(self.review)),
            Route("/api/replays", self.answer(self.new_replay), methods=["POST"]),
            Route("/api/replays/{name}", self.answer(self.replay)),
            Route("/api/replays/{name}/play", self.answer(self.play_on), methods=["POST"]),
            Route("/api/replays/{name}/{step:int}", self.answer(self.frame)),
            WebSocketRoute("/ws", self.page),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        return Starlette(routes=routes, lifespan=self.lifespan)

    # ---------------------------------------------------------------- HTTP

    async def index(self, request: Request) -> Response:
        """The page."""
        why = refusal(request.headers, self.loopback, None, "")
        if why is not None:
            return PlainTextResponse(why, 403, HEADERS)
        return Response((STATIC / "index.html").read_bytes(), media_type="text/html; charset=utf-8", headers=HEADERS)

    def answer(self, ask: Answer) -> Callable[[Request], Awaitable[Response]]:
        """A route that answers JSON, and what is refused with its reason."""

        async def route(request: Request) -> Response:
            why = refusal(request.headers, self.loopback, self.code, request.query_params.get("code", ""))
            if why is not None:
                return JSONResponse({"error": why}, 403, HEADERS)
            try:
                return JSONResponse(await ask(request), headers=HEADERS)
            except ShengjiError as error:
                return JSONResponse({"error": str(error), "rule": error.rule}, 400, HEADERS)

        return route

    async def setup(self, request: Request) -> dict[str, Any]:
        """What there is to choose from."""
        return offers()

    async def new_table(self, request: Request) -> dict[str, Any]:
        """Begin a table; the first person's key."""
        values = await _body(request)
        if isinstance(values, dict) and values.get("seed") is None:
            values["seed"] = int.from_bytes(os.urandom(6))
        setup = await run_in_threadpool(read_setup, values)
        return self._begin(setup)

    def _begin(self, setup: Setup) -> dict[str, Any]:
        name, keys = self.hall.store.new_table(setup)
        people = [seat for seat, who in enumerate(setup.seats) if who == HUMAN]
        mine = people[0] if people else None
        if mine is not None:
            self.hall.store.claim(name, mine)
        return {"table": name, "seat": mine, "key": "" if mine is None else keys[mine], "people": people}

    async def take_seat(self, request: Request) -> dict[str, Any]:
        """The next free seat of a person, for who was given the table's link."""
        name = request.path_params["name"]
        session, keys = self.hall.store.load(name)
        taken = self.hall.store.claimed(name)
        for seat in session.people:
            if seat not in taken:
                self.hall.store.claim(name, seat)
                return {"table": name, "seat": seat, "key": keys[seat], "people": session.people}
        raise ShengjiError("no seat is free at this table")

    async def record(self, request: Request) -> dict[str, Any]:
        """The record of a game, once it is over: all cards are in it, and the seed of those to come."""
        table = self.hall.store.load(request.path_params["name"])
        self._seat(request, table)
        session = table[0]
        if not session.game.done and session.people:
            raise ShengjiError(
                "the record has all cards, and the seed of those to come: it is given when the game is over"
            )
        return {"record": session.game.record(), "rules": str(session.rules), "seed": session.game.seed}

    async def review(self, request: Request) -> dict[str, Any]:
        """The dearest decisions of the seat in a settled deal."""
        table = self.hall.store.load(request.path_params["name"])
        seat = self._seat(request, table)
        if seat is None:
            raise ShengjiError("who watches has made no mistakes")
        deal = request.query_params.get("deal", "")
        if not deal.isdecimal() or len(deal) > 6:
            raise ShengjiError("deal: a number is asked for")
        return {"mistakes": await run_in_threadpool(review, table[0], seat, int(deal))}

    def _seat(self, request: Request, table: tuple[Any, list[str]]) -> int | None:
        """The seat of the key in the question."""
        session, keys = table
        key = request.query_params.get("key", "")
        if not session.people:
            return None
        if not key or key not in keys:
            raise ShengjiError("this link has no seat at the table")
        return keys.index(key)

    # ---------------------------------------------------------------- replays

    async def new_replay(self, request: Request) -> dict[str, Any]:
        """Keep a record that a page has sent."""
        values = await _body(request)
        record = values.get("record") if isinstance(values, dict) else None
        if not isinstance(record, str):
            raise ShengjiError("a record is a text of JSON Lines")
        replay = await run_in_threadpool(Replay, record)
        name = self.hall.store.keep_record(record)
        self.replays[name] = replay
        return {"replay": name}

    async def _replay(self, request: Request) -> Replay:
        name = request.path_params["name"]
        if name not in self.replays:
            found = await run_in_threadpool(Replay, self.hall.store.record(name))
            while len(self.replays) >= 8:
                self.replays.pop(next(iter(self.replays)))
            self.replays[name] = found
        return self.replays[name]

    async def replay(self, request: Request) -> dict[str, Any]:
        """All steps of a record."""
        found = await self._replay(request)
        return {"steps": found.steps, "rules": str(found.last.rules), "record": found.record}

    async def frame(self, request: Request) -> dict[str, Any]:
        """The table before a step."""
        found = await self._replay(request)
        return await run_in_threadpool(found.frame, request.path_params["step"])

    async def play_on(self, request: Request) -> dict[str, Any]:
        """A table that goes on from a step, with the same cards."""
        found, values = await self._replay(request), await _body(request)
        if not isinstance(values, dict) or set(values) - {"step", "seats"}:
            raise ShengjiError("step and seats are asked for")
        record = await run_in_threadpool(found.record_until, cast(int, values.get("step")))
        return self._begin(read_setup({"record": record, "seats": values.get("seats", ())}))

    # ---------------------------------------------------------------- WebSocket

    async def page(self, socket: WebSocket) -> None:
        """One page, from its first message, which names table and key, to its end."""
        why = refusal(socket.headers, self.loopback, self.code, socket.query_params.get("code", ""))
        if why is not None:
            await socket.close(1008, why)
            return
        await socket.accept()
        page = Page(socket.send_json, None)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._serve(socket, page)

    async def _serve(self, socket: WebSocket, page: Page) -> None:
        budget, table = Budget(), None
        try:
            while True:
                text = await socket.receive_text()
                if not budget.take():
                    await socket.send_json(_refused("too many messages: wait a little", "table.flood"))
                    await socket.close(1008)
                    return
                try:
                    message = _message(text)
                    if table is None:
                        table = await self._join(message, page)
                        continue
                    answer = await table.ask(page, message)
                    if answer is not None:
                        await socket.send_json(answer)
                except ShengjiError as error:
                    await socket.send_json(_refused(str(error), error.rule))
        finally:
            if table is not None:
                self.hall.leave(table, page)

    async def _join(self, message: dict[str, Any], page: Page):
        if message.get("type") != "join":
            raise ShengjiError("the first message is join, with table and key", rule="table.join")
        name = message.get("table")
        if not isinstance(name, str):
            raise ShengjiError("table: a name is asked for", rule="table.join")
        table = self.hall.table(name)
        try:
            page.seat = table.seat_of(message.get("key"))
        except ShengjiError:
            self.hall.leave(table, page)
            raise
        await table.enter(page)
        return table


def _message(text: str) -> dict[str, Any]:
    """A message from a page. ShengjiError if it is none."""
    if len(text) > MOST_TEXT:
        raise ShengjiError(f"a message of {len(text):,} characters: {MOST_TEXT:,} are the most", rule="table.message")
    try:
        message = read_json(text)
    except (json.JSONDecodeError, ShengjiError, RecursionError) as error:
        raise ShengjiError(f"a message is JSON: {error}", rule="table.message") from None
    if not isinstance(message, dict):
        raise ShengjiError("a message is a JSON object", rule="table.message")
    return message


def _refused(text: str, rule: str | None) -> dict[str, Any]:
    return {"type": "refused", "text": text, "rule": rule}


async def _body(request: Request) -> Any:
    """The JSON of a request, of bounded size."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ShengjiError("application/json is asked for")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BODY:
            raise ShengjiError(f"more than {MOST_BODY:,} bytes")
        parts.append(part)
    try:
        return read_json(b"".join(parts))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ShengjiError(f"no JSON: {error}") from None
