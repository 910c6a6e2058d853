"""The table: games that people play and watch, in the browser and in the terminal, against any agents."""
