"""Positions as one line of JSON: read, checked, written."""
