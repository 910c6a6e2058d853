"""Complete plays as card texts: questions about them, the tokens they are made of, and why one is refused."""
