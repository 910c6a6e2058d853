"""A STATE record as Python sees it: how one starts, and what it says in words."""
