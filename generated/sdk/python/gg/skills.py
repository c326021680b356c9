# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Read a skill, and load the code it brings."""

from __future__ import annotations

from gg import _call, _check, _raw

__all__ = ["read_skill"]


@_call.operation("skills.read_skill", "gg.skills.read_skill")
def read_skill(name: str) -> str:
    """Reads a skill and puts it to use.

    The first read also pins the text in the window for the whole session, from the next turn
    on.

    If the skill has code in the language of this program, the code is loaded for every later
    program, the documentation of what it declares is opened as views, and its script, if it has
    one, runs after this program has ended. The script runs on every read.

    Code that does not compile does not fail the read: the diagnostic follows the text, and the
    code is not loaded.

    Args:
        name: The skill: one of those the system prompt lists.

    Returns:
        Its text; what was wrong with its code, if anything, follows.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The name is blank.
            - `NOT_FOUND`: There is no such skill; the message lists those there are.
    """
    name = _check.string(name, "name")
    _result: str = _raw.skills.read_skill(name)
    return _result
