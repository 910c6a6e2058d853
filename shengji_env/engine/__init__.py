"""The rules engine: numba functions over one structured record per game; no strings, exceptions or allocation."""
