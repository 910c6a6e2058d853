"""Partners (对家; rules 7)."""

from .cards import TRUMP, group

PLAYED_IT_HIMSELF = -1


def fixed(rules, declarer):
    """The declarer side: even seats against odd seats."""
    return [seat for seat in range(rules["players"]) if seat % 2 == declarer % 2]


def may_call(rules, trump, card, ordinal=1):
    """May the declarer call this type (and, by turn, this ordinal)?"""
    if rules["partner"] == "called_turn":
        return group(trump, card) != TRUMP and 1 <= ordinal <= rules["decks"]
    return rules["partner"] == "called_card"


def called_turn(declarer, called, ordinal, plays):
    """The partner after these plays [(seat, cards)] since the call.

    None: not known yet (or never: solo); -1: the declarer played it himself: solo. Two copies in
    one play count one after the other.
    """
    seen = 0
    for seat, cards in plays:
        for card in cards:
            if card == called:
                seen += 1
                if seen == ordinal:
                    return PLAYED_IT_HIMSELF if seat == declarer else seat
    return None


def called_card(declarer, called, hands):
    """The nearest player after the declarer in play order who holds a copy; None: solo."""
    players = len(hands)
    for i in range(1, players):
        if called in hands[(declarer + i) % players]:
            return (declarer + i) % players
    return None


def trump_cards(declarer, shown, hands):
    """All others who hold, when play starts, a card of the type shown; unbid (None): nobody."""
    if not shown:
        return []
    return [seat for seat, hand in enumerate(hands) if seat != declarer and shown[0] in hand]


def shown_by_play(card, partners, plays):
    """Those of the partners whom everybody knows, since they have played a card of the type."""
    played = {seat for seat, cards in plays if card in cards}
    return [seat for seat in partners if seat in played]
