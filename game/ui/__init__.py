"""Scenes and widgets: what the player sees and touches."""
