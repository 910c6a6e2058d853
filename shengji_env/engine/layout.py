"""The one home of the engine's numbers: policies, phases, tokens, codes, and the RULES and STATE records.

A game is one STATE record, its rules one RULES record; both live in arrays and every engine function takes the
arrays and an index, ``f(S, i, R, ...)``: passing a single record to compiled code costs ten times the call.
``R[s.rule]`` are the rules of game ``s = S[i]``.

Conventions
    card type   0..53, ``suit * 13 + rank`` (suits D C H S = 0..3, ranks 2..A = 0..12), 52 small joker, 53 big joker
    card row    counts of each type, int8[ROW]; ROW pads 54 to a multiple of eight so that rows copy as words
    seat        0..players-1 in the order of play
    seat set    an integer, bit ``1 << seat``
    type set    a uint64, bit ``1 << type``
    level       index 0..12 (2 = 0 … A = 12)
"""

from enum import IntEnum

import numba
import numpy as np

# ---------------------------------------------------------------- caps

TYPES = 54  # card types
ROW = 56  # a card row: TYPES padded to whole 64-bit words
SUITS = 4
RANKS = 13
ACE = 12  # the highest level
FIVE, TEN, KING = 3, 8, 11  # the ranks that are worth points
FIRST_JOKER = 52
SMALL_JOKER, BIG_JOKER = 52, 53
MAX_SEATS = 6
MAX_DECKS = 3
MAX_CARDS = TYPES * MAX_DECKS
MAX_KITTY = 16
MAX_HAND = 40  # 3 decks, 4 players, kitty 2
MAX_TRICKS = MAX_HAND
MAX_BIDS = 8  # single, reinforced twice, overbids up to both joker pairs: never more
MAX_RAIDS = 12  # each stands higher: at most six pairs, then six triples
MAX_SHOWS = MAX_BIDS + MAX_RAIDS
MAX_BURIALS = MAX_RAIDS + 1

# ---------------------------------------------------------------- tokens (docs/env.md, action space)

PASS = 54
ONE, TWO, THREE = 55, 56, 57
RIOT = 58
TOKENS = 59  # Discrete(59)
MASK = 64  # a mask row, padded

# ---------------------------------------------------------------- groups and chain places (rules 1.2, 1.4)

TRUMP = 4  # group of all trumps; the plain groups are the suits 0..3
GROUPS = 5
NO_SUIT = 4  # trump suit of a no-trump deal 无主
UNKNOWN = -1

PLACES = 18  # chain places 0..17; two places touch when they differ by one
GROUP_TYPES = 18  # most types of a group: twelve ordinary trumps, four level cards, two jokers
FULL_LEVEL_PLACE = 12  # "full": right above the ace's place
GAP_LEVEL_PLACE = 13  # "specials", "levels": place 12 stays empty, so the ordinary trumps do not touch it


# How many copies a component takes of each type: 单张, 对子, 刻子 (longer runs: 拖拉机, 飞机).
# Plain numbers, since they are counted with.
SINGLE, PAIR, TRIPLE = 1, 2, 3


class Phase(IntEnum):
    BID = 0  # 亮主
    RIOT = 1  # 暴动
    BURY = 2  # 扣底
    RAID = 3  # 抄底
    CALL = 4  # 叫对家
    PLAY = 5  # 出牌
    OVER = 6


class Code(IntEnum):
    """What a step answers; on anything but OK no byte of the state has changed."""

    OK = 0
    OUT_OF_RANGE = 1  # no token of Discrete(59)
    ILLEGAL = 2  # masked out
    FINISHED = 3  # the episode is over


class Refusal(IntEnum):
    """Why a complete action is refused; the mask, the verifier and `step` rest on the same functions."""

    NONE = 0
    NOT_HELD = 1
    # bids
    LEVEL = 3  # a level that may not be shown now
    JOKERS = 4  # jokers bid only as an equal pair, and only where the rules know no-trump bids
    COPIES = 5  # more copies than a bid may show
    OWN_BID = 6  # nobody overbids himself
    NOT_HIGHER = 7
    CLOSED = 8  # the last bid is final
    JOKER_MISSING = 15  # a joker bid needs the joker of the level card's colour
    SIDE = 16  # while cards are dealt only the declarer side may bid
    # burying, calling, playing
    COUNT = 9
    TRUMP_CALL = 10  # a trump cannot be called
    ORDINAL = 11
    TWO_GROUPS = 12  # a lead of more than one group
    GROUP = 13  # must follow the lead's group
    SHAPE = 14  # must follow its shape


class Side(IntEnum):
    NOBODY = 0
    DECLARER = 1
    ATTACKERS = 2


class Episode(IntEnum):
    DEAL = 0
    MATCH = 1


class CardOrder(IntEnum):
    """How observations, masks and tokens number the card types: `card_order` in docs/env.md."""

    FACE = 0  # as printed
    STRENGTH = 1  # plain suits without the level rank, then the trumps from weakest to big joker


class Start(IntEnum):
    """How an episode begins: `levels` in docs/env.md."""

    FIRST = 0  # a first deal at start_level
    GIVEN = 1  # a first deal at given levels
    RANDOM = 2  # a later deal, drawn from the seed


# -------------------------------------------------------------- policies (rules 9.2); texts are the names in lower case


class TrumpChain(IntEnum):
    SPECIALS = 0
    FULL = 1
    LEVELS = 2


class Partner(IntEnum):
    CALLED_TURN = 0
    TRUMP_CARDS = 1
    FIXED = 2
    CALLED_CARD = 3


class BidWhen(IntEnum):
    DURING_DEAL = 0
    AFTER_DEAL = 1


class BidLevels(IntEnum):
    WINNERS = 0
    OWN = 1
    DECLARER = 2


class FirstDeclarer(IntEnum):
    FIRST_BID = 0
    LAST_BID = 1


class Raid(IntEnum):
    NONE = 0
    ANY_ROUND = 1
    JOKER_BID = 2


class RiotBy(IntEnum):
    ALL = 0
    ATTACKERS = 1


class Unbid(IntEnum):
    REDEAL = 0
    NO_TRUMP = 1
    FLIP_KITTY = 2


class ThrowFailure(IntEnum):
    LOWEST_CARD = 0
    LOWEST_BEATEN = 1


class TractorFollow(IntEnum):
    EXACT = 0
    LONGEST = 1


class KittyMultiplier(IntEnum):
    CARDS = 0
    SHAPE = 1
    LINEAR = 2
    COMPONENT = 3


class KittyShape(IntEnum):
    LEAD = 0
    WINNER = 1


class LevelTable(IntEnum):
    SWING = 0
    SIDES = 1


class Levels(IntEnum):
    PLAYER = 0
    SIDE = 1


class Succession(IntEnum):
    BIDS = 0
    ROTATE = 1


class AfterAce(IntEnum):
    WIN = 0
    WRAP = 1


NO_LIMIT = 0  # max_deals, level_cap: none
NO_RIOT = -1  # riot_max_points: none

RULES = np.dtype(
    [
        ("players", "i1"),
        ("decks", "i1"),
        ("hand", "i1"),
        ("kitty", "i1"),
        ("tractors", "i1"),
        ("trump_chain", "i1"),
        ("partner", "i1"),
        ("bid_when", "i1"),
        ("bid_levels", "i1"),
        ("bid_with_joker", "i1"),
        ("self_overbid", "i1"),
        ("joker_order", "i1"),
        ("first_declarer", "i1"),
        ("raid", "i1"),
        ("riot_max_points", "i2"),
        ("riot_by", "i1"),
        ("unbid_first", "i1"),
        ("unbid_later", "i1"),
        ("unbid_demotion", "i1"),
        ("redeal_limit", "i4"),
        ("throw_failure", "i1"),
        ("throw_penalty", "i2"),
        ("follow_shapes", "i1"),
        ("tractor_follow", "i1"),
        ("kitty_multiplier", "i1"),
        ("kitty_shape", "i1"),
        ("level_table", "i1"),
        ("level_cap", "i2"),
        ("levels", "i1"),
        ("succession", "i1"),
        ("after_ace", "i1"),
        ("must_play_ace", "i1"),
        ("start_level", "i1"),
        ("max_deals", "i4"),
    ],
    align=True,
)

# The last settled deal (rules 8.7); what Game.result shows.
RESULT = np.dtype(
    [
        ("points", "i8"),  # the attackers', all in
        ("multiplier", "i8"),  # of the kitty; 0: the declarer side won the last trick
        ("settled", "i1"),  # a deal of this episode has been settled
        ("declarer", "i1"),
        ("side", "i1"),  # Side that gains
        ("steps", "i8"),  # unbounded without level_cap
        ("swing", "i1"),
        ("declarer_side", "u1"),  # seat set
        ("winners", "u1"),  # seat set
        ("match_winners", "u1"),  # seat set
        ("next_declarer", "i1"),  # UNKNOWN: by the bids
        ("levels", "i1", MAX_SEATS),  # after the deal
        ("captured", "i2", MAX_SEATS),  # by seat, tricks alone
        ("penalties", "i4", MAX_SEATS),
        ("kitty", "i1", MAX_KITTY),
    ],
    align=True,
)


# What few decisions touch: at every decision of a large batch the engine waits for memory, and the fewer lines of it
# the better. The card rows come first, so that each begins on a 64-bit word and copies as words.
COLD_ROWS = ("card_at", "number", "shown")
COLD = (
    *("show_copies", "show_joker", "components", "more_than_singles", "more_than_pairs", "component_types"),
    *("burial_seat", "burial_laid"),  # an observation looks whether its seat has buried
    *("start_levels", "kitty", "flipped", "type_at", "duty_runs", "stock", "log", "failed", "result"),
    *("trick_size", "trick_leader", "trick_winner", "burial_taken"),
)


def _hot_first(layout: list) -> list:
    """Card rows, what most decisions touch, the rest."""
    rows = [field for field in layout if len(field) == 3 and np.zeros(field[2], "i1").shape[-1:] == (ROW,)]
    rows.sort(key=lambda field: field[0] in COLD_ROWS)
    cold = [field for name in COLD for field in layout if field[0] == name]
    return rows + [field for field in layout if field not in rows and field not in cold] + cold


STATE = np.dtype(
    _hot_first(
        [
            # --- where the cards come from (rng.py): the n-th shuffle is a function of (seed, n) alone
            ("seed", "u8"),
            ("choices", "u8"),  # position in the stream of random_tokens()
            ("shuffles", "i4"),  # n so far
            ("rule", "i4"),  # R[rule]
            ("episode", "i1"),
            ("start", "i1"),
            ("start_levels", "i1", MAX_SEATS),
            ("given_deal", "i1"),  # the next "shuffle" is the stock as it lies, from first_drawer
            # --- the match
            ("deals", "i4"),  # settled so far in this episode
            ("levels", "i1", MAX_SEATS),
            ("first", "i1"),  # no deal is settled yet
            ("after_riot", "i1"),  # a riot's redeal, or unbid redeals of it
            ("last_winners", "u1"),  # seat set
            ("swing", "i1"),  # the last deal was one
            ("known_declarer", "i1"),  # before the bids, or UNKNOWN
            ("first_drawer", "i1"),
            ("redeals", "i4"),  # unbid ones in a row
            # --- whose decision
            ("phase", "i1"),
            ("actor", "i1"),  # UNKNOWN when over
            ("picks", "i1"),  # number of cards in `picked`
            ("pick_type", "i1"),  # bid, raid, call: the card that waits for its number, or UNKNOWN
            ("mask", "i1", MASK),  # 1 where `step` accepts the token
            ("picked", "i1", ROW),  # the actor's; they stay in his hand until the action is complete
            # --- cards
            ("stock", "i1", MAX_CARDS),  # as shuffled: card k goes to seat first_drawer + k; the kitty last
            ("drawn", "i2"),
            ("hand", "i1", (MAX_SEATS, ROW)),
            ("hand_size", "i1", MAX_SEATS),
            ("kitty", "i1", MAX_KITTY),  # as it lies
            ("kitty_lies", "i1"),  # 0 while somebody has it in hand, and while dealing
            ("flipped", "i1", MAX_KITTY),  # all kitty cards turned up (unbid "flip_kitty")
            ("flips", "i1"),
            # --- bids and raids, as they came
            ("closing", "i1"),  # all is dealt
            ("to_ask", "i1"),  # closing, riot and raid rounds: seats still to be asked behind the actor
            ("bids", "i1"),
            ("raids", "i1"),
            ("show_seat", "i1", MAX_SHOWS),  # the bids, and behind them the raids
            ("show_type", "i1", MAX_SHOWS),
            ("show_copies", "i1", MAX_SHOWS),
            ("show_joker", "i1", MAX_SHOWS),  # joker shown beside a level card, or UNKNOWN
            ("burials", "i1"),  # kitty_history
            ("burial_seat", "i1", MAX_BURIALS),
            ("burial_taken", "i1", (MAX_BURIALS, MAX_KITTY)),
            ("burial_laid", "i1", (MAX_BURIALS, MAX_KITTY)),
            # --- the deal's trump, tables of order.py
            ("declarer", "i1"),
            ("trump_suit", "i1"),  # 0..3, NO_SUIT, or UNKNOWN before the end of the bids
            ("trump_level", "i1"),
            ("level_place", "i1"),  # the place that several level types may share
            ("group", "i1", ROW),  # by type
            ("strength", "i1", ROW),  # by type, within its group
            ("card_at", "i1", ROW),  # the types in the order of strength (CardOrder.STRENGTH)
            ("number", "i1", ROW),  # by type, where it lies in that order
            ("type_at", "i1", (GROUPS, PLACES)),  # by group and place; UNKNOWN at empty places and at level_place
            ("level_types", "u8"),  # type set: the trumps that lie on level_place
            ("levels_join", "i1"),  # 1: the types on level_place are mutually consecutive (trump_chain "levels")
            ("group_types", "u8", GROUPS),  # type set of each group
            # --- partner
            ("call_type", "i1"),
            ("call_ordinal", "i1"),
            ("call_seen", "i1"),  # copies of it played since the call
            ("partners", "u1"),  # seat set, hidden ones too where the rules make them known to themselves
            ("public", "u1"),  # seat set: partners everyone knows
            ("solo", "i1"),  # 1: publicly known that the declarer plays alone
            # --- the trick
            ("tricks", "i1"),  # complete ones
            ("leader", "i1"),
            ("plays", "i1"),  # in the current trick
            ("trick_points", "i2"),
            ("lead_size", "i1"),
            ("lead_group", "i1"),
            ("components", "i1"),  # of the play that was last taken apart (components.py)
            ("component_types", "u8", GROUP_TYPES),
            ("more_than_singles", "i1"),  # so many of them, the first ones, are pairs or triples
            ("more_than_pairs", "i1"),  # … are triples
            ("lead_runs", "i1", (4, PLACES)),  # [kind][length]: how many such components; [SINGLE][1] counts singles
            ("lead_kind", "i1"),  # of the dominant component
            ("lead_length", "i1"),
            ("best_seat", "i1"),
            ("best_group", "i1"),
            ("best_top", "i1"),
            ("trick", "i1", (MAX_SEATS, ROW)),  # by seat
            # --- the follower's duty (follow.py): the runs of his best shape vector
            ("duty_runs", "i1", (4, PLACES)),  # as lead_runs, singles 0
            ("duty_cards", "i1"),  # how many cards those runs are
            # --- what was played and shown, in public
            ("played", "i1", (MAX_SEATS, ROW)),
            ("shown", "i1", (MAX_SEATS, ROW)),  # in bids, raids, failed throws; less what was played since
            ("showing", "u1"),  # seat set: who has shown cards in this deal; the other rows of `shown` are empty
            ("void", "u1", MAX_SEATS),  # group set: groups a seat has shown to hold no more of
            ("captured", "i2", MAX_SEATS),
            ("penalties", "i4", MAX_SEATS),
            ("log", "i1", MAX_CARDS),  # cards in order of play
            ("logged", "i2"),
            ("trick_size", "i1", MAX_TRICKS),
            ("trick_leader", "i1", MAX_TRICKS),
            ("trick_winner", "i1", MAX_TRICKS),
            ("failed", "u8", (MAX_TRICKS, 2)),  # a failed throw's counts as two bit planes of types; 0: none
            ("result", RESULT),
        ]
    ),
    align=True,
)

# A state as 64-bit words (`memory.words_of`): how many, and where a field of card rows begins.
STATE_WORDS = STATE.itemsize // 8
ROW_WORDS = ROW // 8
_OFFSETS = {name: entry[1] for name, entry in (STATE.fields or {}).items()}
HAND_AT, PLAYED_AT, TRICK_AT, SHOWN_AT, PICKED_AT = (
    _OFFSETS[name] // 8 for name in ("hand", "played", "trick", "shown", "picked")
)
LOG_AT, BURIED_AT = _OFFSETS["log"], _OFFSETS["burial_seat"]
LINE = 64  # bytes of a cache line
# The bytes that most decisions read: from and to.
HANDS_AT, HANDS_END = 0, _OFFSETS["trick"]
TABLE_AT, TABLE_END = _OFFSETS["seed"], _OFFSETS[COLD[0]]


def blank(number: int, dtype: np.dtype) -> np.ndarray:
    """Zeroed records. Compiled code takes plain arrays (a record array costs it 10 µs a call); where the engine runs as
    plain Python, fields must be attributes."""
    records = np.zeros(number, dtype)
    return records.view(np.recarray) if numba.config.DISABLE_JIT else records


def new_states(number: int) -> np.ndarray:
    """`number` blank STATE records."""
    return blank(number, STATE)


def new_rules(number: int) -> np.ndarray:
    """`number` blank RULES records."""
    return blank(number, RULES)


def fields(records: np.ndarray, index: int) -> np.record:
    """One record of an array, on the same memory, with its fields as attributes: for code outside the engine."""
    return records.view(np.recarray)[index]
