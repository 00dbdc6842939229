"""D. The action step: one module for each thing that a character can do."""
