"""From a round's events to what a player sees, without pygame: view model, timelines and the director."""
