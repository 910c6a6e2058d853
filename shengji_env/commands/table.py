"""`shengji play`, `watch` and `replay`: the table, in the browser and in the terminal."""

import argparse
import os
from collections.abc import Callable

RULES = "a preset, one with changes ('four_player_fixed decks=3 tractors=no'), or a .json or .toml file"
PORT = 8720


def add_table_commands(commands, help_format: Callable) -> None:
    """Declare the table's commands."""
    _play(commands, help_format)
    _watch(commands, help_format)
    _replay(commands, help_format)


def _play(commands, help_format: Callable) -> None:
    about = "play, in the browser or with --terminal"
    sub = commands.add_parser("play", help=about, description=about, formatter_class=help_format)
    sub.add_argument("--terminal", action="store_true", help="in this terminal, without a browser")
    _game_options(sub)
    sub.add_argument("--against", default="rule:balanced", metavar="A", help="who sits at the other seats")
    sub.add_argument("--go-on", action="store_true", help="--terminal: the table that was begun last")
    _server_options(sub)
    sub.set_defaults(run=_run_play)


def _watch(commands, help_format: Callable) -> None:
    about = "watch agents play, all hands open"
    sub = commands.add_parser("watch", help=about, description=about, formatter_class=help_format)
    sub.add_argument(
        "agents", nargs="+", metavar="AGENT", help="one for all seats, or one for each, in the order of play"
    )
    _game_options(sub)
    _server_options(sub)
    sub.set_defaults(run=_run_watch)


def _replay(commands, help_format: Callable) -> None:
    about = "look at a recorded game, step by step"
    sub = commands.add_parser("replay", help=about, description=about, formatter_class=help_format)
    sub.add_argument("record", metavar="RECORD", help="a file with a record, JSON Lines")
    _server_options(sub)
    sub.set_defaults(run=_run_replay)


def _game_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--rules", default="five_player_two_deck", metavar="RULES", help=f"{RULES} [five_player_two_deck]")
    sub.add_argument("--seed", type=int, metavar="N", help="of the shuffles [a random one]")
    sub.add_argument("--deal", action="store_true", help="a single deal instead of a match")


def _server_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--data", metavar="FILE", help="where tables are kept [in your data folder]")
    sub.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0: open to the network [127.0.0.1]")
    sub.add_argument("--port", type=int, default=PORT, metavar="N", help=f"[{PORT}]")
    sub.add_argument("--no-browser", action="store_true", help="print the address only")


def _setup(found: argparse.Namespace, seats: list[str]) -> dict:
    """The table that a command line asks for, as `read_setup` takes it."""
    from shengji_env.rules import Rules

    rules = Rules.of_argument(found.rules)
    if len(seats) == 1:
        seats = seats * rules.players
    seed = int.from_bytes(os.urandom(6)) if found.seed is None else found.seed
    return {"rules": str(rules), "seats": seats, "seed": seed, "episode": "deal" if found.deal else "match"}


def _run_play(found: argparse.Namespace) -> int:
    from shengji_env.rules import Rules
    from shengji_env.table.session import read_setup
    from shengji_env.table.store import Store, default_file

    if not found.terminal:
        from shengji_env.table.serve import serve

        return serve(found.host, found.port, found.data or default_file(), not found.no_browser)
    from shengji_env.errors import ShengjiError
    from shengji_env.table.terminal import TerminalTable, line_reader

    store = Store(found.data or default_file())
    try:
        if found.go_on:
            name = store.last_table()
            if name is None:
                raise ShengjiError("no table was begun yet")
        else:
            others = [found.against] * (Rules.of_argument(found.rules).players - 1)
            name, _ = store.new_table(read_setup(_setup(found, ["human", *others])))
        people = store.load(name)[0].people
        if not people:
            raise ShengjiError("nobody but agents sits at the table that was begun last")
        read, colour = line_reader()
        TerminalTable(store, name, people[0], read, colour).run()
    finally:
        store.close()
    return 0


def _run_watch(found: argparse.Namespace) -> int:
    from shengji_env.table.serve import serve
    from shengji_env.table.session import read_setup
    from shengji_env.table.store import Store, default_file

    data = found.data or default_file()
    store = Store(data)
    try:
        name, _ = store.new_table(read_setup(_setup(found, found.agents)))
    finally:
        store.close()
    return serve(found.host, found.port, data, not found.no_browser, f"watch={name}")


def _run_replay(found: argparse.Namespace) -> int:
    from shengji_env.inputs.files import read_regular
    from shengji_env.table.replays import LARGEST, Replay
    from shengji_env.table.serve import serve
    from shengji_env.table.store import Store, default_file

    text = read_regular(found.record, LARGEST).decode("utf-8", "replace")
    Replay(text)  # refused here, before a browser opens
    data = found.data or default_file()
    store = Store(data)
    try:
        name = store.keep_record(text)
    finally:
        store.close()
    return serve(found.host, found.port, data, not found.no_browser, f"replay={name}")
