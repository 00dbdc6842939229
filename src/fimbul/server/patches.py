"""What is new in a frame: most of a table stays as it is from one action to the next.

A client that connects with `patches=1` is told only that.  A list of a patch holds what is new, and
`[first, count]` for as many things of the old list as stand there again, in the order of the new one.  What
has the same value is left out.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from fimbul.core import Tray
from fimbul.table.frames import BoardPicture, Frame, Picture

ALWAYS = ("ply", "draft", "epoch", "turn", "to_act", "outcome", "log")  # small, or new at every action


def patch(old: Frame, new: Frame) -> dict[str, Any]:
    """What makes the new frame of the old one."""
    told: dict[str, Any] = {name: getattr(new, name) for name in ALWAYS}
    for name in ("plays", "seats_line"):
        if getattr(old, name) != getattr(new, name):
            told[name] = getattr(new, name)
    if old.actions != new.actions:
        told["actions"] = parts(old.actions, new.actions, "text")
    scene = changes(old.scene, new.scene)
    if scene:
        told["scene"] = scene
    return told


def changes(old: Picture, new: Picture) -> dict[str, Any]:
    """What is new in a scene."""
    told: dict[str, Any] = {}
    if old.boards != new.boards:
        told["boards"] = [inside(old.boards, each, "nodes") for each in parts(old.boards, new.boards)]
    if old.trays != new.trays:
        told["trays"] = [inside(old.trays, each, "cards") for each in parts(old.trays, new.trays)]
    if old.sheet != new.sheet:
        told["sheet"] = new.sheet
    return told


def inside(old: Sequence[BoardPicture | Tray], part: Any, name: str) -> Any:
    """A board or tray that has changed, with what is new among its nodes or cards."""
    if isinstance(part, list):
        return part
    before = next((each for each in old if each.id == part.id), None)
    whole = {field: getattr(part, field) for field in part.__struct_fields__}
    whole[name] = parts(getattr(before, name) if before is not None else (), whole[name])
    return whole


def parts(old: Sequence[msgspec.Struct], new: Sequence[msgspec.Struct], key: str = "id") -> list[Any]:
    """A list as what is new, and stretches of the old one."""
    same = 0
    for before, after in zip(old, new, strict=False):
        if before is not after and before != after:
            break
        same += 1
    told: list[Any] = [[0, same]] if same else []
    known = {getattr(old[place], key): place for place in range(same, len(old))} if same < len(new) else {}
    for each in new[same:]:
        place = known.get(getattr(each, key), -1)
        if place < 0 or old[place] != each:
            told.append(each)
        elif told and isinstance(told[-1], list) and sum(told[-1]) == place:
            told[-1][1] += 1
        else:
            told.append([place, 1])
    return told


# ---- the way back, for clients that are written in Python


def patched(frame: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The new frame, made of the old one and a patch."""
    scene, news = frame["scene"], told.get("scene", {})
    within = {
        name: joined_inside(scene[name], news[name], inner)
        for name, inner in (("boards", "nodes"), ("trays", "cards"))
        if name in news
    }
    whole = frame | told | {"scene": scene | news | within}
    if "actions" in told:
        whole["actions"] = joined(frame["actions"], told["actions"])
    return whole


def joined(old: list[Any], told: list[Any]) -> list[Any]:
    """A list made of what is new, and of stretches of the old one."""
    whole: list[Any] = []
    for part in told:
        whole += old[part[0] : part[0] + part[1]] if isinstance(part, list) else [part]
    return whole


def joined_inside(old: list[Any], told: list[Any], inner: str) -> list[Any]:
    """The same of boards or trays; those that are told hold parts of their nodes or cards."""
    before = {each["id"]: each[inner] for each in old}
    parts = [
        part if isinstance(part, list) else part | {inner: joined(before.get(part["id"], []), part[inner])}
        for part in told
    ]
    return joined(old, parts)
