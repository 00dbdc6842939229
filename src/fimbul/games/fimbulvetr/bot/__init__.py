"""What bots think is good in Fimbulvetr."""
