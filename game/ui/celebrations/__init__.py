"""Screens the round's script waits for: free-spins introduction and summary, big wins, the cap."""
