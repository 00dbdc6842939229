"""The data of the game, from files to structs with numbers: `rows`, `load`, `check`, `index`."""
