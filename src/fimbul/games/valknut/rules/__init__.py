"""The rulebook of Valknut as a table of contents."""
