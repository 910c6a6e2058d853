"""`PlayerView`: what a seat may know, readable; what it may not know is nowhere in it."""

import itertools

import numpy as np
import pytest

from deals import game_at
from shengji_env import PRESETS, Game, IllegalPlay, PlayerView, Rules, ShengjiError, shengji_v0
from shengji_env.cards import format as card_text
from shengji_env.cards import parse


def random_states(preset, seed):
    game, rng = Game(preset, seed=seed, levels="random"), np.random.default_rng(seed)
    while not game.done:
        yield game
        game.step(rng.choice(np.flatnonzero(game.mask())))
    yield game


# ---------------------------------------------------------------- what it shows


def test_while_bidding():
    game = Game(seed=7)
    view = game.view(4)
    assert (view.seat, view.players, view.phase, view.actor) == (4, 5, "bid", 4)
    assert (view.hand, view.picked) == ("D2 D7 DQ DK HJ SQ", "")
    assert (view.levels, view.first_deal, view.last_winners) == (["2"] * 5, True, [])
    assert (view.trump, view.declarer, view.call, view.leader, view.winning) == (None, None, None, None, None)
    assert (view.lead, view.trick, view.tricks, view.buried, view.taken) == ("", [], [], "", "")
    assert view.hand_sizes == [5, 5, 6, 6, 6]
    game.play("D2")
    assert game.view(0).bids == [(4, "D2")]
    assert game.view(0).shown(4) == "D2"


def test_the_kitty_is_the_holder_s():
    game = game_at("call")
    mine, other = game.view(4), game.view(0)
    assert len(mine.taken.split()) == len(mine.buried.split()) == 8
    assert (other.taken, other.buried) == ("", "")
    assert "kitty: " in mine.text()
    assert "kitty: " not in other.text()


def test_a_trick_under_way():
    game = game_at("play", tricks=2, plays=2)
    view, leader = game.view(game.actor), game.view(0).leader
    assert [seat for seat, _ in view.trick] == [leader, (leader + 1) % 5]
    assert view.lead == view.trick[0][1]
    assert view.winning in (leader, (leader + 1) % 5)
    assert [len(trick.plays) for trick in view.tricks] == [5, 5, 2]
    assert view.tricks[1].winner == leader
    for seat, play in view.trick:
        assert set(play.split()) <= set(view.played(seat).split())
    assert sum(view.points) == sum(points_of(trick) for trick in view.tricks[:2])
    assert view.trump.suit == "D"


def points_of(trick):
    worth = {"5": 5, "T": 10, "K": 10}
    return sum(worth.get(card[1], 0) for play in trick.plays for card in play.split())


def test_own_cards_as_counts():
    view = game_at("play").view(3)
    assert view.hand_counts.tolist() == parse(view.hand).tolist()
    view.hand_counts[:] = 0
    assert card_text(view.hand_counts) == view.hand


def test_legal_actions_are_the_actor_s():
    game = game_at("play", plays=1)
    for seat in range(5):
        view = game.view(seat)
        if seat == game.actor:
            assert (view.legal == game.mask()).all()
            assert list(view.plays()) == list(game.plays())
            assert view.explain(next(game.plays())) is None
        else:
            assert not view.legal.any()
            assert list(view.plays()) == []
            assert view.explain("H3").rule == "turn"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_seat_finds_its_bids_raids_and_calls_itself(preset):
    """Though it knows neither the stock nor the other hands."""
    for seed in range(6):
        for game in random_states(preset, seed):
            if game.phase not in ("bid", "riot", "raid", "call"):
                continue
            view = game.view(game.actor)
            assert list(view.plays()) == list(game.plays())
            assert view.explain("DA DA") == game.explain("DA DA")


def test_picks_are_the_actor_s():
    game = game_at("bury")
    game.step(int(np.flatnonzero(game.mask())[0]))
    assert [game.view(seat).picked for seat in range(5)] == ["", "", "", "", "D2"]


def test_a_called_partner_is_known_when_he_has_played():
    game = game_at("play")
    assert game.view(0).call == ("C3", 1, 0)
    assert (game.view(0).partners, game.view(0).declarer_side, game.view(0).attackers) == ([], [4], [])
    while not game.view(0).partners:
        game.play(next(game.plays()))
    for seat in range(5):
        view = game.view(seat)
        assert (view.partners, view.declarer_side, view.attackers) == ([0], [0, 4], [1, 2, 3])


def test_a_called_card_s_holder_knows_himself():
    """四人升级（寻）: the partner knows, the others when he plays the card."""
    game = game_at("call", rules="four_player_seek")
    hands = [game.view(seat).hand.split() for seat in range(4)]
    declarer = game.actor
    card = next(card for card in hands[(declarer + 1) % 4] if card not in hands[declarer])
    game.play(card)
    partner = (declarer + 1) % 4
    known = [game.view(seat).partners for seat in range(4)]
    assert known == [[partner] if seat == partner else [] for seat in range(4)]


def test_void_is_what_play_has_shown():
    game = game_at("play", tricks=12)
    view = game.view(0)
    for seat in range(5):
        for group in view.void(seat):
            assert all(view.trump.group(card) != group for card in game.view(seat).hand.split())


def test_the_result_is_everyone_s():
    game = game_at("over")
    assert game.view(2).result == game.result
    assert "kitty: " in game.view(2).text()


def test_the_table_of_a_seat():
    """Its own hand, by groups; of the others how many cards they hold."""
    game = game_at("play", plays=1)
    lines = game.view(0).text().splitlines()
    assert lines[0] == "five_player_two_deck: deal 1, level 2, trump D"
    assert lines[1] == "play: seat 0 follows, trick 1"
    assert lines[4].startswith("* 0 ")
    assert lines[4].endswith("D3 D5 D8 DT DK H2 LJ")
    assert [len(line.split()) for line in lines[5:8]] == [4, 4, 4]
    assert str(game.view(0)) == game.view(0).text()
    assert repr(game.view(0)).startswith("<PlayerView of seat 0: play, hand D3 ")


@pytest.mark.parametrize("seat", [-1, 5])
def test_there_is_no_such_seat(seat):
    with pytest.raises(ShengjiError, match="a whole number 0"):
        Game(seed=1).view(seat)


# ---------------------------------------------------------------- what it does not


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_are_nowhere_in_it(preset):
    """Other hands, the stock, what others took and laid, the seed: none of it is in the record a view holds."""
    for game in random_states(preset, seed=2):
        for seat in range(game.players):
            view = game.view(seat)
            record = view.states[0]
            others = [other for other in range(game.players) if other != seat]
            assert not record["hand"][others].any()
            assert not record["stock"].any()
            assert record["seed"] == record["choices"] == 0
            if game.phase == "over":
                continue
            holders = record["burial_seat"][: int(record["burials"]) + 1]
            for k, holder in enumerate(holders):
                if holder != seat:
                    assert not record["burial_taken"][k].any()
                    assert not record["burial_laid"][k].any()
            if game.actor != seat:
                assert not record["mask"].any()
                assert not record["picked"].any()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_agrees_with_the_game(preset):
    """What is public is the same for every seat, and every property can be read at every state."""
    public = ["phase", "actor", "levels", "bids", "raids", "call", "points", "penalties", "hand_sizes"]
    public += ["leader", "lead", "trick", "winning", "tricks"]
    for game in random_states(preset, seed=3):
        views = [game.view(seat) for seat in range(game.players)]
        for name in public:
            assert len({repr(getattr(view, name)) for view in views}) == 1, name
        for view in views:
            assert len(view.hand.split()) == view.hand_sizes[view.seat]
            assert view.trump == views[0].trump
            assert view.declarer in (None, *view.declarer_side)
            assert not set(view.declarer_side) & set(view.attackers)


def test_a_view_does_not_follow_the_game():
    """It is what was known at that moment."""
    game = game_at("play")
    view = game.view(0)
    hand = view.hand
    for _ in range(6):
        game.play(next(game.plays()))
    assert view.hand == hand
    assert view.trick == []


def test_a_view_of_states_elsewhere():
    """Made from any array of states, as for a row of a batch."""
    game = game_at("play", rules=Rules.preset("five_player_two_deck").replace(level_cap=2))
    view = PlayerView(game._S, 0, game._R, game.rules, 1)
    assert view.hand == game.view(1).hand
    assert view.rules.level_cap == 2


def test_observation_is_that_of_the_game():
    from shengji_env.engine import observe

    game = game_at("play", tricks=3, plays=2)
    for seat in range(5):
        out = np.zeros(observe.size(5, 2), np.int8)
        observe.observe(game._S, 0, game._R, seat, 0, out)
        assert (game.view(seat).observation() == out).all()


@pytest.mark.parametrize("card_order", ["face", "strength"])
def test_observation_and_tokens_in_another_card_order_are_the_environments(card_order):
    """The same deal in an environment of that order: what it shows, and the token it takes, at every decision."""
    env, game, draws = shengji_v0.env(card_order=card_order, dtype="int8"), Game(seed=4), np.random.default_rng(4)
    env.reset(seed=4)
    while not game.done:
        view, seen = game.view(game.actor), env.last()[0]
        tokens = view.tokens(card_order)
        assert (view.observation(card_order) == seen["observation"]).all()
        assert (game.mask()[tokens] == seen["action_mask"]).all()
        chosen = int(draws.choice(np.flatnonzero(seen["action_mask"])))
        env.step(chosen)
        game.step(tokens[chosen])
        assert env.game().position() == game.position()


@pytest.mark.parametrize("seat", [-1, 5, 1.0, None, True, "1", [1], np.array([1, 2]), np.True_])
def test_no_question_about_a_seat_that_is_none(seat):
    game = Game(seed=1)
    view = game.view(0)
    for ask in (game.view, view.played, view.shown, view.void):
        with pytest.raises(ShengjiError, match="seat"):
            ask(seat)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("card_order", ["face", "strength"])
def test_a_bot_that_thinks_in_plays_sends_them_token_by_token(preset, card_order):
    """It chooses a play when nothing is picked, and asks for the next token until it is complete."""
    env = shengji_v0.env(preset, card_order=card_order, levels="random")
    env.reset(seed=3)
    rng, play = np.random.default_rng(3), ""
    while not env.terminations[env.agent_selection]:
        view = env.view(env.agent_selection)
        if not view.picked:
            plays = list(itertools.islice(view.plays(), 20))
            play = plays[rng.integers(len(plays))]
        before = view.shuffles
        env.step(view.next_token(play, card_order))
    assert env.result is not None
    assert env.game().deals == 1
    assert env.game().shuffles == env.view("player_0").shuffles >= before


def test_who_is_not_to_act_has_no_next_token():
    game = Game(seed=7)
    view = game.view((game.actor + 1) % 5)
    with pytest.raises(IllegalPlay, match=r"not the turn of seat .* — deal 1, bid, seat"):
        view.next_token("pass")
    with pytest.raises(IllegalPlay, match=r"not in the hand.* — deal 1, bid, seat") as refused:
        game.view(game.actor).next_token("D3 D4")
    assert refused.value.position is None  # a view does not know it


def test_deals_and_redeals_can_be_noticed():
    game = Game(Rules.preset("five_player_two_deck").replace(max_deals=2), seed=5, episode="match")
    seen = [(game.deals, game.shuffles)]
    while not game.done:
        game.play("pass" if game.phase == "bid" else next(game.plays()))
        if seen[-1] != (game.deals, game.shuffles):
            seen.append((game.deals, game.shuffles))
    assert [deals for deals, _ in seen] == sorted(deals for deals, _ in seen)
    assert seen[-1][0] == 2
    assert len({shuffles for _, shuffles in seen}) > 2  # nobody bids: redeals
