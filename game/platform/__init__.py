"""The edges to the machine through pygame: window, input, sprite sheets, text and sound."""
