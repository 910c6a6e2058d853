"""Rules as data: the fields of `Rules`, what they may hold, what goes together, and the presets."""

from .fields import FIELDS
from .rules import PRESETS, Rules

__all__ = ["FIELDS", "PRESETS", "Rules"]
