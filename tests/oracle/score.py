"""The end of a deal: points, levels, winners, next declarer (rules 8)."""

from .cards import RANKS, points

ACE = RANKS.index("A")


def attackers_points(rules, captured, declarer_side, kitty, kitty_multiplier, failed_throws=()):
    """The attackers' points: captured + kitty x multiplier, and throw penalties either way.

    captured: points by seat; kitty_multiplier: 0 if the declarer side won the last trick;
    failed_throws: (seat, cards in the failed throw).
    """
    total = sum(p for seat, p in enumerate(captured) if seat not in declarer_side)
    total += points(kitty) * kitty_multiplier
    for seat, cards in failed_throws:
        penalty = rules["throw_penalty"] * cards
        total += penalty if seat in declarer_side else -penalty
    return total


def swing_change(decks, p):
    """(side, steps) by the table "swing" (翻身)."""
    step = 20 * decks
    if p <= 0:
        return "declarer", 3
    if p < step:
        return "declarer", 2
    if p < 2 * step:
        return "declarer", 1
    if p < 3 * step:
        return "nobody", 0
    return "attackers", 1 + (p - 3 * step) // step


def sides_change(decks, p, size):
    """(side, steps) by the table "sides", for a declarer side of `size` players."""
    step = 50 if decks == 3 else 20 * decks
    d = 0 if p <= 0 else 1 + p // step
    g = 6 - min(size, 3) - d
    return ("declarer", g) if g >= 1 else ("attackers", 1 - g)


def level_change(rules, p, declarer_side_size):
    """(side that gains, steps) for the attackers' points p; side "nobody" on a swing."""
    if rules["level_table"] == "swing":
        side, steps = swing_change(rules["decks"], p)
    else:
        side, steps = sides_change(rules["decks"], p, declarer_side_size)
    if rules["level_cap"] is not None:
        steps = min(steps, rules["level_cap"])
    return side, steps


def advance(rules, level, steps):
    """(new level, went beyond A) from a level index."""
    if level + steps <= ACE:
        return level + steps, False
    if rules["must_play_ace"] and level < ACE:
        return ACE, False
    if rules["after_ace"] == "win":
        return ACE, True
    return (level + steps) % 13, True


def next_seat_of(seats, after, players):
    """The first of `seats` from the seat after `after` on, round to `after` itself."""
    return next(seat for seat in ((after + i) % players for i in range(1, players + 1)) if seat in seats)


def next_declarer(rules, declarer, declarer_side, side):
    """The next deal's declarer under rotation; None: by the bids."""
    if rules["succession"] == "bids":
        return None
    players = rules["players"]
    if side == "declarer":
        return next_seat_of(declarer_side, declarer, players)
    return next_seat_of(set(range(players)) - set(declarer_side), declarer, players)


def settle(rules, levels, declarer, declarer_side, p):
    """Levels after the deal and who starts the next, for the attackers' points p.

    Keys: levels (by seat), gained (side, steps), winners, match_winners, swing, next_declarer.
    """
    seats = range(rules["players"])
    side, steps = level_change(rules, p, len(declarer_side))
    attackers = [seat for seat in seats if seat not in declarer_side]
    winners = sorted(declarer_side) if side == "declarer" else attackers
    after, match_winners = list(levels), []
    if side != "nobody":
        for seat in winners:
            after[seat], beyond = advance(rules, levels[seat], steps)
            if beyond and rules["after_ace"] == "win":
                match_winners.append(seat)
    return {
        "levels": after,
        "gained": (side, steps),
        "winners": winners,
        "match_winners": match_winners,
        "swing": side == "nobody",
        "next_declarer": next_declarer(rules, declarer, declarer_side, side),
    }


def match_over(rules, settled_deals, match_winners):
    """Does the match end after this many settled deals?"""
    ended = rules["max_deals"] is not None and settled_deals >= rules["max_deals"]
    return bool(match_winners) or ended
