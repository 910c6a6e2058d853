"""What the rule bot considered: every option it has valued, with the value and its parts, for who asks to have them
listed (hints, candidates of a search, the likelihood of what somebody did, training targets).

Bids and calls are a row with so many copies of one card (a call's are its ordinal); an empty row is a pass.
"""

from shengji_env.engine.layout import TYPES

from .compiled import jit
from .notes import MAX_OPTIONS

NOT_LISTED = -1


@jit
def begin_options(n):
    """Forget the options of the last decision, and write down those of this one."""
    n.listing = 1
    n.options = 0


@jit
def consider(n, value):
    """``n.row`` has been valued: it becomes the plan if it is better than that, and an option where they are listed."""
    if n.listing != 0:
        note_option(n, value)
    if value > n.plan_value:
        n.plan_value = value
        n.plan[:] = n.row


@jit
def note_option(n, value):
    """Write ``n.row`` down, unless the same cards are there already with a value as good."""
    k = option_of(n, n.row)
    if k != NOT_LISTED:
        if value <= n.option_value[k]:
            return
    elif n.options < MAX_OPTIONS:
        k = n.options
        n.options += 1
    else:
        k = worst_option(n)
        if value <= n.option_value[k]:
            return
    n.option_row[k] = n.row
    n.option_value[k] = value
    n.option_parts[k, 0] = n.gain
    n.option_parts[k, 1] = -n.cost
    n.option_parts[k, 2] = n.lead
    n.option_parts[k, 3] = n.aims


@jit
def note_choice(n, card, copies, value):
    """Write down a bid or a call, its value being all gain; `copies` 0: a pass."""
    n.row[:] = 0
    if copies > 0:
        n.row[card] = copies
    n.gain, n.cost, n.lead, n.aims = value, 0.0, 0.0, 0.0
    note_option(n, value)


@jit
def option_of(n, row):
    """The option that has these cards, or NOT_LISTED."""
    for k in range(n.options):
        if same_row(n.option_row[k], row):
            return k
    return NOT_LISTED


@jit
def same_row(a, b):
    """Whether two card rows are the same."""
    for card in range(TYPES):
        if a[card] != b[card]:
            return False
    return True


@jit
def worst_option(n):
    """The option with the lowest value."""
    worst = 0
    for k in range(1, n.options):
        if n.option_value[k] < n.option_value[worst]:
            worst = k
    return worst
