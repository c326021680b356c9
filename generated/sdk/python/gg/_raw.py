# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""The bindings of the membrane as the toolchain makes them.

They check nothing, and only this package uses them.
"""

from importlib import import_module as _import_module
from typing import Any

try:
    _types = _import_module("componentize_py_types")
except ModuleNotFoundError as _error:
    raise ImportError("gg works inside its sandbox only, where the membrane is") from _error

Ok: Any = _types.Ok
Err: Any = _types.Err
board: Any = _import_module("wit_world.imports.board")
context: Any = _import_module("wit_world.imports.context")
delegation: Any = _import_module("wit_world.imports.delegation")
docs: Any = _import_module("wit_world.imports.docs")
feedback: Any = _import_module("wit_world.imports.feedback")
files: Any = _import_module("wit_world.imports.files")
memories: Any = _import_module("wit_world.imports.memories")
programs: Any = _import_module("wit_world.imports.programs")
session: Any = _import_module("wit_world.imports.session")
shell: Any = _import_module("wit_world.imports.shell")
skills: Any = _import_module("wit_world.imports.skills")
tasks: Any = _import_module("wit_world.imports.tasks")
types: Any = _import_module("wit_world.imports.types")
views: Any = _import_module("wit_world.imports.views")
