"""`python -m fimbul.cli`, for where the `fimbul` script is not on the path."""

from fimbul.cli import main

if __name__ == "__main__":
    main()
