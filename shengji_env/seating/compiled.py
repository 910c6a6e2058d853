"""The jit decorator of these loops: the engine's, with a cache that follows the sources of the players too."""

from pathlib import Path

from shengji_env.agents import net, rule
from shengji_env.engine.jit import jit_with

SOURCES = (Path(str(net.__file__)).parent, Path(str(rule.__file__)).parent, Path(__file__).parent)

jit = jit_with(*SOURCES)
