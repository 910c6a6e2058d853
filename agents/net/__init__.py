"""Networks in compiled code: an MLP's forward pass on one observation, and how a token is chosen from its logits."""
