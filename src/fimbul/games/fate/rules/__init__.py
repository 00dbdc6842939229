"""The rules of Fate, chapter by chapter."""
