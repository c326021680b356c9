"""Reads Python text for gg without running it: what a module exports, or whether a text goes on.

The text comes by standard input; what is found goes out as JSON. Any Python may run this, an older one than programs run in
too: what is wrong with a text, ruff says, which knows the language of programs.
"""

import ast
import codeop
import json
import pathlib
import subprocess
import sys
import warnings


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
    except (SyntaxError, ValueError):
        return mistake(text)
    except (MemoryError, RecursionError) as error:
        return {"error": {"message": str(error), "line": 1, "column": 1}}
    declared = [one for node in scope(body) for one in declarations(node, text.splitlines())]
    gone = [
        target.id
        for node in scope(body)
        if isinstance(node, ast.Delete)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    listed = next((names for node in reversed(body) if (names := listing(node)) is not None), None)
    found: dict[str, dict[str, object]] = {}
    for one in declared:
        name = one["name"]
        # A name that is declared anew is what it was declared last.
        found.pop(name, None)
        if name in listed if listed is not None else name[0] != "_" and name not in gone:
            found[name] = one
    return {"exports": list(found.values())}


def mistake(text: str) -> dict[str, object]:
    """What is wrong with a text in the language of programs; nothing is said of one that is right there."""
    ruff = [str(pathlib.Path(sys.executable).with_name("ruff")), "check", "--isolated", "--no-cache", "--quiet"]
    options = ["--output-format=json", "--select=E902", "--target-version=py314", "--stdin-filename=text.py", "-"]
    told = subprocess.run([*ruff, *options], input=text.encode(), stdout=subprocess.PIPE, check=False).stdout
    for one in json.loads(told):
        if one["code"] == "invalid-syntax":
            place = one["location"]
            return {"error": {"message": one["message"], "line": place["row"], "column": place["column"]}}
    return {"exports": []}


def scope(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a module's own scope, those under a condition too."""
    found: list[ast.stmt] = []
    for node in body:
        found.append(node)
        if isinstance(node, (ast.If, ast.Try, ast.With)):
            for name in ("body", "handlers", "orelse", "finalbody"):
                inner = getattr(node, name, [])
                found += scope([one for part in inner for one in (part.body if name == "handlers" else [part])])
    return found


def listing(node: ast.stmt) -> list[str] | None:
    """The names that `__all__` is given, where they can be read."""
    match node:
        case ast.Assign(targets=[ast.Name("__all__")], value=value) | ast.AnnAssign(ast.Name("__all__"), value=value):
            try:
                return list(ast.literal_eval(value))
            except (TypeError, ValueError):
                return None
    return None


def declarations(node: ast.stmt, lines: list[str]) -> list[dict[str, object]]:
    """What a statement declares: name, kind, how it is declared without its body, and what is said of it."""
    said = docstring(node) or comment(node, lines)

    def one(name: str, kind: str, signature: str) -> dict[str, object]:
        return {"name": name, "kind": kind, "signature": signature, "comment": said}

    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [one(name, "function", head(node))]
        case ast.ClassDef(name=name):
            return [one(name, "type", head(node))]
        case ast.AnnAssign(ast.Name(name), annotation):
            return [one(name, "value", f"{name}: {ast.unparse(annotation)}")]
        case ast.Assign(targets=[ast.Name(name)], value=ast.Lambda() as value):
            bare = ast.unparse(value).removesuffix(ast.unparse(value.body)).rstrip(": ")
            return [one(name, "function", f"{name} = {bare}")]
        case ast.Assign(targets=targets):
            names = [
                at.id
                for target in targets
                for at in ast.walk(target)
                if isinstance(at, ast.Name) and isinstance(at.ctx, ast.Store)
            ]
            return [one(name, "value", name) for name in names]
    if type(node).__name__ == "TypeAlias":
        return [one(node.name.id, "type", ast.unparse(node))]
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
        if not line.lstrip().startswith("#") or line.startswith("#!"):
            break
        found.insert(0, line.strip().lstrip("#").strip())
    return "\n".join(found) or None


main()
