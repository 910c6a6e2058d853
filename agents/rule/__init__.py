"""The rule bot: one parametrised player, compiled, that sees a redacted record and nothing else.

``choose`` in `bot` answers one decision. The other files are its thoughts: `notes` (what can be counted), `estimates`
(what is likely), `worth` (what a card is good for later), then one file a phase.
"""
