"""The data files of Valknut, checked and indexed."""
