"""`python -m fimbul`: the `fimbul` command, where its script is not on the path."""

from fimbul.cli import main

if __name__ == "__main__":
    main()
