"""A page without a browser: it speaks to the server as the page does, through Starlette's test client."""

import contextlib
import json

from starlette.testclient import TestClient

from shengji_env.table.app import Server

ORIGIN = "http://127.0.0.1"


@contextlib.contextmanager
def client(data, **arguments):
    """A client of a server with its tables in `data`."""
    with TestClient(Server(data, **arguments).app(), base_url=ORIGIN) as found:
        yield found


def new_table(http, **setup):
    """A table, from the values of a setup."""
    answer = http.post("/api/tables", json={"seed": 3, "episode": "deal"} | setup)
    assert answer.status_code == 200, answer.text
    return answer.json()


class PageAtTable:
    """A page at a seat; every message it was sent is in `seen`."""

    def __init__(self, socket, table):
        self.socket, self.table = socket, table
        self.seen, self.state = [], None
        self.send(type="join", table=table["table"], key=table["key"])

    def send(self, **message):
        self.socket.send_text(json.dumps(message))

    def next(self):
        """The next message."""
        message = self.socket.receive_json()
        self.seen.append(message)
        if message["type"] == "state":
            self.state = message
        return message

    def until(self, kind):
        """The next message of this type."""
        while True:
            message = self.next()
            if message["type"] == kind:
                return message

    def my_turn(self):
        """Wait for the own turn; False when the game is over, or a settled deal is looked at."""
        while True:
            if self.state is not None:
                if self.state["your_turn"]:
                    return True
                if self.state["phase"] == "over" or self.state["looking"]:
                    return False
            self.next()

    def play_hint(self):
        """Play the first hint."""
        self.send(type="hint")
        options = self.until("hint")["options"]
        self.act(options[0]["play"])

    def act(self, action):
        """Do an action, and wait for the table behind it."""
        number = self.state["number"]
        self.send(type="act", number=number, action=action)
        while self.state["number"] == number and self.state["phase"] != "over" and not self.state["looking"]:
            message = self.next()
            assert message["type"] != "refused", message


@contextlib.contextmanager
def page(http, table):
    """A page at the table's first person's seat."""
    with http.websocket_connect("/ws", headers={"origin": ORIGIN, "host": "127.0.0.1"}) as socket:
        found = PageAtTable(socket, table)
        found.until("state")
        found.send(type="pace", pace=0, hold=0)
        yield found
