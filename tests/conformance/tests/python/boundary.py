"""What a program may pass and what it may not: every row ends in the right value, or in an ApiError it can catch.

Prints a line for each row that ends otherwise, and last how many were refused.
"""

import collections
import decimal
import fractions
import sys

import gg
from gg.core import ApiError, ErrorCode

refused = 0


def gives(call, wanted):
    """The call succeeds, with a value of just this type."""
    try:
        value = call()
    except Exception as error:
        value = error
    if value != wanted or type(value) is not type(wanted):
        print(f"line {sys._getframe(1).f_lineno}: {value!r}")


def refuses(call, said):
    """The call is refused as it stands, for this reason, and never leaves the program."""
    global refused
    try:
        value = call()
    except ApiError as error:
        if error.code is ErrorCode.INVALID_ARGUMENT and said in error.message and error.id and error.operation:
            refused += 1
            return
        value = error
    except Exception as error:
        value = error
    print(f"line {sys._getframe(1).f_lineno}: {value!r}")


class Text(str):
    pass


class Number(int):
    pass


class Strange:
    def __getattr__(self, name):
        raise ValueError("no attribute is had")

    def __repr__(self):
        raise ValueError("nothing is shown")


def last(limit):
    return gg.files.read_file("a.txt", limit=limit).value.last_line


# Integers: the range of 32 bits, and nothing that only looks like one.
gives(lambda: last(1), 1)
gives(lambda: last(Number(2)), 2)
gives(lambda: last(3_000_000_000), 3)
gives(lambda: last(2**32 - 1), 3)
gives(lambda: last(None), 3)
for number in (
    -1,
    2**32,
    2**64,
    10**400,
    1.9,
    2.0,
    float("nan"),
    float("inf"),
    "7",
    True,
    b"7",
    [1],
    {},
    1j,
    decimal.Decimal(1),
    fractions.Fraction(1),
    object(),
    Strange(),
    int,
):
    refuses(lambda: last(number), "`limit`: expected an integer from 0 to 4294967295, got ")

# Floats: any number, which the host then judges.
gives(lambda: gg.shell.shell("true", timeout_secs=5).exit_code, 0)
gives(lambda: gg.shell.shell("true", timeout_secs=5.5).exit_code, 0)
for number in ("5", True, None.__class__, [], 1j, Strange()):
    refuses(lambda: gg.shell.shell("true", timeout_secs=number), "`timeout_secs`: expected ")

# Strings: Unicode, with no half of a pair.
gives(lambda: gg.files.write_file("b.txt", "é\0\U0001f600\r\n"), 9)
gives(lambda: gg.files.read_text_file("b.txt"), "é\0\U0001f600\r\n")
gives(lambda: gg.files.read_text_file(Text("b.txt")), "é\0\U0001f600\r\n")
gives(lambda: gg.views.open_text("empty", ""), None)
for text in (5, None, b"a.txt", ["a.txt"], object(), Strange(), str):
    refuses(lambda: gg.files.read_text_file(text), "`path`: expected a string, got ")
for text in ("\ud800", "a\udfffb", "\ude00\ud83d"):
    refuses(lambda: gg.files.read_text_file(text), "`path`: expected a string without lone surrogates")
gives(lambda: gg.files.write_file("long.txt", "x" * (1 << 20)), 1 << 20)

# Lists: any sequence of the right items, which a string is not.
gives(lambda: gg.docs.search(query="zzzz", modules=["files"]).total, 0)
gives(lambda: gg.docs.search(query="zzzz", modules=("files",)).total, 0)
gives(lambda: gg.docs.search(query="zzzz", modules=collections.deque(["files"])).total, 0)
gives(lambda: gg.docs.search(query="zzzz", modules=[]).total, 0)
for items in ("files", b"files", 5, {"files": 1}, {"files"}, iter(["files"]), None.__class__, Strange()):
    refuses(lambda: gg.docs.search(query="zzzz", modules=items), "`modules`: expected ")
for items in ([5], ["files", None], [["files"]], ["\ud800"]):
    refuses(lambda: gg.docs.search(query="zzzz", modules=items), "`modules[")

# Choices: a member, or its word.
gg.tasks.add_task(id="a", title="A")
gives(lambda: gg.tasks.update_task("a", status=gg.tasks.TaskStatus.IN_PROGRESS), None)
gives(lambda: gg.tasks.update_task("a", status="pending"), None)
for word in ("PENDING", "nothing", "", 0, gg.files.EntryKind.FILE, object(), Strange(), [], {}):
    refuses(lambda: gg.tasks.update_task("a", status=word), "`status`: expected ")

# Records: one of the class or its fields, not both and no others.
gives(lambda: gg.tasks.add_task(gg.tasks.TaskInput(id="b", title="B")).count, 2)
refuses(lambda: gg.tasks.add_task(gg.tasks.TaskInput(id="c", title=5)), "`task.title`: expected a string, got 5")
refuses(lambda: gg.tasks.add_task({"id": "c", "title": "C"}), "`task`: expected ")
refuses(lambda: gg.tasks.add_task(gg.tasks.TaskPatch(title="C")), "`task`: expected ")
refuses(lambda: gg.tasks.add_task(id="c"), "title")
refuses(lambda: gg.tasks.add_task(id="c", title="C", weight=1), "weight")
refuses(
    lambda: gg.tasks.add_task(gg.tasks.TaskInput(id="c", title="C"), title="C"), "exactly one of `task`, its fields"
)
refuses(lambda: gg.tasks.add_task(), "")
refuses(lambda: gg.tasks.add_task(Strange()), "`task`: expected ")

# Edits: a text, None, or UNCHANGED.
gives(lambda: gg.tasks.update_task("a", description="text"), None)
gives(lambda: gg.tasks.update_task("a", description=None), None)
for edit in (5, b"text", ["text"], "\ud800", Strange()):
    refuses(lambda: gg.tasks.update_task("a", description=edit), "`description`: expected ")

# Arguments: none too few, none too many, none twice, none unknown.
refuses(lambda: gg.files.read_file(), "`path`")
refuses(lambda: gg.files.read_file("a.txt", 2), "at most 1 argument in order")
refuses(lambda: gg.files.read_file("a.txt", path="a.txt"), "path")
refuses(lambda: gg.files.read_file("a.txt", lines=2), "lines")
refuses(
    lambda: gg.tasks.add_task("d", "D"), "`title`, `description`, `blocked_by` by name, as in `gg.tasks.add_task(id=…)`"
)
refuses(lambda: gg.tasks.add_task("d"), "or its fields by name, as `id=…`, got 'd'")
refuses(lambda: gg.session.approve(1), "argument")
refuses(lambda: gg.files.read_file("a.txt", **{"\ud800": 1}), "")

# Unions of a request: one half, and not both.
refuses(lambda: gg.delegation.spawn_subagent("coder"), "")
refuses(lambda: gg.delegation.spawn_subagent("coder", prompt="p", issue_id="i"), "")
refuses(lambda: gg.delegation.spawn_subagent("coder", prompt=5), "")

# Pairs: two numbers, or a range.
for ranges in ([(1,)], [(1, 2, 3)], [(1, "2")], [5], (1, 2), [(-1, 2)], [None]):
    refuses(lambda: gg.context.archive_thread(ranges), "`ranges")

print(refused)
