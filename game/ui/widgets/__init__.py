"""Pieces that scenes are built of."""
