"""Whether people may ask for hints while they play each other, and tables that somebody has put away."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two columns more; of what there is nothing is hidden, and hints are only for those who play alone."""
    op.add_column("tables", sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
