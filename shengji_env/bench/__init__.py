"""How many decisions a second: what is measured, beside which peers, and how it is shown."""
