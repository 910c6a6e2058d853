"""One game at one table: `Game`, what a seat may know of it (`PlayerView`), and the table as text."""

from .game import Game
from .view import PlayerView

__all__ = ["Game", "PlayerView"]
