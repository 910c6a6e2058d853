"""CleanRL style: PyTorch and the AEC environment."""

import pytest

from integration.recipes import learn_and_play

pytest.importorskip("torch")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("cleanrl_ppo", tmp_path, 1000, "--round", 500)
