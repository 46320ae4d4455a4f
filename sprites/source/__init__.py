"""Drawing programs for every picture of the game; only the finished sheets are read in play."""
