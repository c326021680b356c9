"""What a program may pass and what it may not: every row ends in a value or in an ApiError it can catch.

Prints a line for each row that ends otherwise, and last how many were refused.
"""

import array
import collections
import enum
import sys

import echo
from echo import scalars, shapes
from echo.core import UNCHANGED, ApiError, Err, ErrorCode, Ok
from echo.shapes import Colour, Errand, Marks, Order, Parcel, ShapeBox, ShapeCircle, ShapeNone, ShapePair, Span

refused = 0
PARCEL = Parcel("x", 1.5, Colour.RED, True)


def wrong(row, why):
    print(f"line {row}: {why}")


def gives(call, wanted):
    """The call succeeds, with a value of just this type."""
    row = sys._getframe(1).f_lineno
    try:
        value = call()
    except Exception as error:
        wrong(row, f"{type(error).__name__}: {error}")
        return
    same = value == wanted or (value != value and wanted != wanted)
    if not same or type(value) is not type(wanted):
        wrong(row, f"gives {value!r}, not {wanted!r}")


def refuses(call, message):
    """The call is refused before it leaves, with this message; the interpreter's own words follow a colon."""
    global refused
    refused += 1
    row = sys._getframe(1).f_lineno
    try:
        value = call()
    except ApiError as error:
        said = error.message == message or (message.endswith(":") and error.message.startswith(message))
        if error.code is not ErrorCode.INVALID_ARGUMENT or not said:
            wrong(row, f"{error.code}: {error.message}\n  not {message}")
        if not str(error).startswith(f"echo.{error.id}") or not error.id.endswith(error.operation):
            wrong(row, str(error))
    except BaseException as error:
        wrong(row, f"{type(error).__name__}: {error}")
    else:
        wrong(row, f"gives {value!r}")


class Number(int):
    """An integer that lies about itself."""

    def __le__(self, other):
        return True

    __ge__ = __lt__ = __gt__ = __le__


class Text(str):
    """A string of another class."""


class Level(enum.IntEnum):
    """An integer of an enum."""

    HIGH = 200


class Index:
    """What counts as an integer in places."""

    def __index__(self):
        return 7


class Pairs(collections.UserList):
    """A sequence of a program's own."""


class Broken(collections.abc.Sequence):
    """A sequence that fails when it is read."""

    def __len__(self):
        return 2

    def __getitem__(self, index):
        raise ValueError("no such item")


SURROGATE = "\ud800"
U32 = "an integer from 0 to 4294967295"

# Integers.
gives(lambda: scalars.u8(255), 255)
refuses(lambda: scalars.u8(300), "`value`: expected an integer from 0 to 255, got 300")
refuses(lambda: scalars.u8(-1), "`value`: expected an integer from 0 to 255, got -1")
refuses(lambda: scalars.u32(-1), f"`value`: expected {U32}, got -1")
refuses(lambda: scalars.u8(1.9), "`value`: expected an integer from 0 to 255, got 1.9")
refuses(lambda: scalars.u8(1.0), "`value`: expected an integer from 0 to 255, got 1.0")
refuses(lambda: scalars.u8(float("nan")), "`value`: expected an integer from 0 to 255, got nan")
refuses(lambda: scalars.u8(True), "`value`: expected an integer from 0 to 255, got True")
refuses(lambda: scalars.u32("7"), f"`value`: expected {U32}, got '7'")
refuses(lambda: scalars.u32(None), f"`value`: expected {U32}, got None")
refuses(lambda: scalars.u32(Index()), f"`value`: expected {U32}, got a value of type Index")
refuses(lambda: scalars.u32(10**5000), f"`value`: expected {U32}, got a value of type int")
refuses(lambda: scalars.u32(Number(2**40)), f"`value`: expected {U32}, got 1099511627776")
gives(lambda: scalars.u32(3000000000), 3000000000)
gives(lambda: scalars.u32(4294967294), 4294967294)
gives(lambda: scalars.u16(65535), 65535)
gives(lambda: scalars.u32(Number(5)), 5)
gives(lambda: scalars.u8(Level.HIGH), 200)
refuses(lambda: scalars.u64(-1), "`value`: expected an integer from 0 to 18446744073709551615, got -1")
refuses(lambda: scalars.u64(2**64), "`value`: expected an integer from 0 to 18446744073709551615, got 18446744073709551616")
gives(lambda: scalars.u64(2**53 - 1), 2**53 - 1)
gives(lambda: scalars.u64(2**60 + 1), 2**60 + 1)
gives(lambda: scalars.u64(2**64 - 1), 2**64 - 1)
gives(lambda: scalars.s8(-128), -128)
refuses(lambda: scalars.s8(128), "`value`: expected an integer from -128 to 127, got 128")
gives(lambda: scalars.s16(-32768), -32768)
refuses(lambda: scalars.s16(-32769), "`value`: expected an integer from -32768 to 32767, got -32769")
gives(lambda: scalars.s32(-(2**31)), -(2**31))
refuses(lambda: scalars.s32(2**31), "`value`: expected an integer from -2147483648 to 2147483647, got 2147483648")
gives(lambda: scalars.s64(-(2**63)), -(2**63))
refuses(
    lambda: scalars.s64(2**63),
    "`value`: expected an integer from -9223372036854775808 to 9223372036854775807, got 9223372036854775808",
)

# Floats and booleans.
gives(lambda: scalars.f64(0.1), 0.1)
gives(lambda: scalars.f64(3), 3.0)
gives(lambda: scalars.f64(float("inf")), float("inf"))
gives(lambda: scalars.f64(float("nan")), float("nan"))
refuses(lambda: scalars.f64(2**53 + 1), "`value`: expected a number, got 9007199254740993")
refuses(lambda: scalars.f64(10**400), f"`value`: expected a number, got {str(10**400)[:59]}…")
refuses(lambda: scalars.f64("1"), "`value`: expected a number, got '1'")
refuses(lambda: scalars.f64(False), "`value`: expected a number, got False")
gives(lambda: scalars.f32(0.5), 0.5)
gives(lambda: scalars.f32(float("-inf")), float("-inf"))
refuses(lambda: scalars.f32(1e39), "`value`: expected a number that 32 bits can hold, got 1e+39")
gives(lambda: scalars.bool(True), True)
refuses(lambda: scalars.bool(1), "`value`: expected a boolean, got 1")
refuses(lambda: scalars.bool(None), "`value`: expected a boolean, got None")

# Text.
gives(lambda: scalars.string("é🧪\0"), "é🧪\0")
gives(lambda: scalars.string(Text("ä")), "ä")
gives(lambda: scalars.string(Colour.DARK_GREEN), "dark-green")
refuses(lambda: scalars.string(5), "`value`: expected a string, got 5")
refuses(lambda: scalars.string(None), "`value`: expected a string, got None")
refuses(lambda: scalars.string(b"x"), "`value`: expected a string, got b'x'")
refuses(lambda: scalars.string(SURROGATE), "`value`: expected a string without lone surrogates, got '\\ud800'")
refuses(lambda: scalars.string(Text(SURROGATE)), "`value`: expected a string without lone surrogates, got '\\ud800'")
refuses(lambda: scalars.u8("x" * 100), f"`value`: expected an integer from 0 to 255, got '{'x' * 58}…")
gives(lambda: scalars.char("é"), "é")
gives(lambda: scalars.char("🧪"), "🧪")
refuses(lambda: scalars.char(""), "`value`: expected a string of one character, got ''")
refuses(lambda: scalars.char("ab"), "`value`: expected a string of one character, got 'ab'")
refuses(lambda: scalars.char(SURROGATE), "`value`: expected a string without lone surrogates, got '\\ud800'")
refuses(lambda: scalars.char(97), "`value`: expected a string of one character, got 97")

# Options.
gives(lambda: shapes.give_maybe(), None)
gives(lambda: shapes.give_maybe(value=None), None)
gives(lambda: shapes.give_maybe(value=4294967295), 4294967295)
refuses(lambda: shapes.give_maybe(value="3"), f"`value`: expected {U32}, got '3'")

# Lists and bytes.
gives(lambda: shapes.give_bytes(b"\0\xff"), b"\0\xff")
gives(lambda: shapes.give_bytes(bytearray(b"ab")), b"ab")
gives(lambda: shapes.give_bytes(memoryview(b"abcd")[1:3]), b"bc")
gives(lambda: shapes.give_bytes(memoryview(b"abcd")[::2]), b"ac")
gives(lambda: shapes.give_bytes([1, 2]), b"\1\2")
refuses(lambda: shapes.give_bytes([1, 300]), "`value[1]`: expected an integer from 0 to 255, got 300")
refuses(lambda: shapes.give_bytes("ab"), "`value`: expected bytes, got 'ab'")
gives(lambda: shapes.give_small_numbers([-128, 127]), [-128, 127])
gives(lambda: shapes.give_numbers([1, 2]), [1, 2])
gives(lambda: shapes.give_numbers((1, 2)), [1, 2])
gives(lambda: shapes.give_numbers(range(3)), [0, 1, 2])
gives(lambda: shapes.give_numbers(array.array("I", [7])), [7])
gives(lambda: shapes.give_numbers(collections.deque([1])), [1])
gives(lambda: shapes.give_numbers(Pairs([1])), [1])
refuses(lambda: shapes.give_numbers([0, -1]), "`value[1]`: expected an integer from 0 to 18446744073709551615, got -1")
refuses(lambda: shapes.give_numbers({1, 2}), "`value`: expected a list, got a value of type set")
refuses(lambda: shapes.give_numbers(iter([1])), "`value`: expected a list, got a value of type list_iterator")
refuses(lambda: shapes.give_numbers(Broken()), "an argument cannot be read: no such item")
refuses(lambda: shapes.give_texts("ab"), "`value`: expected a list, got 'ab'")
refuses(lambda: shapes.give_texts(["a", None]), "`value[1]`: expected a string, got None")
gives(lambda: shapes.give_nested([[1, None], ()]), [[1, None], []])
refuses(lambda: shapes.give_nested([[1], [2, "x"]]), f"`value[1][1]`: expected {U32}, got 'x'")
ITSELF = []
ITSELF.append(ITSELF)
refuses(lambda: shapes.give_texts(ITSELF), "`value[0]`: expected a string, got a value of type list")

# Choices and marks.
gives(lambda: shapes.give_colour(Colour.DARK_GREEN), Colour.DARK_GREEN)
gives(lambda: shapes.give_colour("dark-green"), Colour.DARK_GREEN)
COLOUR = "one of `red`, `dark-green`, `none`"
refuses(lambda: shapes.give_colour("blue"), f"`value`: expected {COLOUR}, got 'blue'")
refuses(lambda: shapes.give_colour(0), f"`value`: expected {COLOUR}, got 0")
refuses(lambda: shapes.give_colour(None), f"`value`: expected {COLOUR}, got None")
refuses(lambda: shapes.give_colours([Colour.RED, []]), f"`value[1]`: expected {COLOUR}, got a value of type list")
gives(lambda: shapes.give_marks(Marks.A | Marks.THE_NINTH), Marks.A | Marks.THE_NINTH)
gives(lambda: shapes.give_marks(Marks(0)), Marks(0))
gives(lambda: shapes.give_marks(~Marks.A), ~Marks.A)
refuses(lambda: shapes.give_marks(3), "`value`: expected a `Marks`, got 3")

# Records.
gives(lambda: shapes.give_parcel(PARCEL), PARCEL)
gives(lambda: shapes.give_parcel(label="x", weight=1.5, colour=Colour.RED, class_=True), PARCEL)
PARCEL_WORDS = "a `Parcel`, or its fields by name, as `label=…`"
refuses(lambda: shapes.give_parcel({"label": "x"}), f"`value`: expected {PARCEL_WORDS}, got a value of type dict")
refuses(lambda: shapes.give_parcel(None), f"`value`: expected {PARCEL_WORDS}, got None")
refuses(lambda: shapes.give_parcel(), f"`value`: expected {PARCEL_WORDS}, got nothing")
refuses(lambda: shapes.give_parcel(label="x"), "`weight`: expected a number, got nothing")
refuses(
    lambda: shapes.give_parcel(Parcel("x", 1.5, "blue", True)),
    f"`value.colour`: expected {COLOUR}, got 'blue'",
)
refuses(
    lambda: shapes.give_parcel(PARCEL, label="y"),
    "expected exactly one of `value`, its fields, got several",
)
refuses(
    lambda: shapes.give_parcel(lable="x"),
    "`lable`: no such argument, only `value`, `label`, `weight`, `colour`, `class_`",
)
gives(lambda: shapes.give_span(Span(3, 5)), Span(3, 5))
gives(lambda: shapes.give_span((3, 4294967295)), Span(3, 4294967295))
gives(lambda: shapes.give_span(start=3, end=5), Span(3, 5))
gives(lambda: shapes.give_spans([(1, 2), Span(3, 4)]), [Span(1, 2), Span(3, 4)])
refuses(lambda: shapes.give_spans([(1, 2), (3,)]), "`value[1]`: expected a `Span`, got a value of type tuple")
refuses(lambda: shapes.give_spans([(1, "x")]), f"`value[0].end`: expected {U32}, got 'x'")
refuses(lambda: shapes.give_span(object.__new__(Span)), "an argument cannot be read:")
gives(
    lambda: shapes.give_order(name="n", parcels=[PARCEL]),
    Order(name="n", note=None, tags=[], remark=UNCHANGED, parcels=[PARCEL]),
)
gives(
    lambda: shapes.give_order(Order(name="n", note="", tags=("t",), remark=None, parcels=())),
    Order(name="n", note="", tags=["t"], remark=None, parcels=[]),
)
refuses(lambda: shapes.give_order(name="n", parcels=[], remark=5), "`remark`: expected a string, got 5")
try:
    Order("n", [PARCEL])
except TypeError as error:
    words = "the fields of `Order` go by name: `name`, `note`, `tags`, `remark`, `parcels`, as in `Order(name=…)`"
    if str(error) != words:
        wrong(sys._getframe().f_lineno, str(error))
else:
    wrong(sys._getframe().f_lineno, "fields in order were taken")
refuses(
    lambda: shapes.give_order(Order(name="n", parcels=[PARCEL, Parcel("y", "z", Colour.RED, False)])),
    "`value.parcels[1].weight`: expected a number, got 'z'",
)

# Variants, tuples and results.
gives(lambda: shapes.give_shape(ShapeNone()), ShapeNone())
gives(lambda: shapes.give_shape(ShapeCircle(2)), ShapeCircle(2.0))
gives(lambda: shapes.give_shape(ShapeBox(PARCEL)), ShapeBox(PARCEL))
gives(lambda: shapes.give_shape(ShapePair((255, ""))), ShapePair((255, "")))
refuses(lambda: shapes.give_shape(ShapeCircle("r")), "`value.value`: expected a number, got 'r'")
refuses(lambda: shapes.give_shape(ShapeCircle), "`value`: expected a `Shape`, got a value of type type")
refuses(lambda: shapes.give_shape("none"), "`value`: expected a `Shape`, got 'none'")
refuses(lambda: shapes.give_shape(ShapePair((1,))), "`value.value`: expected a list of 2 values, got 1")
gives(lambda: shapes.give_pair((1, "one")), (1, "one"))
gives(lambda: shapes.give_pair([1, "one"]), (1, "one"))
gives(lambda: shapes.give_single((Colour.RED,)), (Colour.RED,))
refuses(lambda: shapes.give_pair((1, 2)), "`value[1]`: expected a string, got 2")
refuses(lambda: shapes.give_pair("ab"), "`value`: expected a list of 2 values, got 'ab'")
refuses(lambda: shapes.give_single(()), "`value`: expected a list of 1 value, got 0")
gives(lambda: shapes.give_outcome(Ok(1)), Ok(1))
gives(lambda: shapes.give_outcome(Err("no")), Err("no"))
gives(lambda: shapes.give_bare_outcome(Ok(None)), Ok(None))
gives(lambda: shapes.give_outcomes([Ok(Colour.RED), Err(PARCEL)]), [Ok(Colour.RED), Err(PARCEL)])
refuses(lambda: shapes.give_outcome(Ok(300)), "`value.value`: expected an integer from 0 to 255, got 300")
refuses(lambda: shapes.give_outcome(1), "`value`: expected an ok or an err, got 1")
refuses(lambda: shapes.give_bare_outcome(Ok(1)), "`value.value`: expected None, got 1")

# Alternatives.
gives(lambda: shapes.give_errand(who="Ada", words="fetch"), Errand(who="Ada", words="fetch"))
gives(lambda: shapes.give_errand(Errand(who="Ada", number=0)), Errand(who="Ada", number=0))
refuses(lambda: shapes.give_errand(who="Ada"), "expected exactly one of `words`, `number`, `to_string`, got none")
refuses(
    lambda: shapes.give_errand(Errand(who="Ada", words="fetch", number=1)),
    "`errand`: expected exactly one of `words`, `number`, `to_string`, got several",
)
refuses(lambda: shapes.give_errand(who="Ada", number="1"), f"`number`: expected {U32}, got '1'")

# Arguments as a whole.
refuses(lambda: scalars.u8(), "`value`: expected an integer from 0 to 255, got nothing")
refuses(lambda: scalars.u8(1, 2), "expected at most 1 argument in order, got 2")
refuses(lambda: scalars.u8(1, value=2), "`value`: given twice")
refuses(lambda: scalars.u8(1, other=2), "`other`: no such argument, only `value`")
refuses(lambda: shapes.nothing(x=1), "`x`: no such argument, and no other")
refuses(lambda: shapes.nothing(1), "expected at most 0 arguments in order, got 1")
refuses(
    lambda: shapes.many("a", 2),
    "expected at most 1 argument in order, `second`, `third`, `fourth` by name, "
    "as in `echo.shapes.many(…, second=…)`, got 2",
)
refuses(
    lambda: shapes.give_parcel("x", 1.5),
    "expected at most 1 argument in order, `label`, `weight`, `colour`, `class_` by name, "
    "as in `echo.shapes.give_parcel(label=…)`, got 2",
)
refuses(lambda: shapes.many(second=2), "`first`: expected a string, got nothing")
refuses(lambda: shapes.many("a", fourth=1), "`fourth`: expected a string, got 1")
refuses(lambda: PARCEL.echo_label(1), "expected at most 0 arguments in order, got 1")
gives(lambda: PARCEL.echo_label(), "x")
gives(lambda: Order(name="n", parcels=[]).many(second=3).second, 3)
refuses(lambda: Order(name=5, parcels=[]).many(), "`first`: expected a string, got 5")
refuses(lambda: Order(name="n", parcels=[]).many(fifth=1), "`fifth`: no such argument, only `second`, `third`, `fourth`")

# Failures of the host.
try:
    shapes.fail(ErrorCode.NOT_FOUND, "as asked")
except ApiError as failure:
    told = (failure.code, failure.operation, failure.id, failure.message, str(failure))
    if told != ("not-found", "fail", "shapes.fail", "as asked", "echo.shapes.fail failed (not-found): as asked"):
        wrong("fail", told)
    if failure.code is not ErrorCode.NOT_FOUND or failure.__cause__ is not None or failure.__context__ is not None:
        wrong("fail", failure)
else:
    wrong("fail", "nothing is raised")

print(f"refused: {refused}")
