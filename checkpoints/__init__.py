"""Shipped weights, each with its card: installed as shengji_env.checkpoints."""
