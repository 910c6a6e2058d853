"""Trainers, one file an algorithm: installed as shengji_env.training."""
