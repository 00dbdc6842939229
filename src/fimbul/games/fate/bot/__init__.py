"""What bots think is good in Fate."""
