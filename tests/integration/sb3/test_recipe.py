"""Stable-Baselines3: MaskablePPO for one seat against its snapshots."""

import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("sb3_contrib")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("sb3_maskable_ppo", tmp_path, 500, "--round", 256, "--snapshot", 256)


def test_the_adapter_plays():
    from sb3_contrib import MaskablePPO

    from shengji_env.gym import ShengjiGymEnv

    adapter_plays("sb3", model=MaskablePPO("MlpPolicy", ShengjiGymEnv(), device="cpu"))
