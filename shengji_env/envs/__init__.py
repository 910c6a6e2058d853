"""Environments: PettingZoo's two interfaces, and the batch."""
