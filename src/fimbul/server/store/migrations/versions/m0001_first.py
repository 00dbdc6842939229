"""The format of the first fimbul: guests, tables, seats, actions, talk and pieces.

There is nothing to do.
"""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever has this format has it already."""
