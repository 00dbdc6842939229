"""F. The monster turn (G70 to G93)."""
