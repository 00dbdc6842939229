"""What games say, in the language of whoever reads it.

Games speak English, and so do states, records and programs.  On its way to a person a text is looked up in
the catalogues of their language: what all games share lies in `speech/lang/`, what one game says in its own
`lang/`.  What nobody has translated stays as it is.
"""

from fimbul.speech.catalogue import Catalogue, languages, load
from fimbul.speech.retelling import given_names, retold
from fimbul.speech.saying import Speech, speech, tongues

__all__ = ["Catalogue", "Speech", "given_names", "languages", "load", "retold", "speech", "tongues"]
