"""Standard output and standard error: their lines go to the operator."""

import io
import sys
from collections.abc import Buffer

from wit_world.imports import feedback


class Lines(io.RawIOBase):
    """Bytes that become lines."""

    def __init__(self) -> None:
        self.rest = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        data = bytes(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            feedback.log(line.decode(errors="replace"))
        return len(data)

    def end(self) -> None:
        """What is left is a line too."""
        if self.rest:
            self.write(b"\n")


#: The two streams, with what their lines are made of.
streams: list[tuple[io.TextIOWrapper, Lines]] = []


def install() -> None:
    """Puts the streams in the place of the system's."""
    for name in ("stdout", "stderr"):
        lines = Lines()
        text = io.TextIOWrapper(
            io.BufferedWriter(lines), encoding="utf-8", errors="backslashreplace", newline="\n", line_buffering=True
        )
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)
        streams.append((text, lines))


def flush() -> None:
    """Hands over what a program has written without an end of line."""
    for text, lines in streams:
        if not text.closed:
            text.flush()
            lines.end()
