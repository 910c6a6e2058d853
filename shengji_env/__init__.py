"""升级 (Shengji) as a reinforcement-learning environment."""
