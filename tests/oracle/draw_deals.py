"""Random positions between the tricks: levels, sides, bidding, raids, settlements."""

from .bids import auction, legal_bids, level_types
from .cards import BIG_JOKER, SMALL_JOKER
from .draw import draw_rules
from .raids import legal_raids, raid_order


def draw_levels(rng, rules):
    """Levels by seat: few different ones, so that players share them; sides alike."""
    few = [rng.randrange(13) for _ in range(rng.randint(1, 3))]
    levels = [rng.choice(few) for _ in range(rules["players"])]
    if rules["levels"] == "side":
        levels = [levels[seat % 2] for seat in range(rules["players"])]
    return levels


def draw_side(rng, rules, declarer):
    """A declarer side that the rules' partners can make."""
    players = rules["players"]
    if rules["partner"] == "fixed":
        return [seat for seat in range(players) if seat % 2 == declarer % 2]
    most = 2 if rules["partner"] == "trump_cards" else 1
    others = [seat for seat in range(players) if seat != declarer]
    return sorted([declarer] + rng.sample(others, rng.randint(0, min(most, len(others)))))


def draw_state(rng, rules):
    """A state before the bids (see `bids`)."""
    players = rules["players"]
    first = rng.random() < 0.25
    side = draw_side(rng, rules, rng.randrange(players))
    if rng.random() < 0.5:
        side = [seat for seat in range(players) if seat not in side]
    rotates = rules["succession"] == "rotate"
    level = rng.randrange(13)
    return {
        "levels": [level] * players if first else draw_levels(rng, rules),
        "first": first,
        "after_riot": rules["riot_max_points"] is not None and not rotates and rng.random() < 0.2,
        "last_winners": [] if first else side,
        "swing": not first and rules["level_table"] == "swing" and rng.random() < 0.25,
        "declarer": rng.randrange(players) if rotates and not first else None,
        "first_drawer": rng.randrange(players),
        "bids": [],
        "raids": [],
        "closing": rng.random() < 0.4,
    }


def draw_bidding_hands(rng, rules, levels):
    """Hands for bids and raids: few types (the levels' cards, jokers), many copies in one hand."""
    hands = [[] for _ in range(rules["players"])]
    for card in level_types(levels) + [SMALL_JOKER, BIG_JOKER]:
        owner = rng.randrange(rules["players"])
        for _ in range(rules["decks"]):
            if rng.random() < 0.4:
                owner = rng.randrange(rules["players"])
            if rng.random() < 0.9 and len(hands[owner]) < rules["hand"]:  # else in the kitty
                hands[owner].append(card)
    return hands


def draw_bidding(rng, rules=None):
    """{rules, state, hands} after a few bids, each legal for a seat that was asked."""
    rules = rules or draw_rules(rng)
    state = draw_state(rng, rules)
    hands = draw_bidding_hands(rng, rules, state["levels"])
    for _ in range(rng.randint(0, 6)):
        seat = rng.randrange(rules["players"])
        may = legal_bids(rules, state, seat, hands[seat])
        if may:
            lowest = min(may, key=len)
            bid = lowest if rng.random() < 0.5 else rng.choice(may)
            state["bids"].append((seat, bid))
    return {"rules": rules, "state": state, "hands": hands}


def draw_raiding(rng, drawn=None):
    """{rules, state, hands} with a bid and a few raids, each legal for a seat that was asked."""
    while True:
        position = draw_bidding(rng, drawn or draw_rules(rng))
        rules, state, hands = position["rules"], position["state"], position["hands"]
        if rules["raid"] and auction(rules, state):
            break
    state["closing"] = True
    for _ in range(rng.randint(0, 3)):
        for seat in raid_order(rules, state):
            may = legal_raids(rules, state, seat, hands[seat])
            if may and rng.random() < 0.5:
                state["raids"].append((seat, rng.choice(may)))
                break
    return position


def draw_settlement(rng, rules=None):
    """{rules, levels, declarer, declarer_side, points}."""
    rules = rules or draw_rules(rng)
    declarer = rng.randrange(rules["players"])
    points = rng.choice([5 * rng.randint(-6, 80), 20 * rng.randint(0, 20), 50 * rng.randint(0, 9)])
    return {
        "rules": rules,
        "levels": draw_levels(rng, rules),
        "declarer": declarer,
        "declarer_side": draw_side(rng, rules, declarer),
        "points": points,
    }
