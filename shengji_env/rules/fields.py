"""Every rule field, declared once: what it may hold, what each value means, the game's own word, and the clause of
docs/rules.md that says what it does.

`shengji rules`, the table of docs/rules.md 9.2 and the messages of refused values are made from this list. The words
are the members of the engine's policies in lower case, and None.
"""

import dataclasses

import numpy as np

from shengji_env.engine import layout
from shengji_env.engine.layout import MAX_DECKS, MAX_HAND, MAX_KITTY, MAX_SEATS, RULES

from .kinds import About, Flag, Level, Number, Words, rule


def _largest(field: str) -> int:
    """The largest number that the RULES record holds in a field."""
    return int(np.iinfo(RULES[field]).max)


@dataclasses.dataclass(frozen=True, kw_only=True)
class RuleFields:
    """The fields of `Rules`, which checks and reads them."""

    # fmt: off
    # --- table and cards
    players: int = rule(
        Number(4, MAX_SEATS, "so many players"), "players at the table", "人数", "6.1")
    decks: int = rule(
        Number(1, MAX_DECKS, "so many packs"), "packs of 54 cards", "副数", "1.1")
    hand: int = rule(
        Number(1, MAX_HAND, "so many cards"), "cards dealt to each player", "手牌", "6.1")
    kitty: int = rule(
        Number(1, MAX_KITTY, "so many cards"), "cards left over for the kitty", "底牌", "6.1")
    tractors: bool = rule(
        Flag(yes="pairs in a row are a tractor, triples in a row an airplane",
             no="they are separate pairs and triples"),
        "whether consecutive pairs and triples are one component", "拖拉机、飞机", "2.5", default=True)
    trump_chain: str = rule(
        Words(layout.TrumpChain,
              specials="level cards and jokers are a chain of their own, which ordinary trumps do not touch",
              full="one chain from the lowest ordinary trump to the big joker",
              levels="level cards of different suits are consecutive with each other; jokers join nothing"),
        "which trumps are consecutive", "主牌相连", "1.4")

    # --- sides
    partner: str = rule(
        Words(layout.Partner,
              called_turn="who plays the card that the declarer has called for the called time",
              trump_cards="who holds a card like those that the last bid or raid showed",
              fixed="even seats play against odd seats",
              called_card="the nearest player who holds the card that the declarer has called"),
        "how the declarer's partners are found", "对家", "7.5-7.8")

    # --- bids
    bid_when: str = rule(
        Words(layout.BidWhen,
              during_deal="after each card, by who has drawn it, and in a closing round",
              after_deal="in a closing round, when all cards are dealt"),
        "when trump may be bid", "亮主时机", "6.2")
    bid_levels: str = rule(
        Words(layout.BidLevels,
              winners="any level of the last deal's winners, in a first deal anybody's; the bids name the declarer",
              own="the bidder's own; the last bidder declares",
              declarer="the declarer's, who is known; the bids name the suit"),
        "whose levels a bid shows", "亮谁的级牌", "6.4-6.7")
    bid_with_joker: bool = rule(
        Flag(yes="one or two level cards with a joker of their colour; the first bid closes the bidding",
             no="level cards alone, or two equal jokers"),
        "what a bid shows", "带王报主", "6.8")
    self_overbid: bool = rule(
        Flag(yes="the bidder may, with a higher pair", no="only others may"),
        "whether a bidder may overbid himself (declarer bids)", "自反", "6.7")
    joker_order: bool = rule(
        Flag(yes="two big jokers overbid two small ones", no="two equal jokers are final"),
        "whether jokers overbid jokers (declarer bids)", "大王反小王", "6.7", default=False)
    first_declarer: str = rule(
        Words(layout.FirstDeclarer,
              first_bid="who bids first, even if he is overbid",
              last_bid="who bids last"),
        "who declares the first deal (declarer bids)", "首局定庄", "6.7", default="first_bid")
    raid: str | None = rule(
        Words(layout.Raid,
              none="there are no raids",
              any_round="round and round, with pairs and triples of one's own level or of jokers",
              joker_bid="a joker bid is overbid with a level pair and its joker, or with two equal jokers"),
        "overbidding when the bids are over", "抄底反主", "7.3-7.4")
    riot_max_points: int | None = rule(
        Number(0, 100 * MAX_DECKS, "a hand of at most so many points", none=(layout.NO_RIOT, "there are no riots")),
        "which hand may demand a new deal", "暴动分数", "7.1")
    riot_by: str | None = rule(
        Words(layout.RiotBy,
              all="everybody, the declarer too",
              attackers="who attacks",
              none="as `'all'`"),
        "who may demand it", "谁可暴动", "7.1", default=None)
    unbid_first: str = rule(
        Words(layout.Unbid,
              redeal="the cards are dealt again",
              no_trump="no trump is played",
              flip_kitty="not in a first deal"),
        "what happens if nobody bids in the first deal", "首局无人亮主", "6.9")
    unbid_later: str = rule(
        Words(layout.Unbid,
              redeal="the cards are dealt again",
              no_trump="no trump is played",
              flip_kitty="a card of the kitty makes the trump"),
        "what happens if nobody bids in a later deal", "无人亮主", "6.9")
    unbid_demotion: bool = rule(
        Flag(yes="he drops one level, at once", no="he keeps his level"),
        "what the declarer loses when the kitty has to be turned", "无人亮主降级", "6.10")
    redeal_limit: int = rule(
        Number(0, _largest("redeal_limit"), "so many; then no trump is played"),
        "redeals in a row because nobody bids", "重发次数上限", "6.9", default=8)

    # --- play
    throw_failure: str = rule(
        Words(layout.ThrowFailure,
              lowest_card="its weakest card, alone",
              lowest_beaten="the weakest of its components that are beaten, whole"),
        "what is led in place of a failed throw", "甩牌失败改出", "3.2")
    throw_penalty: int = rule(
        Number(0, _largest("throw_penalty"), "so many, which go to the other side"),
        "points for each card of a failed throw", "甩牌失败罚分", "3.3")
    follow_shapes: bool = rule(
        Flag(yes="pairs, triples and tractors must be followed with such, as far as one has them",
             no="only the suit must be followed"),
        "whether the shape of a lead binds", "逼对", "4.1")
    tractor_follow: str = rule(
        Words(layout.TractorFollow,
              exact="a tractor as long, else any pairs",
              longest="the longest tractor there is up to its length, then the next, down to pairs"),
        "what a tractor asks for", "跟拖拉机", "4.4")

    # --- settlement
    kitty_multiplier: str = rule(
        Words(layout.KittyMultiplier,
              cards="2 to the number of cards led",
              shape="2, 4, 6 for a single, a pair, a triple; 2·2^N, 2·3^N for N pairs, triples in a row",
              linear="2, 4, 6; 4·N, 6·N",
              component="2 to the number of cards of the largest component, at most 64"),
        "what multiplies the kitty's points", "抠底倍数", "8.1")
    kitty_shape: str = rule(
        Words(layout.KittyShape,
              lead="those that were led",
              winner="those of the winning play"),
        "which cards of the last trick the multiplier is read from", "抠底牌型", "8.1")
    level_table: str = rule(
        Words(layout.LevelTable,
              swing="the same for all sides; between 2 and 3 steps nobody gains, the attackers take over",
              sides="by the size of the declarer side; somebody always gains"),
        "how many levels the points are worth", "升级表", "8.2-8.3")
    level_cap: int | None = rule(
        Number(1, _largest("level_cap"), "so many", none=(layout.NO_LIMIT, "as many as the points are worth")),
        "most levels gained in a deal", "升级上限", "8.2")
    levels: str = rule(
        Words(layout.Levels,
              player="each player",
              side="each side"),
        "who has a level of his own", "各人的级、各方的级", "8.4")
    succession: str = rule(
        Words(layout.Succession,
              bids="whom the next bids name",
              rotate="the next player of the side that declares"),
        "who declares the next deal", "接庄", "8.6")
    after_ace: str = rule(
        Words(layout.AfterAce,
              win="has won the match",
              wrap="goes on at 2"),
        "who rises beyond A …", "过A", "8.5")
    must_play_ace: bool = rule(
        Flag(yes="who was below A gets no further than A in one deal", no="a rise may go past it"),
        "whether a deal at A must be played", "A必打", "8.5")
    start_level: str = rule(
        Level("this one"), "level at the start of a match", "起始级", "8.4", default="2")
    max_deals: int | None = rule(
        Number(1, _largest("max_deals"), "so many", none=(layout.NO_LIMIT, "there is no limit")),
        "settled deals that end a match", "最多局数", "8.5", default=None)
    # fmt: on


FIELDS: dict[str, About] = {  # what is known about each field, in order
    field.name: field.metadata["about"] for field in dataclasses.fields(RuleFields)
}
