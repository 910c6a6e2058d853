"""The game as an OpenSpiel Python game, ``python_shengji``: importing this module registers it.

    import pyspiel
    from shengji_env.training.recipes import open_spiel_game
    game = pyspiel.load_game("python_shengji", {"rules": "four_player_fixed"})

An action is a token, as everywhere in this package. The shuffle is drawn at four chance nodes of 256 outcomes each, the
bytes of the seed; decisions with one legal token are played at once. A game is one deal that comes later in a match, at
levels drawn with the shuffle. Utilities are +1 for the side that gains levels, -1 for the other, 0 for all in a swing:
with hidden partners the sides differ in size, so they do not sum to zero.
"""

import numpy as np
import pyspiel

from shengji_env import Game, Rules, observation_blocks
from shengji_env.engine.layout import TOKENS
from shengji_env.plays.actions import token_text

SEED_BYTES = 4

GAME_TYPE = pyspiel.GameType(
    short_name="python_shengji",
    long_name="Shengji 升级",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    min_num_players=4,
    max_num_players=6,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "five_player_two_deck"},
)


class ShengjiGame(pyspiel.Game):
    """One deal under one preset."""

    def __init__(self, params: dict | None = None) -> None:
        params = params or {}
        self.rules = Rules.of(params.get("rules", "five_player_two_deck"))
        info = pyspiel.GameInfo(
            num_distinct_actions=TOKENS,
            max_chance_outcomes=256,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            # A card is bid or raided with, buried and played with a token each, and every lead ended with one more;
            # what is void or not bid at all is dealt again.
            max_game_length=SEED_BYTES + 54 * self.rules.decks * 8 * (self.rules.redeal_limit + 1),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> "ShengjiState":
        return ShengjiState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: dict | None = None) -> "ShengjiObserver":
        return ShengjiObserver(self.rules)


class ShengjiState(pyspiel.State):
    """A deal; `deal` is its `Game`, None before the shuffle is drawn."""

    def __init__(self, game: ShengjiGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.seed_bytes: list[int] = []
        self.deal: Game | None = None

    def current_player(self) -> int:
        if self.deal is None:
            return pyspiel.PlayerId.CHANCE
        actor = self.deal.actor
        return pyspiel.PlayerId.TERMINAL if actor is None else actor

    def is_terminal(self) -> bool:
        return self.deal is not None and self.deal.done

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.deal.mask()).tolist()

    def _apply_action(self, action: int) -> None:
        if self.deal is not None:
            self.deal.step(action)
            return
        self.seed_bytes.append(action)
        if len(self.seed_bytes) == SEED_BYTES:
            seed = int.from_bytes(self.seed_bytes, "big")
            self.deal = Game(self.rules, seed=seed, levels="random", skip_forced=True)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed byte {action}" if player == pyspiel.PlayerId.CHANCE else token_text(action)

    def returns(self) -> list[float]:
        result = self.deal.result if self.is_terminal() else None
        if result is None or result.side == "nobody":
            return [0.0] * self.rules.players
        declarers_gain = result.side == "declarer"
        return [1.0 if (seat in result.declarer_side) == declarers_gain else -1.0 for seat in range(self.rules.players)]

    def __str__(self) -> str:
        return f"seed bytes {self.seed_bytes}" if self.deal is None else self.deal.position()


class ShengjiObserver:
    """The environments' observation, whole as `tensor` and by block as `dict`; as text, the table as the seat sees
    it."""

    def __init__(self, rules: Rules) -> None:
        blocks = observation_blocks(rules)
        self.tensor = np.zeros(blocks[-1][1].stop, np.float32)
        self.dict = {name: self.tensor[where] for name, where, _ in blocks}

    def set_from(self, state: ShengjiState, player: int) -> None:
        self.tensor[:] = 0 if state.deal is None else state.deal.view(player).observation()

    def string_from(self, state: ShengjiState, player: int) -> str:
        return str(state) if state.deal is None else state.deal.view(player).text()


pyspiel.register_game(GAME_TYPE, ShengjiGame)
