"""A slow reference for the rules of Shengji (升级): pure Python, written from the rules alone, whose
sections are those of docs/rules.md.

It never imports the package under test. Plain data everywhere: cards are lists of types 0..53 in
ascending order, trump is `(suit 0..3 or None, level 0..12)`, rules are a dict of the fields of
section 9, a component of a lead is `Component(kind, length, cards)`.

cards    read, write, group, strength, runs, points                      section 1
presets  rules(preset, **overrides), problems(rules)                     section 9
shapes   decompose, top, dominant                                        section 2
throws   beats, throw                                                    section 3
follow   best_vector, follow_legal, follow_mask, mask_by_trying          section 4
literal  vector: V as the greatest over all ways, written out           section 4
winner   answer, winner                                                  section 5
bids     legal_bids, auction, closing_order, unbid, first_drawer         section 6
raids    legal_raids, raid_order, if_ended, riot_seats, after_riot       section 7
partner  may_call, called_turn, called_card, trump_cards, fixed          section 7
kitty    multiplier                                                      section 8
score    level_change, advance, settle, attackers_points                 section 8
draw     random hands, leads, follows, throws, tricks, rich in runs and level cards
draw_deals  random levels, sides, bidding, raids and settlements
"""
