"""How a program uses the calls: keywords, unions, records, choices, edits, lists, aliases and failures."""

import dataclasses

import gg
import gg.files
from gg import files, tasks
from gg.core import UNCHANGED, ApiError, ErrorCode
from gg.files import EntryKind, FileReadImage, FileReadText, TextRead

assert files is gg.files and gg.core.ApiError is ApiError

# Required arguments stand in order, the others are keywords; required ones may be named, too.
read = gg.files.read_file("a.txt", offset=2, limit=1)
assert read == gg.files.read_file(path="a.txt", offset=2, limit=1)
assert gg.files.read_file("a.txt", offset=None) == gg.files.read_file("a.txt")

# A union is a class per case.
match read:
    case FileReadText(TextRead(contents=text, first_line=2, last_line=2)):
        assert text == "two\n"
    case other:
        raise AssertionError(other)
picture = files.read_file("photo")
assert isinstance(picture, FileReadImage) and picture.value.media_type == "image/gif"

# A record that is returned cannot be changed, and has no members but its own.
try:
    read.value.contents = "mine"
except dataclasses.FrozenInstanceError:
    pass
else:
    raise AssertionError("it was changed")
assert dataclasses.replace(read.value, contents="mine").contents == "mine"

# A choice is an enum, and what is absent is None.
entries = {entry.name: entry.kind for entry in files.list_dir()}
assert entries["a.txt"] is EntryKind.FILE and entries["a.txt"] == "file"
assert [kind.name for kind in EntryKind] == ["FILE", "DIRECTORY", "OTHER"]
assert picture.value.not_shown_reason is not None

# A list may be any sequence; one that may be left out is empty.
assert gg.docs.search(query="read", modules=("files",)) == gg.docs.search(query="read", modules=["files"])

# A record that is taken is given by its fields, or whole.
tasks.add_task(id="a", title="A")
tasks.add_task(tasks.TaskInput(id="b", title="B", blocked_by=["a"]))
usage = tasks.add_task(tasks.TaskInput(id="c", title="C", description="about"))
assert usage.count == 3

# An edit leaves, removes or replaces.
tasks.update_task("c", description=UNCHANGED, title="Third")
tasks.update_task("c", description=None)
tasks.update_task("c", tasks.TaskPatch(description="new", status=tasks.TaskStatus.IN_PROGRESS))

# What returns nothing returns None, and a number is an int.
assert gg.views.open_text("notes", "text") is None
assert type(gg.views.close("notes")) is int
assert type(gg.shell.shell("exit 3", timeout_secs=5).exit_code) is int

# A second spelling is a method of what it is about.
gg.views.open_text("notes", "text")
[view] = [view for view in gg.views.current() if view.selector == "notes"]
assert view.kind is gg.views.ViewKind.TEXT and view.close() == 1

# A failed call raises, with its code, its operation and its id.
try:
    files.read_file("nothing")
except ApiError as error:
    assert error.code is ErrorCode.NOT_FOUND and error.code == "not-found"
    assert (error.operation, error.id) == ("read_file", "files.read_file")
    assert error.message == "no such file: nothing"
    assert str(error) == "gg.files.read_file failed (not-found): no such file: nothing"
else:
    raise AssertionError("it was read")

# One that is not held is refused like any other failure.
try:
    gg.board.remove_epic("e")
except ApiError as error:
    assert error.code is ErrorCode.UNAVAILABLE

print("every idiom was used")
