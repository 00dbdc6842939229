"""The steps from one format of the database to the next."""
