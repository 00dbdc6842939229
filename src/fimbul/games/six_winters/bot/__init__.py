"""What this game's bots think is good."""
