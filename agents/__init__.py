"""Players: the `Agent` protocol, agents by name, and the agents that come with the package.

>>> from shengji_env import Game
>>> agent, game = make_agent("rule:balanced"), Game(seed=7)
>>> while not game.done:
...     game.step(agent.act(game.view(game.actor), game.mask()))
>>> game.result is not None
True
"""

from shengji_env.game.asking import Agent

from .checkpoint import CheckpointAgent, load_checkpoint, save_checkpoint
from .random_agent import RandomAgent
from .registry import agent_names, make_agent, register_agent, unregister_agent
from .rule_agent import RuleAgent
from .torch_agent import TorchAgent, check_policy, save_policy

__all__ = [
    "Agent",
    "CheckpointAgent",
    "RandomAgent",
    "RuleAgent",
    "TorchAgent",
    "agent_names",
    "check_policy",
    "load_checkpoint",
    "make_agent",
    "register_agent",
    "save_checkpoint",
    "save_policy",
    "unregister_agent",
]
