"""Agents: protocol, names, legal play under any rules, nothing hidden used, strength, sensible choices."""

import doctest
import importlib
import random

import numpy as np
import pytest

import shengji_env.agents as agents
from shengji_env import PRESETS, Game, PlayerView, Rules, ShengjiError, cards
from shengji_env.agents import Agent, RandomAgent, RuleAgent, agent_names, make_agent, register_agent, unregister_agent
from shengji_env.agents.rule.personality import personality
from shengji_env.engine.layout import ROW, TYPES, new_states
from shengji_env.engine.redact import redact
from shengji_env.training.duel import play_duel
from shengji_env.training.evaluate import evaluate

FIVE = Rules.preset("five_player_two_deck")
TWO = np.concatenate([personality(), personality({"plain_boss": 9.0})])  # balanced, and another
HOUSE_RULES = [
    *PRESETS.values(),
    FIVE.replace(tractors=False),
    FIVE.replace(decks=1),
    FIVE.replace(decks=3, follow_shapes=False),
    FIVE.replace(players=4, throw_failure="lowest_beaten", throw_penalty=5),
    FIVE.replace(players=6, partner="fixed", tractor_follow="longest"),
    FIVE.replace(partner="called_card", trump_chain="full"),
    Rules.preset("five_player_three_deck").replace(trump_chain="levels", partner="called_turn"),
]


def play_out(game: Game, seats: list[Agent], check=lambda view: None) -> int:
    """Play the episode to its end and return the number of decisions."""
    decisions = 0
    while not game.done:
        view, mask = game.view(game.actor), game.mask()
        check(view)
        token = seats[game.actor].act(view, mask)
        assert mask[token], game.position()
        game.step(token)
        decisions += 1
    return decisions


# ---------------------------------------------------------------- protocol and names


@pytest.mark.parametrize("name", ["checkpoint", "random_agent", "registry", "rule_agent"])
def test_examples(name):
    module = importlib.import_module(f"shengji_env.agents.{name}")
    assert doctest.testmod(module, extraglobs={"np": np}).failed == 0


def test_example_of_the_package():
    assert doctest.testmod(agents).failed == 0


@pytest.mark.parametrize("name", ["random", "rule:balanced"])
def test_agents_by_name(name):
    agent = make_agent(name, seed=1)
    assert isinstance(agent, Agent)
    assert name in agent_names()


def test_an_agent_is_returned_as_it_is():
    agent = RandomAgent(seed=1)
    assert make_agent(agent) is agent


def test_a_bot_of_ones_own_is_plugged_in():
    class Lowest:
        def act(self, view, mask):
            return int(mask.argmax())

    register_agent("lowest", Lowest)
    try:
        game = Game(FIVE, seed=3)
        assert play_out(game, [make_agent("lowest")] * 5) > 0
    finally:
        unregister_agent("lowest")
    with pytest.raises(ShengjiError, match="no agent 'lowest'"):
        make_agent("lowest")


def test_an_unknown_name_is_answered_with_what_there_is():
    with pytest.raises(ShengjiError) as refused:
        make_agent("rule:balance")
    for part in ("'rule:balance'", "did you mean 'rule:balanced'?", "random", "checkpoint:PATH"):
        assert part in str(refused.value)


@pytest.mark.parametrize("name", ["", " x", "checkpoint:x"])
def test_a_name_that_cannot_be_registered(name):
    with pytest.raises(ShengjiError, match="agent name"):
        register_agent(name, RandomAgent)


def test_what_is_no_agent():
    with pytest.raises(ShengjiError, match="no act"):
        make_agent(object())
    with pytest.raises(ShengjiError, match="factory"):
        register_agent("nothing", None)


def test_unknown_personality_and_trait():
    with pytest.raises(ShengjiError, match="no personality 'wild': there are balanced"):
        RuleAgent("wild")
    with pytest.raises(ShengjiError, match="no trait courage"):
        RuleAgent(courage=3.0)


# ---------------------------------------------------------------- legal play


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=str)
def test_rule_bots_play_any_rules(rules):
    """Every token is legal, in whole matches of a few deals with random bots among them."""
    rules = rules.replace(max_deals=2)
    draws = random.Random(5)
    for seed in range(6):
        seats = [make_agent(draws.choice(["rule:balanced", "rule:balanced", "random"]), seed=seed)
                 for _ in range(rules.players)]  # fmt: skip
        play_out(Game(rules, seed=seed, episode="match"), seats)


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=str)
def test_hundreds_of_compiled_deals(rules):
    """Every token is legal: an illegal one ends the duel with an error."""
    rows = play_duel("rule:balanced", "random", rules, 15)
    assert (rows["declarer_side"] >> rows["declarer"] & 1 == 1).all()


def test_an_agent_takes_up_an_action_it_has_not_begun():
    """With picks of somebody else's pending, it still answers with a legal token, and ends."""
    for seed in range(20):
        game, rule, chance = Game(FIVE, seed=seed), RuleAgent(), RandomAgent(seed=seed)
        for turn in range(10_000):
            if game.done:
                break
            view, mask = game.view(game.actor), game.mask()
            token = (chance if turn % 3 == 0 else rule).act(view, mask)
            assert mask[token], game.position()
            game.step(token)
        assert game.done


def test_a_narrower_mask_is_obeyed():
    game = Game(FIVE, seed=2)
    mask = np.zeros(59, bool)
    mask[54] = True
    assert RuleAgent().act(game.view(game.actor), mask) == 54


def test_not_on_turn():
    game = Game(FIVE, seed=2)
    with pytest.raises(ShengjiError, match="is to act"):
        RuleAgent().act(game.view((game.actor + 1) % 5), game.mask())


# ---------------------------------------------------------------- nothing hidden


def test_the_same_view_the_same_token():
    game, rule = Game(FIVE, seed=11), RuleAgent()
    while not game.done:
        view, mask = game.view(game.actor), game.mask()
        before = view.states.tobytes()
        token = rule.act(view, mask)
        assert RuleAgent().act(view, mask) == token
        assert view.states.tobytes() == before, "thinking leaves the view as it was"
        game.step(token)


def test_many_decisions_at_once_are_the_single_ones():
    views, tokens = [], []
    game, rule = Game(FIVE, seed=12), RuleAgent()
    while not game.done:
        views.append(game.view(game.actor))
        tokens.append(rule.act(views[-1], game.mask()))
        game.step(tokens[-1])
    batch = np.concatenate([view.states for view in views])
    assert rule.act_states(batch, views[0].rules_array).tolist() == tokens


def redeal(S, seat, draws):
    """Another state that the seat cannot tell from S: others' cards, the stock and a kitty it does not know changed."""
    hidden = np.frombuffer(bytearray(S.tobytes()), S.dtype)  # with the bytes between the fields
    s = hidden[0]
    others = [other for other in range(5) if other != seat]
    pool = np.repeat(np.arange(TYPES), s["hand"][others, :TYPES].sum(axis=0))
    draws.shuffle(pool)
    for other in others:
        size = s["hand"][other].sum()
        s["hand"][other] = np.bincount(pool[:size], minlength=ROW)
        pool = pool[size:]
    s["seed"], s["choices"] = 99, 7
    s["stock"] = draws.permutation(s["stock"])
    if s["burials"] == 0 or s["burial_seat"][s["burials"] - 1] != seat:
        s["kitty"] = draws.integers(0, TYPES, s["kitty"].shape)
        if s["burials"] > 0 and s["burial_seat"][0] != seat:
            s["burial_taken"][0] = draws.integers(0, TYPES, s["kitty"].shape)
            s["burial_laid"][0] = draws.integers(0, TYPES, s["kitty"].shape)
    return hidden


def test_choices_do_not_depend_on_hidden_cards():
    draws = np.random.default_rng(3)
    rule, T = RuleAgent(), new_states(1)
    for seed in range(4):
        game = Game(FIVE, seed=seed, skip_forced=True)
        while not game.done:
            seat, view = game.actor, game.view(game.actor)
            token = rule.act(view, game.mask())
            redact(redeal(game._S, seat, draws), 0, view.rules_array, seat, T, 0)
            assert T.tobytes() == view.states.tobytes(), game.position()
            assert rule.act_states(T, view.rules_array)[0] == token
            game.step(token)


# ---------------------------------------------------------------- strength


def test_rule_bot_beats_random():
    """Levels a deal, duplicate: the whole 95 % interval well above 0, in every role the bot gains more."""
    found = evaluate("rule:balanced", "random", deals=80)
    assert found.low > 0.25, found
    for role in ("declarer", "partner", "attacker"):
        assert found.roles_a[role].levels > found.roles_b[role].levels, role


@pytest.mark.parametrize("name", PRESETS)
def test_rule_bot_beats_random_in_every_preset(name):
    assert evaluate("rule:balanced", "random", name, deals=40).low > 0.0


# ---------------------------------------------------------------- small positions


def at_first_trick(preset, declarer, trump, hands, plays, seed=1, **keys):
    """A first trick of a first deal: `hands` by seat as far as they matter, before the plays; the rest is dealt at
    random, without the groups after a "-", as in "HA -S"."""
    rules = Rules.preset(preset)
    draws = random.Random(seed)
    pool = [card for card in cards.CARDS for _ in range(rules.decks)]
    held, banned = {}, {}
    for seat, text in hands.items():
        held[seat] = [card for card in text.split() if not card.startswith("-")]
        banned[seat] = {word[1:] for word in text.split() if word.startswith("-")}
        for card in held[seat]:
            pool.remove(card)
    draws.shuffle(pool)

    def group(card):
        return "T" if card[0] == trump or card[1] == "2" or card in ("LJ", "BJ") else card[0]

    for seat in sorted(range(rules.players), key=lambda seat: -len(banned.get(seat, ()))):
        mine = held.setdefault(seat, [])
        for card in list(pool):
            if len(mine) < rules.hand and group(card) not in banned.get(seat, ()):
                mine.append(card)
                pool.remove(card)
    tricks = [{"leader": declarer, "plays": plays}] if plays else []
    for number, play in enumerate(plays):
        for card in play.split():
            held[(declarer + number) % rules.players].remove(card)
    position = {
        "rules": {"preset": preset, "overrides": {}},
        "levels": ["2"] * rules.players,
        "first": True,
        "first_drawer": declarer,
        "phase": "play",
        "actor": (declarer + len(plays)) % rules.players,
        "hands": [" ".join(held[seat]) for seat in range(rules.players)],
        "kitty": " ".join(pool),
        "kitty_history": [[declarer, " ".join(pool), " ".join(pool)]],
        "bids": [[declarer, f"{trump}2"]],
        "closing": True,
        "declarer": declarer,
        "trump": {"suit": trump, "level": "2"},
        "tricks": tricks,
        **keys,
    }
    return Game.from_position(position)


def play_of(game: Game) -> str:
    """The cards that the rule bot plays next."""
    rule, tokens = RuleAgent(), []
    while True:
        tokens.append(rule.act(game.view(game.actor), game.mask()))
        game.step(tokens[-1])
        if not game._S["picks"][0]:
            return cards.format(np.bincount([token for token in tokens if token < TYPES], minlength=TYPES))


def fixed(hands, plays, **keys):
    """Four players, fixed partners, seat 0 declares hearts, level 2."""
    return at_first_trick("four_player_fixed", 0, "H", {0: "H2", **hands}, plays, partners=[2], **keys)


def test_cashes_a_pair_of_aces():
    game = fixed({0: "H2 SA SA S4 D5 D7 C6 C8 -S", 1: "BJ BJ DA DA", 2: "LJ LJ", 3: "HA HA CA CA"}, [])
    assert play_of(game) == "SA SA"


def test_does_not_ruff_its_own_sides_trick_and_gives_points():
    game = fixed({0: "H2 SA SA", 1: "S3 S3", 2: "-S HA HK DK D4 CT C3", 3: "S9 ST"}, ["SA SA", "S3 S3"])
    played = play_of(game).split()
    assert all(card[0] != "H" and card[1] in "5TK" for card in played), played


def test_ruffs_a_foes_trick_with_points():
    game = fixed({0: "H2 SA", 1: "ST", 2: "S5", 3: "-S H3 H4 D3 C3"}, ["SA", "ST", "S5"])
    assert play_of(game)[0] == "H"


def test_gives_a_foe_no_points_that_it_need_not():
    game = fixed({0: "H2 SA SA", 1: "S3 S4 ST SK -S", 2: "S5", 3: "S9"}, ["SA SA"])
    assert play_of(game) == "S3 S4"


def test_wins_cheaply_as_the_last_to_play():
    game = fixed({0: "H2 SQ", 1: "ST", 2: "S5", 3: "SA SK S3"}, ["SQ", "ST", "S5"])
    assert play_of(game) == "SK"


def test_calls_what_others_can_answer_and_buries_few_points():
    """The call: a plain high card of which a copy is out. The kitty: no more points than the hand allows."""
    checked = 0
    for seed in range(60):
        game, rule = Game(FIVE, seed=seed, levels="random"), RuleAgent()
        while game.phase != "play":
            game.step(rule.act(game.view(game.actor), game.mask()))
        view = game.view(game.declarer if hasattr(game, "declarer") else game.actor)
        card, ordinal, _ = view.call
        held = view.hand.split() + view.buried.split()
        assert view.trump.group(card) != "TRUMP"
        assert ordinal <= 2 - held.count(card) + view.hand.split().count(card)
        assert held.count(card) < 2, game.position()
        points = sum({"5": 5, "T": 10, "K": 10}.get(c[1], 0) for c in view.buried.split())
        assert points <= 25, game.position()
        checked += 1
    assert checked == 60


def test_views_are_all_the_bot_needs():
    game = Game(FIVE, seed=1)
    view = PlayerView(game._S, 0, game.rules.record(), game.rules, game.actor)
    assert game.mask()[RuleAgent().act(view, game.mask())]


@pytest.mark.parametrize("seed", [-1, 1.0, "1", None, [1], True])
def test_a_seed_that_is_none_is_refused(seed):
    if seed is None:
        assert make_agent("random", seed=seed) is not None
        return
    with pytest.raises(ShengjiError, match="seed"):
        make_agent("random", seed=seed)


@pytest.mark.parametrize("name", [None, 3, b"lowest", ["lowest"], np.array([1, 2])])
def test_a_name_is_a_text(name):
    with pytest.raises(ShengjiError, match="agent name"):
        register_agent(name, object)


def test_a_path_that_no_file_can_have_is_refused():
    with pytest.raises(ShengjiError, match="cannot read"):
        make_agent("checkpoint:a\0b")
