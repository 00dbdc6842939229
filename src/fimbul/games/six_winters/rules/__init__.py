"""The rules of Six Winters, in the order of the page."""
