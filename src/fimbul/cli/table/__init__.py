"""The terminal table: a game that one sits down to."""
