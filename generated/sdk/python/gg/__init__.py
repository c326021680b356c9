# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""What a program can do: work in the workspace, keep notes, show itself things, direct other
agents.

A program is one reply of the model. It calls operations, and each call either returns a value
or fails.

- **Values stay in the program.** The model sees only views, which arrive in its window with the
  next turn: files by `gg.views.open_file`, texts a program composed by `gg.views.open_text`,
  documentation by `gg.views.open_docs_view`.
- **A failed call is an ordinary failure.** A program may catch it and go on. It carries a code
  to branch on and a message which says what was wrong.
- **A call that landed has landed.** Nothing is undone when the program fails later, except an
  ending of the session and a hand-over to another program.
- **A deferred call** checks and registers what it was asked for; it happens after the program
  has ended.
"""

from gg import (
    board,
    context,
    core,
    delegation,
    docs,
    files,
    memories,
    programs,
    session,
    shell,
    skills,
    tasks,
    views,
)

__all__ = [
    "files",
    "shell",
    "board",
    "tasks",
    "memories",
    "docs",
    "views",
    "context",
    "delegation",
    "skills",
    "programs",
    "session",
    "core",
]
