"""The rules clause by clause, smallest examples by hand: one file a section of the rules, a test a clause.

A test that quotes a rules document names it ("seed 000") and translates the sentence.
"""
