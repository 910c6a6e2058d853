"""What the kitty counts when an attacker wins the last trick (抠底; rules 8)."""

from .shapes import decompose


def component_multiplier(formula, part):
    """The table's entry for one component."""
    n = part.length
    if formula == "shape":
        table = {"single": 2, "pair": 4, "triple": 6, "tractor": 2 * 2**n, "airplane": 2 * 3**n}
    elif formula == "linear":
        table = {"single": 2, "pair": 4, "triple": 6, "tractor": 4 * n, "airplane": 6 * n}
    else:  # "component"
        table = {"single": 2, "pair": 4, "triple": 8, "tractor": 4**n, "airplane": 8**n}
    return table[part.kind]


def multiplier(rules, trump, lead, winning_play):
    """The kitty multiplier for the last trick's lead (after a failed throw: what was led instead)."""
    if rules["kitty_multiplier"] == "cards":
        return 2 ** len(lead)  # always the cards led
    read = lead if rules["kitty_shape"] == "lead" else winning_play
    largest = max(component_multiplier(rules["kitty_multiplier"], part) for part in decompose(rules, trump, read))
    return min(largest, 64) if rules["kitty_multiplier"] == "component" else largest
