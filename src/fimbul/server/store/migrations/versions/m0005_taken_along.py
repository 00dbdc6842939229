"""Tables that their only player has taken along, to play on where there is no connection."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column more; nothing was taken along before."""
    op.add_column("tables", sa.Column("taken", sa.BigInteger(), nullable=True))
