"""The jit decorator of the networks: the engine's, with a cache that follows this folder's sources too."""

from pathlib import Path

from shengji_env.engine.jit import jit_with

jit = jit_with(Path(__file__).parent)
