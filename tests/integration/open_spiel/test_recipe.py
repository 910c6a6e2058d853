"""OpenSpiel: the game passes its contract, its algorithms learn on it."""

import numpy as np
import pytest

from integration.recipes import adapter_plays, learn_and_play

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("torch")


@pytest.fixture(params=["five_player_two_deck", "four_player_fixed"])
def game(request):
    from shengji_env.training.recipes import open_spiel_game  # noqa: F401 - registers it

    return pyspiel.load_game("python_shengji", {"rules": request.param})


def random_play(state, seed):
    """Every state of a random deal, the last one too."""
    draws = np.random.default_rng(seed)
    while not state.is_terminal():
        state.apply_action(int(draws.choice(state.legal_actions())))
        yield state


def test_its_own_simulation_test_passes(game):
    """OpenSpiel's: copies, serialising, legal actions, returns within bounds, observations of every player."""
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, mask_test=True)


def test_a_deal_ends_within_the_length_given(game):
    for seed in range(20):
        *_, state = random_play(game.new_initial_state(), seed)
        assert state.move_number() <= game.max_game_length()


def test_a_state_is_a_game(game):
    """Observation and legal actions are the seat's view's; the winners get 1, the others -1."""
    for state in random_play(game.new_initial_state(), 1):
        if state.deal is not None and not state.is_terminal():
            seat = state.current_player()
            view = state.deal.view(seat)
            assert state.observation_tensor(seat) == view.observation().tolist()
            assert state.legal_actions() == np.flatnonzero(view.legal).tolist()
    result = state.deal.result
    signs = {"declarer": 1.0, "attackers": -1.0, "nobody": 0.0}
    assert {state.returns()[seat] for seat in result.declarer_side} == {signs[result.side]}


def test_a_clone_goes_its_own_way(game):
    state = game.new_initial_state()
    for _ in range(60):
        state.apply_action(state.legal_actions()[0])
    twin, before = state.clone(), str(state)
    assert str(twin) == before
    twin.apply_action(twin.legal_actions()[-1])
    assert str(twin) != before
    assert str(state) == before


def test_it_learns_and_plays(tmp_path):
    learn_and_play("open_spiel_dqn", tmp_path, 1500, "--learn-from", 100)


def test_the_adapter_plays():
    from open_spiel.python import rl_environment

    from shengji_env.training.recipes import open_spiel_dqn, open_spiel_game

    env = rl_environment.Environment(open_spiel_game.ShengjiGame())
    adapter_plays("open_spiel", learner=open_spiel_dqn.seats(env, open_spiel_dqn.Arguments())[0])
