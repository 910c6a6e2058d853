"""The rules clause by clause, smallest examples by hand: one file a section of the rules, a test a clause.

The numbers are those of docs/rules.md. A docstring that begins with "Two-deck", "Three-deck", "Fixed, seek",
"Joker bid" or "Free follow" translates a sentence of the written rules that this preset follows (docs/rules.md 9.1).
"""
