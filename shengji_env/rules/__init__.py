"""Rules as data: the fields of `Rules`, what they may hold, what goes together, and the presets."""

from .rules import FIELDS, PRESETS, Rules

__all__ = ["FIELDS", "PRESETS", "Rules"]
