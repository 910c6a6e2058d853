"""Who may speak to the server, and how much: hosts, origins, the table code, sizes and rates."""

import ipaddress
import secrets
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

MOST_TEXT = 4096  # characters of a WebSocket message
MOST_BODY = 1_200_000  # bytes of a request
RATE, BURST = 30.0, 90.0  # messages a second of one page, and how many at once


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that listens there.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def refusal(headers: Mapping[str, str], loopback: bool, code: str | None, given: str) -> str | None:
    """Why a request is not answered, or None. A page of another site has another origin; a name that somebody else's
    server lets point here is another host.

    >>> refusal({"host": "127.0.0.1:8720", "origin": "http://evil.example"}, True, None, "")
    'a page of another origin may not speak to the table'
    >>> refusal({"host": "127.0.0.1:8720", "origin": "http://127.0.0.1:8720"}, True, None, "") is None
    True
    """
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if loopback and not is_loopback(name):
        return "the table is asked for under its own address only"
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != host:
        return "a page of another origin may not speak to the table"
    if code is not None and not secrets.compare_digest(code.encode(), given.encode()):
        return "the table code is missing or wrong: it stands in the link that the server has printed"
    return None


class Budget:
    """How much one page may send: RATE messages a second, BURST at once.

    >>> budget = Budget(now=0.0)
    >>> sum(budget.take(now=0.0) for _ in range(200)) == BURST
    True
    """

    def __init__(self, now: float | None = None) -> None:
        self.left, self.at = BURST, time.monotonic() if now is None else now

    def take(self, now: float | None = None) -> bool:
        """Whether one more is within it."""
        now = time.monotonic() if now is None else now
        self.left = min(BURST, self.left + (now - self.at) * RATE)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
