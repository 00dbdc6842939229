"""The dice of a table are settled before the game; anybody can check afterwards that they were kept."""

from hashlib import sha256


def commitment(table: str, salt: str, seed: int) -> str:
    """What is shown of a seed before the game: it binds the dice and, salted, tells nothing about them."""
    return sha256(f"fimbul dice\n{table}\n{salt}\n{seed}\n".encode()).hexdigest()
