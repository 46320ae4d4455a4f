"""Composes and renders every sound of the game: four looping pieces of music and all effects."""
