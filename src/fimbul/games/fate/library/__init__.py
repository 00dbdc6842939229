"""The data of Fate: rows, reading, checking, and the index that the rules look things up in."""
