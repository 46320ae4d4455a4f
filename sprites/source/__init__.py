"""Drawing programs for every picture of the game; finished sheets are committed and nothing here runs in play."""
