"""The rules of Fimbulvetr, module by module as the rulebook goes."""
