"""Recipes: self-play on this game with the libraries people use, one file each, to be read, copied and changed."""
