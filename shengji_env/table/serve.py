"""Start the server, print where it is, open the browser."""

import os
import secrets
import socket
import sys
import threading
import webbrowser

import uvicorn

from shengji_env.engine.notice import before_compiling
from shengji_env.errors import ShengjiError

from .app import Server
from .guard import MOST_TEXT, is_loopback

NOTICE = """\
Everybody in your network who has this link can open tables here; without the code in it nobody can.
The connection is not encrypted: use it in networks that you trust."""


def serve(host: str, port: int, data: str | os.PathLike[str], browser: bool, place: str = "") -> int:
    """Serve until Ctrl-C; `place` is what the page opens with, "watch=TABLE". Returns the exit code."""
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    code = None if is_loopback(host) else secrets.token_urlsafe(6)
    before_compiling()
    warm()
    parts = [part for part in ("" if code is None else f"code={code}", place) if part]
    link = f"http://{_reached_at(host)}:{port}/" + (f"#{'&'.join(parts)}" if parts else "")
    print(f"The table is at {link}  (Ctrl-C ends it)", flush=True)
    if code is not None:
        print(NOTICE, file=sys.stderr)
    if browser:
        threading.Timer(0.5, webbrowser.open, [link]).start()
    app = Server(data, is_loopback(host), code).app()
    config = uvicorn.Config(app, log_level="warning", ws_max_size=4 * MOST_TEXT, ws="websockets-sansio", lifespan="on")
    uvicorn.Server(config).run(sockets=[listener])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; the next free port where the usual one is taken by another table."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in (port, 0):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, tried))
            return listener
        except (OSError, OverflowError) as error:
            listener.close()
            if tried == 0 or not isinstance(error, OSError) or error.errno != 98:
                raise ShengjiError(f"cannot listen at {host} port {port}: {error}") from None
    raise AssertionError("the loop returns or raises")


def _reached_at(host: str) -> str:
    """The name under which others reach this machine."""
    if is_loopback(host) or host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it asks which of our addresses others see
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def warm() -> None:
    """Compile what a table needs, or read it from the cache, so that the first click does not wait."""
    from .hints import hint
    from .session import Session, read_setup

    session = Session(read_setup({"seed": 3, "episode": "deal"}))
    while session.actor is not None:
        seat = session.waits_for()
        if seat is None:
            session.add(session.thinker().move())
        else:
            session.add(session.read(seat, session.number(seat), hint(session.view(seat))[0]["play"]))
