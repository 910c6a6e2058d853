"""Compiled loops of training and evaluation: whole deals, bots and networks included, without leaving numba."""
