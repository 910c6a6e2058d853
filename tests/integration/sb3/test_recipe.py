"""Stable-Baselines3: MaskablePPO for one seat against its snapshots."""

import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("sb3_contrib")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("sb3_maskable_ppo", tmp_path, 500, "--round", 256, "--snapshot", 256)


def test_the_environment_passes_sb3s_checks():
    from stable_baselines3.common.env_checker import check_env

    from shengji_env.training.recipes.sb3_maskable_ppo import Table

    table = Table("five_player_two_deck")
    table.action_space.sample = lambda: int(table.action_masks().argmax())  # the checker knows no masks
    check_env(table)


def test_the_adapter_plays():
    from sb3_contrib import MaskablePPO

    from shengji_env.training.recipes.sb3_maskable_ppo import Table

    adapter_plays("sb3", model=MaskablePPO("MlpPolicy", Table("five_player_two_deck"), device="cpu"))
