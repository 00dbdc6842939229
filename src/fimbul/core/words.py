"""What is read by people, by its type: so that it can be said in another language on its way to them.

A field of a struct that is typed `Words` holds something that a game says, one that is typed `Drawn` a
drawing with words in it, one that is typed `Form` what people fill in, as a JSON schema, and one that is
typed `Built` something that was built so, whose names people read.  What is annotated as `SAID` was said
before, when it was put there.  States, records and programs speak English; `fimbul.speech` says it otherwise.
"""

from typing import Annotated, Any, get_args, get_origin

import msgspec

PEOPLE = "people"
Words = Annotated[str, msgspec.Meta(extra={PEOPLE: "words"})]
Drawn = Annotated[str, msgspec.Meta(extra={PEOPLE: "drawn"})]
Form = Annotated[dict[str, Any], msgspec.Meta(extra={PEOPLE: "form"})]
Built = Annotated[dict[str, Any], msgspec.Meta(extra={PEOPLE: "built"})]
SAID = msgspec.Meta(extra={PEOPLE: "said"})


def kind_of(hint: Any) -> str:
    """What a type holds for people: `words`, `drawn`, `form`, `built` or `said`; nothing for all else."""
    if get_origin(hint) is not Annotated:
        return ""
    extras = [meta.extra or {} for meta in get_args(hint)[1:] if isinstance(meta, msgspec.Meta)]
    return next((str(extra[PEOPLE]) for extra in extras if PEOPLE in extra), "")
