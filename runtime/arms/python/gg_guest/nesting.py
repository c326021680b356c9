"""JSON that is nested deeply: the library reads and writes it without a check that would fire before the stack ends."""

import gc
import json.decoder
import json.encoder
import re
from typing import Any, Never

#: How many levels are read and written.
LEVELS = 5_000

#: How much of a text is looked at at once. What is less deep than the levels by as much is never refused.
PART = 1_000

#: A string of JSON, in which brackets are no levels.
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)

#: What the library writes as an array or an object.
CONTAINERS = frozenset({dict, list, tuple})


def install() -> None:
    """Puts the checks in front of the library."""
    decode, encode = json.decoder.JSONDecoder.raw_decode, json.encoder.JSONEncoder.iterencode

    def raw_decode(self: json.JSONDecoder, s: str, idx: int = 0) -> tuple[Any, int]:
        if is_deep(s) and is_deep(STRING.sub("", s)):
            refuse("decoding")
        return decode(self, s, idx)

    def iterencode(self: json.JSONEncoder, o: Any, _one_shot: bool = False) -> Any:
        if holds_deep(o):
            refuse("encoding")
        return encode(self, o, _one_shot)

    json.decoder.JSONDecoder.raw_decode = raw_decode
    json.encoder.JSONEncoder.iterencode = iterencode


def refuse(doing: str) -> Never:
    """Fails as the interpreter does where its own check fires."""
    raise RecursionError(f"maximum recursion depth exceeded while {doing} JSON of more than {LEVELS} levels")


def is_deep(text: str) -> bool:
    """Whether brackets stand in one another too deeply."""
    if not isinstance(text, str) or text.count("[") + text.count("{") <= LEVELS:
        return False
    depth = 0
    for at in range(0, len(text), PART):
        part = text[at : at + PART]
        opened = part.count("[") + part.count("{")
        if depth + opened > LEVELS:
            return True
        depth += opened - part.count("]") - part.count("}")
    return False


def holds_deep(value: Any) -> bool:
    """Whether lists and dictionaries hold one another too deeply.

    Tuples that hold nothing but tuples are not seen: the interpreter does not keep them among what it looks at, and it is
    by that list that a value of few parts costs nothing here.
    """
    if len(gc.get_objects()) <= LEVELS:
        return False
    level, seen = [value], set()
    for _ in range(LEVELS):
        level = [one for one in filter(gc.is_tracked, level) if type(one) in CONTAINERS and id(one) not in seen]
        if not level:
            return False
        seen.update(map(id, level))
        level = gc.get_referents(*level)
    return True
