"""The `shengji` command."""
