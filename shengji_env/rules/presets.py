"""The six presets, column by column (docs/rules.md 9.1)."""

from typing import Any

TITLES = {  # name -> what it is called at the table
    "five_player_two_deck": "五人升级，两副牌，叫对家",
    "five_player_three_deck": "五人升级，三副牌，抄底反主",
    "four_player_fixed": "四人升级（定）：固定对家",
    "four_player_seek": "四人升级（寻）：庄家挑选对家",
    "four_player_joker_bid": "四人升级，带王报主",
    "four_player_free_follow": "升级不逼对",
}

YES, NO = True, False

# Fields that are the same everywhere are the defaults of `Rules`: tractors, start_level, redeal_limit, max_deals.
# Where a value has no effect, the default stands: no, "first_bid".
# fmt: off
# ruff: noqa: E501 - the table of the rules, one row a line
ROWS = (
    # field            two_deck       three_deck       fixed            seek             joker_bid        free_follow
    ("players",          5,             5,               4,               4,               4,               4),
    ("decks",            2,             3,               2,               2,               2,               2),
    ("hand",             20,            31,              25,              25,              25,              25),
    ("kitty",            8,             7,               8,               8,               8,               8),
    ("trump_chain",      "specials",    "full",          "full",          "full",          "full",          "levels"),
    ("partner",          "called_turn", "trump_cards",   "fixed",         "called_card",   "fixed",         "fixed"),
    ("bid_when",         "during_deal", "during_deal",   "after_deal",    "after_deal",    "during_deal",   "during_deal"),
    ("bid_levels",       "winners",     "own",           "declarer",      "declarer",      "declarer",      "declarer"),
    ("bid_with_joker",   NO,            NO,              NO,              NO,              YES,             NO),
    ("self_overbid",     NO,            NO,              NO,              NO,              NO,              YES),
    ("joker_order",      NO,            NO,              YES,             YES,             NO,              NO),
    ("first_declarer",   "first_bid",   "first_bid",     "last_bid",      "last_bid",      "first_bid",     "first_bid"),
    ("raid",             None,          "any_round",     None,            None,            "joker_bid",     None),
    ("riot_max_points",  10,            None,            None,            None,            14,              None),
    ("riot_by",          "all",         None,            None,            None,            "attackers",     None),
    ("unbid_first",      "redeal",      "redeal",        "redeal",        "redeal",        "redeal",        "no_trump"),
    ("unbid_later",      "redeal",      "redeal",        "flip_kitty",    "flip_kitty",    "flip_kitty",    "no_trump"),
    ("unbid_demotion",   NO,            NO,              YES,             YES,             NO,              NO),
    ("throw_failure",    "lowest_card", "lowest_beaten", "lowest_beaten", "lowest_beaten", "lowest_beaten", "lowest_beaten"),
    ("throw_penalty",    0,             0,               0,               0,               0,               5),
    ("follow_shapes",    YES,           YES,             YES,             YES,             YES,             NO),
    ("tractor_follow",   "exact",       "longest",       "longest",       "longest",       "longest",       "longest"),
    ("kitty_multiplier", "cards",       "shape",         "shape",         "shape",         "linear",        "component"),
    ("kitty_shape",      "lead",        "lead",          "winner",        "winner",        "lead",          "winner"),
    ("level_table",      "swing",       "sides",         "swing",         "swing",         "swing",         "swing"),
    ("level_cap",        3,             None,            None,            None,            6,               None),
    ("levels",           "player",      "player",        "side",          "player",        "side",          "side"),
    ("succession",       "bids",        "bids",          "rotate",        "rotate",        "rotate",        "rotate"),
    ("after_ace",        "win",         "win",           "win",           "win",           "wrap",          "wrap"),
    ("must_play_ace",    NO,            NO,              NO,              NO,              NO,              YES),
)
# fmt: on

VALUES: dict[str, dict[str, Any]] = {
    name: {field: columns[number] for field, *columns in ROWS} for number, name in enumerate(TITLES)
}
