"""The same ferries as in `tour.ts`, in Python:

cargo run --release -- arms install python
cargo run --release -- run examples/logs.py
"""

import csv
import statistics
from collections import defaultdict

import gg
from gg.core import ApiError, ErrorCode
from gg.files import EntryKind, FileReadText

ROOT = "examples/workspace"

# Read every log. What a program reads stays in the program.
delays = defaultdict(list)
for entry in gg.files.list_dir(path=f"{ROOT}/logs"):
    if entry.kind is EntryKind.FILE:
        log = gg.files.read_text_file(f"{ROOT}/logs/{entry.name}")
        for row in csv.DictReader(log.splitlines()):
            delays[row["ferry"]].append(int(row["delay"]))

# What is to be seen is opened as a view; `print` is for the operator.
lines = [
    f"{ferry}: {statistics.mean(minutes):.1f} minutes, at worst {max(minutes)}" for ferry, minutes in delays.items()
]
gg.views.open_text("delays", "\n".join(lines))
print(f"{len(delays)} ferries")

# Options are keywords, a union is a class per case, and a failure is an exception.
match gg.files.read_file(f"{ROOT}/notes/repairs.md", limit=1):
    case FileReadText(read):
        print(f"line {read.last_line} of {read.total_lines}: {read.contents.strip()}")
try:
    gg.files.read_file(f"{ROOT}/notes/tides.md")
except ApiError as error:
    assert error.code is ErrorCode.NOT_FOUND
    print(error)
