"""Whole episodes as JSON Lines: written, and played again."""
