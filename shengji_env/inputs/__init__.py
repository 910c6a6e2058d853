"""Reading what comes from outside: arguments, JSON texts."""
