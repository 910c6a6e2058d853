"""Tables on disk: SQLite, one row a move, written before anybody is told of it. A process that is killed at any moment
leaves every move that it has answered."""

import json
import os
import secrets
import sqlite3
from dataclasses import asdict
from pathlib import Path
from typing import Any

from shengji_env.errors import ShengjiError, shown

from .session import Move, Session, Setup

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, setup TEXT NOT NULL, keys TEXT NOT NULL, looked INTEGER NOT NULL DEFAULT 0,
    auto TEXT NOT NULL, claimed TEXT NOT NULL DEFAULT '[]', begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS moves (
    id TEXT NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL, tokens BLOB NOT NULL, by TEXT NOT NULL,
    PRIMARY KEY (id, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY, record TEXT NOT NULL);
"""


def default_file() -> Path:
    """Where tables are kept when nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "shengji_env" / "tables.sqlite"


class Store:
    """The tables in one file; ":memory:" keeps nothing. It serves the thread that made it."""

    def __init__(self, file: str | os.PathLike[str]) -> None:
        try:
            if str(file) != ":memory:":
                Path(file).parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(file, isolation_level=None)
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")  # also when the power fails
            self._base.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise ShengjiError(f"cannot keep tables in {file}: {error}") from None

    def close(self) -> None:
        """Let the file go."""
        self._base.close()

    # ---------------------------------------------------------------- tables

    def new_table(self, setup: Setup) -> tuple[str, list[str]]:
        """(its id, a key for each seat, "" for agents'); who has a seat's key sits there."""
        Session(setup)  # what cannot be played is refused before it is written
        name = secrets.token_urlsafe(9)
        keys = [secrets.token_urlsafe(12) if seat == "human" else "" for seat in setup.seats]
        row = (name, json.dumps(asdict(setup)), json.dumps(keys), json.dumps([False] * len(keys)))
        self._base.execute("INSERT INTO tables (id, setup, keys, auto) VALUES (?, ?, ?, ?)", row)
        return name, keys

    def load(self, name: str) -> tuple[Session, list[str]]:
        """(the session as it stood, the keys of its seats). ShengjiError where there is none."""
        found = self._base.execute("SELECT setup, keys, looked, auto FROM tables WHERE id = ?", (name,)).fetchone()
        if found is None:
            raise ShengjiError(f"there is no table {shown(name)}")
        values: dict[str, Any] = json.loads(found[0])
        for field in ("seats", "levels", "names"):
            values[field] = None if values[field] is None else tuple(values[field])
        rows = self._base.execute("SELECT seat, tokens, by FROM moves WHERE id = ? ORDER BY n", (name,)).fetchall()
        session = Session(Setup(**values), [Move(*row) for row in rows], found[2])
        session.auto = json.loads(found[3])
        return session, json.loads(found[1])

    def claim(self, name: str, seat: int) -> None:
        """Somebody has sat down there."""
        claimed = json.dumps([*self.claimed(name), seat])
        self._base.execute("UPDATE tables SET claimed = ? WHERE id = ?", (claimed, name))

    def claimed(self, name: str) -> list[int]:
        """The seats where people have sat down."""
        found = self._base.execute("SELECT claimed FROM tables WHERE id = ?", (name,)).fetchone()
        return [] if found is None else list(json.loads(found[0]))

    def last_table(self) -> str | None:
        """The table that was begun last."""
        found = self._base.execute("SELECT id FROM tables ORDER BY rowid DESC LIMIT 1").fetchone()
        return None if found is None else str(found[0])

    # ---------------------------------------------------------------- what happens at a table

    def add(self, name: str, number: int, move: Move) -> None:
        """Write the move after `number` others; it is on disk when this returns."""
        row = (name, number, move.seat, move.tokens, move.by)
        self._base.execute("INSERT INTO moves (id, n, seat, tokens, by) VALUES (?, ?, ?, ?, ?)", row)

    def cut(self, name: str, number: int) -> None:
        """Forget all but the first `number` moves."""
        self._base.execute("DELETE FROM moves WHERE id = ? AND n >= ?", (name, number))

    def note(self, name: str, session: Session) -> None:
        """Write down who is played for, and which deals were looked at."""
        row = (session.looked, json.dumps(session.auto), name)
        self._base.execute("UPDATE tables SET looked = ?, auto = ? WHERE id = ?", row)

    # ---------------------------------------------------------------- records

    def keep_record(self, record: str) -> str:
        """An id for a record."""
        name = secrets.token_urlsafe(9)
        self._base.execute("INSERT INTO records (id, record) VALUES (?, ?)", (name, record))
        return name

    def record(self, name: str) -> str:
        """The record of this id. ShengjiError where there is none."""
        found = self._base.execute("SELECT record FROM records WHERE id = ?", (name,)).fetchone()
        if found is None:
            raise ShengjiError(f"there is no record {shown(name)}")
        return str(found[0])
