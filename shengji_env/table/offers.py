"""What there is to choose from at a new table: presets, their differences in words, fields, agents."""

import functools
from typing import Any

from shengji_env.agents.registry import agent_names
from shengji_env.rules import PRESETS
from shengji_env.rules.fields import FIELDS
from shengji_env.rules.presets import TITLES

from .session import HUMAN, STAND_IN

DEFAULT = "five_player_two_deck"


@functools.lru_cache(1)
def _presets() -> list[dict[str, Any]]:
    default = PRESETS[DEFAULT].values()
    return [
        {
            "name": name,
            "title": TITLES[name],
            "players": rules.players,
            "values": rules.values(),
            "otherwise": [field for field, value in rules.values().items() if value != default[field]],
        }
        for name, rules in PRESETS.items()
    ]


def offers() -> dict[str, Any]:
    """As JSON values."""
    return {
        "presets": _presets(),
        "fields": sorted(FIELDS),
        "agents": agent_names(),
        "human": HUMAN,
        "stand_in": STAND_IN,
        "default": DEFAULT,
    }
