"""The table: the board, and the rounds that are played on it."""
