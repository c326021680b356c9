"""Reads Python text for gg without running it: what a module exports, or whether a text goes on.

The text comes by standard input; what is found goes out as JSON. Any Python may run this, an older one than programs run in
too: what only a newer one can read, it leaves open.
"""

import ast
import codeop
import json
import sys
import warnings

#: The version programs run in: this one and later ones know what is wrong with a text.
PROGRAMS = (3, 14)


def main() -> None:
    text = sys.stdin.buffer.read().decode()
    warnings.simplefilter("ignore")
    found = {"exports": exports, "unfinished": unfinished}[sys.argv[1]](text)
    json.dump(found, sys.stdout)


def unfinished(text: str) -> bool:
    """Whether a text ends in the middle of a program."""
    if text.rstrip("\n") == text and text.rpartition("\n")[2].startswith((" ", "\t")):
        # A blank line ends a block.
        return True
    try:
        return codeop.compile_command(text, "program.py", "exec") is None
    except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
        return False


def exports(text: str) -> dict[str, object]:
    """What a module exports: what `__all__` says, or else the public names it declares."""
    try:
        body = ast.parse(text).body
    except SyntaxError as error:
        found = {"message": str(error.msg), "line": error.lineno or 1, "column": max(error.offset or 1, 1)}
        return {"error": found if sys.version_info >= PROGRAMS else None}
    except (ValueError, MemoryError, RecursionError) as error:
        return {"error": {"message": str(error), "line": 1, "column": 1}}
    lines = text.splitlines()
    listed = next((names for node in reversed(body) if (names := listing(node)) is not None), None)
    found: dict[str, dict[str, object]] = {}
    for node in body:
        for name, kind, signature in declared(node, text):
            # A name that is declared anew is what it was declared last.
            found.pop(name, None)
            if name in listed if listed is not None else not name.startswith("_"):
                found[name] = {
                    "name": name,
                    "kind": kind,
                    "signature": signature,
                    "comment": docstring(node) or comment(node, lines),
                }
    return {"exports": list(found.values())}


def listing(node: ast.stmt) -> list[str] | None:
    """The names that `__all__` is given, where they can be read."""
    match node:
        case ast.Assign(targets=[ast.Name("__all__")], value=value) | ast.AnnAssign(ast.Name("__all__"), value=value):
            try:
                return list(ast.literal_eval(value))
            except (TypeError, ValueError):
                return None
    return None


def declared(node: ast.stmt, text: str) -> list[tuple[str, str, str]]:
    """What a statement declares: name, kind, and how, without its body."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [(name, "function", head(node))]
        case ast.ClassDef(name=name):
            return [(name, "type", head(node))]
        case ast.AnnAssign(ast.Name(name), annotation):
            return [(name, "value", f"{name}: {ast.unparse(annotation)}")]
        case ast.Assign(targets=targets):
            names = [at.id for target in targets for at in ast.walk(target)
                     if isinstance(at, ast.Name) and isinstance(at.ctx, ast.Store)]
            return [(name, "value", name) for name in names]
    if type(node).__name__ == "TypeAlias":
        return [(node.name.id, "type", ast.unparse(node))]
    return []


def head(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str:
    """A definition without its decorators and its body."""
    bare = ast.copy_location(type(node)(**{**dict(ast.iter_fields(node)), "decorator_list": [], "body": []}), node)
    return ast.unparse(bare).strip().removesuffix(":")


def docstring(node: ast.stmt) -> str | None:
    """What a definition says of itself."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return ast.get_docstring(node) or None
    return None


def comment(node: ast.stmt, lines: list[str]) -> str | None:
    """The lines of comment right before a statement, without their marks."""
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    found: list[str] = []
    for line in reversed(lines[: first - 1]):
        if not line.startswith("#") or line.startswith("#!"):
            break
        found.insert(0, line.lstrip("#").strip())
    return "\n".join(found) or None


main()
