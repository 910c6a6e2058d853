"""The six presets as plain dicts of the fields of section 9, and overriding them."""

NAMES = [
    "five_player_two_deck",
    "five_player_three_deck",
    "four_player_fixed",
    "four_player_seek",
    "four_player_joker_bid",
    "four_player_free_follow",
]

# One row a field, one column a preset in the order of NAMES.
TABLE = {
    "players": [5, 5, 4, 4, 4, 4],
    "decks": [2, 3, 2, 2, 2, 2],
    "hand": [20, 31, 25, 25, 25, 25],
    "kitty": [8, 7, 8, 8, 8, 8],
    "trump_chain": ["specials", "full", "full", "full", "full", "levels"],
    "partner": ["called_turn", "trump_cards", "fixed", "called_card", "fixed", "fixed"],
    "bid_when": [
        "during_deal",
        "during_deal",
        "after_deal",
        "after_deal",
        "during_deal",
        "during_deal",
    ],
    "bid_levels": ["winners", "own", "declarer", "declarer", "declarer", "declarer"],
    "bid_with_joker": [False, False, False, False, True, False],
    "self_overbid": [False, False, False, False, False, True],
    "joker_order": [False, False, True, True, False, False],
    "first_declarer": [
        "first_bid",
        "first_bid",
        "last_bid",
        "last_bid",
        "first_bid",
        "first_bid",
    ],
    "raid": [None, "any_round", None, None, "joker_bid", None],
    "riot_max_points": [10, None, None, None, 14, None],
    "riot_by": ["all", None, None, None, "attackers", None],
    "unbid_first": ["redeal", "redeal", "redeal", "redeal", "redeal", "no_trump"],
    "unbid_later": ["redeal", "redeal", "flip_kitty", "flip_kitty", "flip_kitty", "no_trump"],
    "unbid_demotion": [False, False, True, True, False, False],
    "throw_failure": ["lowest_card"] + ["lowest_beaten"] * 5,
    "throw_penalty": [0, 0, 0, 0, 0, 5],
    "follow_shapes": [True, True, True, True, True, False],
    "tractor_follow": ["exact"] + ["longest"] * 5,
    "kitty_multiplier": ["cards", "shape", "shape", "shape", "linear", "component"],
    "kitty_shape": ["lead", "lead", "winner", "winner", "lead", "winner"],
    "level_table": ["swing", "sides", "swing", "swing", "swing", "swing"],
    "level_cap": [3, None, None, None, 6, None],
    "levels": ["player", "player", "side", "player", "side", "side"],
    "succession": ["bids", "bids", "rotate", "rotate", "rotate", "rotate"],
    "after_ace": ["win", "win", "win", "win", "wrap", "wrap"],
    "must_play_ace": [False, False, False, False, False, True],
    # Everywhere:
    "tractors": [True] * 6,
    "start_level": ["2"] * 6,
    "redeal_limit": [8] * 6,
    "max_deals": [None] * 6,
}


def smallest_even_deal(players, decks):
    """(hand, kitty): the smallest kitty of at least 5 that deals out evenly."""
    kitty = 5
    while (54 * decks - kitty) % players:
        kitty += 1
    return (54 * decks - kitty) // players, kitty


def rules(preset, **overrides):
    """A preset's rules with some fields overridden."""
    column = NAMES.index(preset)
    fields = {field: row[column] for field, row in TABLE.items()}
    unknown = set(overrides) - set(fields)
    if unknown:
        raise KeyError(f"no such fields: {sorted(unknown)}")
    fields.update(overrides)
    resized = "decks" in overrides or "players" in overrides
    if resized and "hand" not in overrides and "kitty" not in overrides:
        hand, kitty = smallest_even_deal(fields["players"], fields["decks"])
        fields.update(hand=hand, kitty=kitty)
    return fields


def problems(fields):
    """The sentences of section 9 that a combination breaks; [] if it is a game."""
    r = fields
    checks = [
        (r["decks"] in (1, 2, 3), "decks is 1, 2 or 3"),
        (
            r["players"] * r["hand"] + r["kitty"] == 54 * r["decks"],
            "players * hand + kitty = 54 * decks",
        ),
        (1 <= r["kitty"] <= 16, "1 <= kitty <= 16"),
        (
            r["kitty"] >= 3 or "flip_kitty" not in (r["unbid_first"], r["unbid_later"]),
            "flip_kitty needs a kitty of at least 3",
        ),
        (r["partner"] != "fixed" or r["players"] % 2 == 0, "fixed needs even players"),
        (r["levels"] != "side" or r["players"] % 2 == 0, "side levels need even players"),
        (r["levels"] != "side" or r["partner"] == "fixed", "side levels need fixed partners"),
        (
            r["bid_levels"] == "declarer" or (r["levels"] == "player" and r["succession"] == "bids"),
            "winners and own bids go with player levels and succession by bids",
        ),
        (r["bid_levels"] != "declarer" or r["succession"] == "rotate", "declarer bids go with rotation"),
        (r["unbid_first"] != "flip_kitty", "flip_kitty is no unbid_first"),
        (r["unbid_later"] != "flip_kitty" or r["succession"] == "rotate", "flip_kitty needs rotation"),
        (not r["unbid_demotion"] or r["succession"] == "rotate", "unbid_demotion needs rotation"),
        (not r["bid_with_joker"] or r["partner"] == "fixed", "joker bids need fixed partners"),
        (r["raid"] != "joker_bid" or r["partner"] == "fixed", "joker raids need fixed partners"),
        (r["riot_by"] != "attackers" or r["partner"] == "fixed", "a riot by attackers needs fixed partners"),
        (not r["bid_with_joker"] or r["bid_levels"] == "declarer", "joker bids need declarer bids"),
        (r["raid"] != "joker_bid" or r["bid_with_joker"], "joker raids need joker bids"),
        (r["raid"] != "any_round" or r["bid_levels"] == "own", "any-round raids need own bids"),
    ]
    return [text for holds, text in checks if not holds]
