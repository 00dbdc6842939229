"""H. The campaign: six years, with a winter between them."""
