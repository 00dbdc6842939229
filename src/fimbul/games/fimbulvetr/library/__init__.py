"""The clans and their tables: files become checked, indexed structs."""
