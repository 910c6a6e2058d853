"""How much stronger is A than B? Duplicate deals, their difference in levels, and how sure that is.

For every deck A and B play the same shuffles in every arrangement (`duel`). The measure of a game is the mean number of
levels A's seats gained less that of B's seats; of a deck, the mean over its games. Decks are independent of each other,
games of a deck are not, so the confidence interval comes from resampling decks (cluster bootstrap).
"""

import csv
import dataclasses
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from shengji_env.agents import Agent
from shengji_env.engine.layout import Side
from shengji_env.errors import ShengjiError
from shengji_env.inputs.arguments import whole
from shengji_env.rules import Rules

from .duel import play_duel

ROLES = ("declarer", "partner", "attacker", "solo")  # 庄家, 对家, 闲家, 独打
RESAMPLES = 10_000
CONFIDENCE = 95


@dataclasses.dataclass
class Role:
    """What one of the two did in one role, over all its seats in it."""

    seats: int = 0  # how often it was in it
    levels: float = 0.0  # mean steps: + gained, - the other side's gain, 0 a swing
    declarer_wins: float = 0.0  # share of these deals in which the declarer side gained
    points: float = 0.0  # mean of the attackers' points


@dataclasses.dataclass
class Evaluation:
    """A against B."""

    a: str
    b: str
    rules: str
    deals: int
    games: int
    seed: int
    levels: float  # mean levels A's seats gained more than B's, each deal
    low: float  # its confidence interval
    high: float
    wins: float  # share of decks in which A's seats gained more levels than B's
    wins_interval: tuple[float, float]
    draws: float  # … as many
    draws_interval: tuple[float, float]
    losses: float  # … fewer
    losses_interval: tuple[float, float]
    gaining: float  # mean share of A's seats on the gaining side of a game, less that of B's
    roles_a: dict[str, Role]
    roles_b: dict[str, Role]

    def values(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return dataclasses.asdict(self)

    def summary(self) -> dict[str, Any]:
        """What a checkpoint's card keeps."""
        kept = ("deals", "games", "seed", "rules")
        found = {name: getattr(self, name) for name in kept}
        interval = [round(self.low, 4), round(self.high, 4)]
        shares = {name: round(getattr(self, name), 4) for name in ("wins", "draws", "losses")}
        return {"levels": round(self.levels, 4), "interval": interval, **shares, **found}


def evaluate(
    a: str | Agent,
    b: str | Agent,
    rules: Rules | str = "five_player_two_deck",
    deals: int = 1000,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    rows_file: str | os.PathLike[str] | None = None,
) -> Evaluation:
    """Play duplicate deals and sum them up; with `rows_file`, .csv or .jsonl, every game is written down too."""
    deals, rules = whole(deals, "deals", 1, 2**31 - 1), Rules.of(rules)
    seed = whole(seed, "seed", 0, 2**64 - 1)
    if rows_file is not None:
        _row_format(Path(rows_file))
        if not Path(rows_file).parent.is_dir():
            raise ShengjiError(f"cannot write {rows_file}: there is no folder {Path(rows_file).parent}")
    rows = play_duel(a, b, rules, deals, seed, threads, progress)
    if rows_file is not None:
        write_rows(rows, rules.players, Path(rows_file))
    return sum_up(rows, rules, _name(a), _name(b), seed)


def _name(agent: str | Agent) -> str:
    return agent if isinstance(agent, str) else type(agent).__name__


# ---------------------------------------------------------------- statistics


def seat_gains(rows: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(levels gained, whether A's, whether on the declarer side) by game and seat: [games, players]."""
    bits = np.arange(players)
    mine = (rows["a_seats"][:, None] >> bits & 1).astype(bool)
    declarers = (rows["declarer_side"][:, None] >> bits & 1).astype(bool)
    gaining = np.where(declarers, Side.DECLARER, Side.ATTACKERS) == rows["side"][:, None]
    return gaining * rows["steps"][:, None], mine, declarers


def differences(values: np.ndarray, mine: np.ndarray) -> np.ndarray:
    """By game: the mean of A's seats less the mean of B's."""
    others = ~mine
    return (values * mine).sum(1) / mine.sum(1) - (values * others).sum(1) / others.sum(1)


def by_deck(values: np.ndarray, decks: np.ndarray) -> np.ndarray:
    """Means over the games of each deck."""
    _, index, games = np.unique(decks, return_inverse=True, return_counts=True)
    return np.bincount(index, values) / games


def _exact(means: np.ndarray) -> np.ndarray:
    """The same, what is even being exactly 0: neither a rounding error nor -0.0."""
    return np.round(means, 12) + 0.0


def bootstrap(means: np.ndarray, seed: int = 0, resamples: int = RESAMPLES) -> tuple[float, float]:
    """The confidence interval of the mean of independent values, by resampling them."""
    draws = np.random.default_rng(seed)
    at_once = max(1, 2_000_000 // len(means))
    drawn = [
        means[draws.integers(len(means), size=(min(at_once, resamples - done), len(means)))].mean(1)
        for done in range(0, resamples, at_once)
    ]
    tail = (100 - CONFIDENCE) / 2
    low, high = np.percentile(np.concatenate(drawn), [tail, 100 - tail])
    return float(low), float(high)


def sum_up(rows: np.ndarray, rules: Rules, a: str, b: str, seed: int) -> Evaluation:
    """The evaluation of rows of `duel.PLAYED`."""
    gains, mine, declarers = seat_gains(rows, rules.players)
    decks = _exact(by_deck(differences(gains, mine), rows["deck"]))
    low, high = bootstrap(decks)
    shares = {}
    for name, sign in (("wins", 1), ("draws", 0), ("losses", -1)):
        these = (np.sign(decks) == sign).astype(float)
        shares |= {name: float(these.mean()), f"{name}_interval": bootstrap(these)}
    return Evaluation(
        a=a,
        b=b,
        rules=str(rules),
        deals=len(decks),
        games=len(rows),
        seed=seed,
        levels=float(decks.mean()),
        low=low,
        high=high,
        **shares,
        gaining=float(_exact(by_deck(differences(gains > 0, mine), rows["deck"])).mean() + 0.0),
        roles_a=_roles(rows, declarers, mine),
        roles_b=_roles(rows, declarers, ~mine),
    )


def _roles(rows: np.ndarray, declarers: np.ndarray, mine: np.ndarray) -> dict[str, Role]:
    """The seats in `mine` by role."""
    named = np.arange(declarers.shape[1]) == rows["declarer"][:, None]
    alone = declarers.sum(1) == 1
    cases = {
        "declarer": named & ~alone[:, None],
        "partner": declarers & ~named,
        "attacker": ~declarers,
        "solo": named & alone[:, None],
    }
    won = rows["side"] == Side.DECLARER
    signed = np.where(won, rows["steps"], -rows["steps"])
    steps = np.where(declarers, signed[:, None], -signed[:, None])
    return {role: _role(case & mine, steps, won, rows["points"]) for role, case in cases.items()}


def _role(case: np.ndarray, steps: np.ndarray, won: np.ndarray, points: np.ndarray) -> Role:
    count = int(case.sum())
    if count == 0:
        return Role()
    by_game = case.sum(1)
    return Role(
        seats=count,
        levels=float(steps[case].mean()),
        declarer_wins=float((by_game * won).sum() / count),
        points=float((by_game * points).sum() / count),
    )


# ---------------------------------------------------------------- files and tables


def _row_format(file: Path) -> str:
    if file.suffix not in (".csv", ".jsonl"):
        raise ShengjiError(f"{file}: games are written to .csv or .jsonl")
    return file.suffix


def write_rows(rows: np.ndarray, players: int, file: Path) -> None:
    """Every game as a line: deck, seed, who sat where ("ABBBB"), what came of it."""
    lines = []
    for row in rows:
        line = {name: int(row[name]) for name in rows.dtype.names if name not in ("a_seats", "declarer_side", "side")}
        line["seats"] = "".join("A" if row["a_seats"] >> seat & 1 else "B" for seat in range(players))
        line["declarer_side"] = " ".join(str(seat) for seat in range(players) if row["declarer_side"] >> seat & 1)
        line["side"] = Side(int(row["side"])).name.lower()
        lines.append(line)
    try:
        with file.open("w", newline="", encoding="utf-8") as out:
            if _row_format(file) == ".csv":
                writer = csv.DictWriter(out, list(lines[0]))
                writer.writeheader()
                writer.writerows(lines)
            else:
                out.writelines(json.dumps(line) + "\n" for line in lines)
    except OSError as error:
        raise ShengjiError(f"cannot write {file}: {error.strerror or error}") from error


def role_table(found: Evaluation) -> tuple[list[str], list[list[str]]]:
    """(header, lines) by role and player."""
    header = ["role", "player", "seats", "levels", "declarer side wins", "attackers' points"]
    lines = []
    for role in ROLES:
        for name, roles in ((found.a, found.roles_a), (found.b, found.roles_b)):
            value = roles[role]
            numbers = [f"{value.levels:+.3f}", f"{value.declarer_wins:.1%}", f"{value.points:.1f}"]
            lines.append([role, name, f"{value.seats:,}", *(numbers if value.seats else ["–"] * 3)])
    return header, lines


def verdict(found: Evaluation) -> str:
    """The result in two lines."""
    sure = "" if found.low > 0 or found.high < 0 else ": no difference shown"
    return (
        f"{found.a} against {found.b}: {found.levels:+.3f} levels a deal, "
        f"{CONFIDENCE}% between {found.low:+.3f} and {found.high:+.3f}{sure} "
        f"({found.deals:,} duplicate deals, {found.games:,} games)\n"
        f"ahead in {_share(found.wins, found.wins_interval)} of the decks, even in "
        f"{_share(found.draws, found.draws_interval)}, behind in {_share(found.losses, found.losses_interval)}"
    )


def _share(share: float, interval: tuple[float, float]) -> str:
    return f"{share:.1%} ({interval[0]:.1%} … {interval[1]:.1%})"
