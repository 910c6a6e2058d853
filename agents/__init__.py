"""Players: installed as shengji_env.agents."""
