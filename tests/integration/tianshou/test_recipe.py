"""Tianshou 2: PettingZooEnv over the AEC environment."""

import pytest

from integration.recipes import learn_and_play

pytest.importorskip("tianshou")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("tianshou_dqn", tmp_path, 1500, "--epoch", 700, "--deals", 4)
