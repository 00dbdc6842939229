"""Whom a host has sent away, and addresses that nobody has confirmed yet."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two columns more; nobody was sent away, and every known address counts as confirmed."""
    op.add_column("tables", sa.Column("sent_away", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("contacts", sa.Column("code", sa.String(), nullable=True))
