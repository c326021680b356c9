# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""What an argument has to be: every check gives the value as the membrane takes it, or refuses it.

A check takes a value and where it stands below its parent; a refusal collects the way from the
call to the value.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import MISSING
from typing import Any, TypeVar

from gg import _raw

T = TypeVar("T")

#: A check of a type.
Check = Callable[[Any, str], Any]

#: Sequences that are no list of items.
NO_LIST = (str, bytes, bytearray, memoryview)


#: Classes whose values a message shows as they are written; the narrower first.
PLAIN: tuple[Any, ...] = (bool, int, float, str, bytes)


class Word:
    """Something that a refusal says of a value in place of showing it."""

    def __init__(self, word: str) -> None:
        self.word = word


#: What stands for an argument that is missing.
NOTHING: Any = Word("nothing")
#: What stands for alternatives more than one of which are given, and for ones of which none is.
SEVERAL = Word("several")
NONE = Word("none")


class Refused(Exception):
    """An argument of the wrong shape."""

    def __init__(self, at: str, expected: str, got: object) -> None:
        super().__init__(at, expected)
        self.at = at
        self.expected = expected
        self.got = shown(got)

    def inside(self, at: str) -> Refused:
        """The same refusal, seen from one level further out."""
        self.at = at + self.at
        return self

    def sentence(self) -> str:
        """The refusal in words."""
        place, expected, got = self.at.removeprefix("."), self.expected, self.got
        if place:
            return f"`{place}`: expected {expected}, got {got}"
        return f"expected {expected}, got {got}"


class Unknown(Refused):
    """An argument with a name the call does not have."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name, ", ".join(f"`{name}`" for name in known), NOTHING)

    def sentence(self) -> str:
        """The refusal in words."""
        place, known = self.at, self.expected
        if known:
            return f"`{place}`: no such argument, only {known}"
        return f"`{place}`: no such argument, and no other"


class Twice(Refused):
    """An argument that is given in its order and by its name."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "", NOTHING)

    def sentence(self) -> str:
        """The refusal in words."""
        place = self.at
        return f"`{place}`: given twice"


def shown(value: object) -> str:
    """A value as a message has it: itself where it is plain, else what it is."""
    if isinstance(value, Word):
        return value.word
    if value is None:
        return "None"
    for kind in PLAIN:
        if isinstance(value, kind):
            try:
                text = str(kind.__repr__(value))
            except ValueError:  # An integer of thousands of digits has no text.
                break
            return text if len(text) <= 60 else text[: 59] + "…"
    return f"a value of type {type(value).__name__}"


def u8(value: Any, at: str) -> int:
    """Exactly an integer from 0 to 255."""
    if type(value) is int and 0 <= value <= 255:
        return value
    return _integer(value, at, 0, 255)


def u16(value: Any, at: str) -> int:
    """Exactly an integer from 0 to 65535."""
    if type(value) is int and 0 <= value <= 65535:
        return value
    return _integer(value, at, 0, 65535)


def u32(value: Any, at: str) -> int:
    """Exactly an integer from 0 to 4294967295."""
    if type(value) is int and 0 <= value <= 4294967295:
        return value
    return _integer(value, at, 0, 4294967295)


def u64(value: Any, at: str) -> int:
    """Exactly an integer from 0 to 18446744073709551615."""
    if type(value) is int and 0 <= value <= 18446744073709551615:
        return value
    return _integer(value, at, 0, 18446744073709551615)


def s8(value: Any, at: str) -> int:
    """Exactly an integer from -128 to 127."""
    if type(value) is int and -128 <= value <= 127:
        return value
    return _integer(value, at, -128, 127)


def s16(value: Any, at: str) -> int:
    """Exactly an integer from -32768 to 32767."""
    if type(value) is int and -32768 <= value <= 32767:
        return value
    return _integer(value, at, -32768, 32767)


def s32(value: Any, at: str) -> int:
    """Exactly an integer from -2147483648 to 2147483647."""
    if type(value) is int and -2147483648 <= value <= 2147483647:
        return value
    return _integer(value, at, -2147483648, 2147483647)


def s64(value: Any, at: str) -> int:
    """Exactly an integer from -9223372036854775808 to 9223372036854775807."""
    if type(value) is int and -9223372036854775808 <= value <= 9223372036854775807:
        return value
    return _integer(value, at, -9223372036854775808, 9223372036854775807)


def _integer(value: Any, at: str, low: int, high: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        exact = int.__int__(value)
        if low <= exact <= high:
            return exact
    raise Refused(at, f"an integer from {low} to {high}", value)


def f64(value: Any, at: str) -> float:
    """A float, or an integer that is one exactly."""
    if type(value) is float:
        return value
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, int) and not isinstance(value, bool):
        exact = int.__int__(value)
        try:
            number = float(exact)
        except OverflowError:
            raise Refused(at, "a number", value) from None
        if int(number) == exact:
            return number
    raise Refused(at, "a number", value)


def f32(value: Any, at: str) -> float:
    """A float that 32 bits can hold, rounded to the nearest they have."""
    try:
        number = f64(value, at)
    except Refused:
        raise Refused(at, "a number that 32 bits can hold", value) from None
    # The least that rounds to infinity; infinity itself and NaN are numbers of 32 bits.
    if 3.4028235677973366e38 <= abs(number) < float("inf"):
        raise Refused(at, "a number that 32 bits can hold", value)
    return number


def boolean(value: Any, at: str) -> bool:
    """A boolean, and nothing that merely counts as one."""
    if value is True or value is False:
        return value is True
    raise Refused(at, "a boolean", value)


#: From how many bytes on it is seen to that a text has room on its way.
LONG = 32_000


def string(value: Any, at: str) -> str:
    """A string that can be encoded."""
    if type(value) is str and value.isascii():
        if len(value) > LONG:
            _room(len(value))
        return value
    if not isinstance(value, str):
        raise Refused(at, "a string", value)
    exact = str.__str__(value)
    try:
        size = len(exact.encode())
    except UnicodeEncodeError:
        raise Refused(at, "a string without lone surrogates", exact) from None
    if size > LONG:
        # The interpreter keeps the encoded text beside the other.
        _room(2 * size)
    return exact


def _room(size: int) -> None:
    """Fails if there is no memory for what a text becomes on its way."""
    bytearray(size)


def char(value: Any, at: str) -> str:
    """A string of one character."""
    if isinstance(value, str) and str.__len__(value) == 1:
        return string(value, at)
    raise Refused(at, "a string of one character", value)


def octets(value: Any, at: str) -> bytes:
    """Bytes, or what can be read as such."""
    if type(value) is bytes:
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return bytes(items(u8, value, at))
    raise Refused(at, "bytes", value)


def signed_octets(value: Any, at: str) -> bytes:
    """A list of signed bytes, in the form the bindings want one in."""
    return bytes(number & 0xFF for number in items(s8, value, at))


def signed(octets: bytes) -> list[int]:
    """The list of signed bytes the bindings mean."""
    return [number - 256 if number > 127 else number for number in octets]


def items(check: Check, value: Any, at: str) -> list[Any]:
    """A sequence, as a list of what its items are checked to."""
    known = type(value) is list or type(value) is tuple
    if not known and (not isinstance(value, Sequence) or isinstance(value, NO_LIST)):
        raise Refused(at, "a list", value)
    checked: list[Any] = []
    try:
        for item in value:
            checked.append(check(item, ""))
    except Refused as refused:
        raise refused.inside(f"{at}[{len(checked)}]") from None
    return checked


def list_of(check: Check) -> Check:
    """The check of a list, from the check of its items."""
    return lambda value, at: items(check, value, at)


def option_of(check: Check) -> Check:
    """The check of an option, from the check of its value."""
    return lambda value, at: None if value is None else check(value, at)


def members(checks: tuple[Check, ...], value: Any, at: str) -> tuple[Any, ...]:
    """A sequence of as many values as there are checks, as a tuple."""
    count = len(checks)
    expected = "a list of 1 value" if count == 1 else f"a list of {count} values"
    if not isinstance(value, Sequence) or isinstance(value, NO_LIST):
        raise Refused(at, expected, value)
    given = tuple(value)
    if len(given) != count:
        raise Refused(at, expected, Word(f"{len(given)}"))
    places = [f"{at}[{index}]" for index in range(count)]
    return tuple(check(item, place) for check, item, place in zip(checks, given, places))


def tuple_of(*checks: Check) -> Check:
    """The check of a tuple, from the checks of its values."""
    return lambda value, at: members(checks, value, at)


def result_of(
    ok_class: type[Any],
    err_class: type[Any],
    ok: Check | None,
    err: Check | None,
) -> Check:
    """The check of a result, from the checks of its sides; a side without a value has none."""

    def check(value: Any, at: str) -> Any:
        if isinstance(value, ok_class):
            raw, side = _raw.Ok, ok
        elif isinstance(value, err_class):
            raw, side = _raw.Err, err
        else:
            raise Refused(at, "an ok or an err", value)
        return raw((side or none)(value.value, at + ".value"))

    return check


def lifted_result(
    raw: Any,
    ok_class: type[Any],
    err_class: type[Any],
    ok: Callable[[Any], Any] | None,
    err: Callable[[Any], Any] | None,
) -> Any:
    """The result the bindings mean; a side that needs nothing done has no function."""
    kind, make = (ok_class, ok) if type(raw) is _raw.Ok else (err_class, err)
    return kind(raw.value if make is None else make(raw.value))


def none(value: Any, at: str) -> Any:
    """Nothing at all."""
    if value is not None:
        raise Refused(at, "None", value)
    return None


def instance(kind: type[T], value: Any, at: str, expected: str) -> T:
    """A value of a class."""
    if isinstance(value, kind):
        return value
    raise Refused(at, expected, value)


def instance_or_tuple(kind: type[T], count: int, value: Any, at: str, expected: str) -> T:
    """A value of a class, or a tuple of its fields."""
    if isinstance(value, tuple) and len(value) == count:
        return kind(*value)
    return instance(kind, value, at, expected)


def one_word(words: dict[str, T], value: Any, at: str, expected: str) -> T:
    """What stands for a word, which is given as a member of its enum or as itself."""
    found = words.get(str.__str__(value)) if isinstance(value, str) else None
    if found is None:
        raise Refused(at, expected, value)
    return found


def exactly_one(names: str, values: tuple[Any, ...], at: str) -> None:
    """Whether one of several alternatives is given."""
    given = len(values) - values.count(None)
    if given != 1:
        raise Refused(at, f"exactly one of {names}", SEVERAL if given else NONE)


def by_name(kind: type[T]) -> type[T]:
    """A record all of whose fields go by name, which says so to who gives some in order."""
    record: Any = kind
    make = record.__init__

    @functools.wraps(make)
    def init(self: T, /, *ordered: Any, **fields: Any) -> None:
        if ordered:
            name, known = kind.__name__, list(record.__dataclass_fields__)
            first, names = known[0], ", ".join(f"`{field}`" for field in known)
            words = f"the fields of `{name}` go by name: {names}, as in `{name}({first}=…)`"
            raise TypeError(words)
        make(self, **fields)

    record.__init__ = init
    return kind


def record(
    kind: Any,
    name: str,
    value: Any,
    fields: dict[str, Any],
    expected: str,
) -> tuple[Any, str]:
    """A record given as itself, or by its fields as keywords; and where it stands in a message."""
    known: dict[str, Any] = kind.__dataclass_fields__
    first = next(iter(known))
    if value is not NOTHING:
        if fields:
            names = f"`{name}`, its fields"
            raise Refused("", f"exactly one of {names}", SEVERAL)
        if not isinstance(value, (kind, tuple)):
            raise Refused(name, f"{expected}, or its fields by name, as `{first}=…`", value)
        return value, name
    for field in fields:
        if field not in known:
            raise Unknown(field, [name, *known])
    required = [field for field in known if known[field].default is MISSING]
    if not fields and required:
        raise Refused(name, f"{expected}, or its fields by name, as `{first}=…`", NOTHING)
    # The check of a field that is missing says what it has to be.
    return kind(**{**dict.fromkeys(required, NOTHING), **fields}), ""
