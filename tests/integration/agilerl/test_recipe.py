"""AgileRL: its DQN over the AEC environment."""

import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("agilerl")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("agilerl_dqn", tmp_path, 1000, "--round", 500)


def test_a_decision_is_stored_with_what_the_deal_paid_its_seat():
    """Known again by what was seen, when the same deal is played once more."""
    from shengji_env.training.recipes import agilerl_dqn as recipe

    arguments = recipe.Arguments()
    played, again = recipe.make_env(arguments), recipe.make_env(arguments)
    played.reset(seed=3)
    deal = recipe.play_deal(played, recipe.make_learner(played, arguments), epsilon=1.0)
    rows = {seen.numpy().tobytes(): k for k, seen in enumerate(deal["obs"])}
    again.reset(seed=3)
    again.reset()
    found = {agent: [] for agent in again.agents}
    for agent in again.agent_iter():
        observation, reward, termination, _, _ = again.last()
        if not termination:
            found[agent].append(rows[observation["observation"].tobytes()])
            assert observation["action_mask"][int(deal["action"][found[agent][-1]])]
        else:
            assert (deal["reward"][found[agent]] == reward).all()
        again.step(None if termination else int(deal["action"][found[agent][-1]]))
    assert sum(map(len, found.values())) == len(deal) == len(rows)
    assert deal["done"].all()


def test_the_adapter_plays():
    from shengji_env.training.recipes import agilerl_dqn as recipe

    arguments = recipe.Arguments()
    adapter_plays("agilerl", learner=recipe.make_learner(recipe.make_env(arguments), arguments))
