"""Agents at tables: any mix of them at many games, played on until somebody from outside is asked.

`Cast` makes the agents ready; `Tables` plays whole games between them; `SeatGames` leaves one seat of each table to a
learner. What can be played compiled (bots, networks) is, in threads; other agents are asked for all their decisions at
once where they can answer so.
"""

from .cast import Cast
from .one_seat import SeatGames
from .tables import Tables

__all__ = ["Cast", "SeatGames", "Tables"]
