"""What a command shows on a terminal: tables, curves, progress; and whether it was asked to stop."""
