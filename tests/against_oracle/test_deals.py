"""Auctions and whole deals, the reference beside the engine (rules 6-8)."""

from . import every_preset, seeds
from .auction import Auction
from .deal import Deal


@every_preset
def test_auctions(preset):
    asked, bid, unbid = 0, 0, 0
    for seed in seeds(preset, share=0.4):
        auction = Auction(preset, seed)
        outcome = auction.run()
        if outcome and not auction.first_raids():
            auction.riot(outcome["declarer"])
        asked += auction.asked
        bid, unbid = bid + bool(auction.state["bids"]), unbid + (not auction.state["bids"])
    assert asked > len(seeds(preset))
    assert min(bid, unbid) > len(seeds(preset)) // 20


@every_preset
def test_deals(preset):
    settled, failed, raided = 0, 0, 0
    for seed in seeds(preset, share=0.1):
        deal = Deal(preset, seed)
        if deal.run():
            settled, failed = settled + 1, failed + bool(deal.failed)
            raided += bool(deal.state["raids"])
    assert settled > len(seeds(preset, share=0.1)) // 3
    assert failed > settled // 4
    assert raided > settled // 20 or not deal.rules["raid"]
