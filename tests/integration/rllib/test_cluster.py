"""RLlib on two nodes, a Ray cluster at two loopback addresses: a runner, a driver and a whole node are killed.

This shows that players are placed, sent weights, replaced and restored across nodes; two nodes on one machine say
nothing about speed.
"""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from integration.recipes import losses, plays, run_recipe
from shengji_env.agents import load_checkpoint

pytest.importorskip("ray.rllib")

PLACES = ("past_0", "past_1", "past_2", "past_3")
NODES = ("127.0.0.2", "127.0.0.3")
PATIENCE = 240.0  # seconds for anything that is waited for; starting processes takes long on busy cores
TRAIN = ("--runners", 2, "--games", 16, "--round", 512, "--batch", 256, "--snapshot", 2)


@pytest.fixture
def cluster():
    """Two nodes with room for one runner each; on busy cores Ray's processes may need a second attempt."""
    try:
        made = start_cluster()
    except Exception as error:
        print(f"the cluster did not start, once more: {error}")
        made = start_cluster()
    yield made
    made.shutdown()


def start_cluster():
    from ray.cluster_utils import Cluster

    made = Cluster()
    try:
        for address in NODES:
            add_node(made, address)
    except Exception:
        made.shutdown()
        raise
    return made


def add_node(cluster, address: str) -> None:
    cluster.add_node(node_ip_address=address, num_cpus=1, object_store_memory=200 * 2**20)


class Driver:
    """The recipe in a process of its own, and what it printed."""

    def __init__(self, folder: Path, *options: object) -> None:
        self.log = folder / "driver.log"
        command = [sys.executable, "-m", "shengji_env.training.recipes.rllib_ppo", *map(str, options)]
        with self.log.open("w") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def printed(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def wait_for(self, pattern: str, after: int = 0) -> re.Match:
        """The first place, from this one on, where the pattern is printed."""
        return wait(lambda: re.compile(pattern, re.MULTILINE).search(self.printed(), after), self)


def wait(ask, driver: Driver):
    """What `ask` answers as soon as it answers anything."""
    deadline = time.monotonic() + PATIENCE
    while not (answer := ask()):
        assert driver.process.poll() is None, f"the driver ended:\n{driver.printed()}"
        assert time.monotonic() < deadline, f"waited {PATIENCE:.0f} s:\n{driver.printed()}"
        time.sleep(0.5)
    return answer


def runners() -> set[int]:
    """The processes that play in this test's cluster."""
    import psutil
    import ray  # noqa: F401 - brings psutil

    found = set()
    for process in psutil.Process().children(recursive=True):
        try:
            if "BatchEnvRunner" in " ".join(process.cmdline()):
                found.add(process.pid)
        except psutil.Error:
            continue  # it has ended meanwhile
    return found


def steps(printed: str) -> list[int]:
    return [int(number) for number in re.findall(r"^step (\d+) ", printed, re.MULTILINE)]


def checkpoints(storage: Path) -> list[Path]:
    return sorted(storage.glob("checkpoint-??????"))


def league(checkpoint: Path) -> dict[str, np.ndarray]:
    """The first weights of each of the learner's earlier selves."""
    from ray.rllib.core.rl_module import RLModule

    modules = checkpoint / "learner_group" / "learner" / "rl_module"
    return {place: RLModule.from_checkpoint(modules / place).get_state()["actor.0.weight"] for place in PLACES}


@pytest.fixture
def start(tmp_path):
    """Starts a driver, which the test's end kills at the latest."""
    drivers = []

    def started(*options: object) -> Driver:
        drivers.append(Driver(tmp_path, *options))
        return drivers[-1]

    yield started
    for driver in drivers:
        driver.kill()


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_league_survives_a_killed_runner_and_a_killed_driver(cluster, start, tmp_path):
    storage = tmp_path / "shared"
    options = ("--address", cluster.address, "--storage", storage, *TRAIN)
    driver = start(*options, "--steps", 10**9)
    driver.wait_for(rf"^playing on (?=.*{NODES[0]} \(1\))(?=.*{NODES[1]} \(1\))")
    driver.wait_for(r"^step ")

    first = wait(lambda: len(found := runners()) == 2 and found, driver)
    killed = min(first)
    os.kill(killed, signal.SIGKILL)
    failed = driver.wait_for(r"^1 of 2 runners play;")
    driver.wait_for(r"^step ", failed.end())
    again = driver.wait_for(r"^2 of 2 runners play;", failed.end())
    assert killed not in runners()
    driver.wait_for(r"(^step .*\n){3}", again.end())

    oldest = len(PLACES) * 2  # updates until every place of the league is taken
    wait(lambda: any(int(path.name[-6:]) >= oldest for path in checkpoints(storage)), driver)
    driver.kill()
    print(driver.printed())

    last = checkpoints(storage)[-1]
    kept, places, before = load_checkpoint(last / "policy").weights, league(last), steps(driver.printed())[-1]
    restored, trained = tmp_path / "restored", tmp_path / "trained"
    printed = run_recipe(
        "rllib_ppo",
        [*options, "--steps", 0, "--save", restored],
        [*options, "--steps", before + 2000, "--save", trained],
    )
    assert printed.count(f"going on from {last}") == 2
    weights = load_checkpoint(restored).weights
    assert all((weights[name] == kept[name]).all() for name in kept)
    plays(f"torch:{restored}")

    after = steps(printed)
    assert before - 1500 < after[0] < after[-1]  # at most two updates are lost
    assert after[-1] >= before + 2000
    assert losses(printed)
    joined = range(*(int(path.name[-6:]) // 2 + 1 for path in (last, checkpoints(storage)[-1])))
    now = league(checkpoints(storage)[-1])
    changed = {place for place in PLACES if (now[place] != places[place]).any()}
    assert changed == {PLACES[number % len(PLACES)] for number in joined}
    plays(f"torch:{trained}")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_lost_node_costs_its_runner_until_a_node_joins(cluster, start):
    driver = start("--address", cluster.address, *TRAIN, "--steps", 10**9)
    driver.wait_for(rf"^playing on (?=.*{NODES[0]} \(1\))(?=.*{NODES[1]} \(1\))")
    driver.wait_for(r"^step ")

    (lost,) = cluster.worker_nodes  # the other one is the head
    cluster.remove_node(lost, allow_graceful=False)
    failed = driver.wait_for(r"^1 of 2 runners play;")
    driver.wait_for(r"(^step .*\n){3}", failed.end())
    assert "2 of 2 runners play" not in driver.printed()  # the head's only core is taken

    add_node(cluster, NODES[1])
    again = driver.wait_for(r"^2 of 2 runners play;", failed.end())
    assert len(runners()) == 2
    driver.wait_for(r"(^step .*\n){3}", again.end())
    print(driver.printed())
