"""The jit decorator of these loops: the engine's, with a cache that follows the bots' sources and these."""

from pathlib import Path

from shengji_env.agents import rule
from shengji_env.engine.jit import jit_with

jit = jit_with(Path(__file__).parent, Path(rule.__file__).parent)
