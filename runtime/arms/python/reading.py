"""Reads Python text for gg without running it: what a module exports, or whether a text goes on.

The text comes by standard input; what is found goes out as JSON. Any Python may run this, an older one than programs run in
too: what is wrong with a text, ruff says, which knows the language of programs.
"""

import ast
import codeop
import json
import pathlib
import re
import subprocess
import sys
import textwrap
import warnings

LONGEST_DEFAULT = 80


def main() -> None:
    text = sys.stdin.buffer.read().decode("utf-8-sig")
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
    said = Docstring(docstring(node)) if docstring(node) else None
    text = said.text if said else comment(node, lines)

    def one(name: str, kind: str, signature: str, of: ast.AST | None = None) -> dict[str, object]:
        found: dict[str, object] = {"name": name, "kind": kind, "signature": signature, "comment": text or None}
        said_of = said or Docstring("")
        found["arguments"] = taken(of.args, said_of) if of else []
        found["result"] = given(getattr(of, "returns", None), said_of) if of else None
        return found

    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [one(name, "function", head(node), node)]
        case ast.ClassDef(name=name):
            return [one(name, "type", whole(node))]
        case ast.AnnAssign(ast.Name(name), annotation):
            return [one(name, "value", f"{name}: {ast.unparse(annotation)}")]
        case ast.Assign(targets=[ast.Name(name)], value=ast.Lambda() as value):
            bare = ast.unparse(value).removesuffix(ast.unparse(value.body)).rstrip(": ")
            return [one(name, "function", f"{name} = {bare}", value)]
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


def taken(arguments: ast.arguments, said: "Docstring") -> list[dict[str, object]]:
    """What a function takes, in the order of its declaration, with what its docstring says of it."""

    def one(arg: ast.arg, default: ast.expr | None, by_name: bool, mark: str = "") -> dict[str, object]:
        kind, doc = said.arguments.get(arg.arg, ("", ""))
        initial = ast.unparse(default) if default else None
        return {
            "name": mark + arg.arg,
            "type": ast.unparse(arg.annotation) if arg.annotation else kind,
            "doc": doc,
            "required": default is None and not mark,
            "default": initial if initial and len(initial) <= LONGEST_DEFAULT else None,
            "by_name": by_name,
        }

    positional = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    found = [one(arg, default, False) for arg, default in zip(positional, defaults)]
    if arguments.vararg:
        found.append(one(arguments.vararg, None, False, "*"))
    found += [one(arg, default, True) for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        found.append(one(arguments.kwarg, None, True, "**"))
    return found


def given(annotation: ast.expr | None, said: "Docstring") -> dict[str, str] | None:
    """What a function gives back; none where there is nothing to tell."""
    kind, doc = said.returns
    kind = ast.unparse(annotation) if annotation else kind
    return {"type": kind, "doc": doc} if doc or kind not in ("", "None") else None


class Docstring:
    """A docstring taken apart: what it says of arguments and result, in sections (`Args:`, `Returns:`) or in fields
    (`:param name:`, `:returns:`). What is not understood stays in its text."""

    def __init__(self, text: str) -> None:
        self.text = ""
        self.arguments: dict[str, tuple[str, str]] = {}
        self.returns = ("", "")
        blocks: list[list[str]] = []
        for line in text.splitlines():
            if blocks and not opens(line) and (not opens(blocks[-1][0]) or not line.strip() or line[0].isspace()):
                blocks[-1].append(line)
            else:
                blocks.append([line])
        rest = [block for block in blocks if not self.take(block)]
        self.text = "\n".join(line for block in rest for line in block).strip()

    def take(self, block: list[str]) -> bool:
        """Takes in a section or a field, with the lines below it; false for what is neither."""
        first, below = block[0], textwrap.dedent("\n".join(block[1:])).strip()
        if field := FIELD.match(first):
            self.field(field["name"], field["of"].split(), one_line(f"{field['text']} {below}"))
            return True
        if first in ARGUMENTS:
            entries = [ENTRY.match(entry) for entry in re.split(r"\n(?=\S)", below)]
            if not all(entries):
                return False
            for entry in entries:
                kind = entry["type"] or ""
                self.arguments[entry["name"]] = (kind.removesuffix(", optional"), one_line(entry["text"]))
            return True
        if first in RETURNS and below:
            typed = TYPED.match(below)
            self.returns = (typed["type"], one_line(typed["text"])) if typed else ("", one_line(below))
            return True
        return False

    def field(self, name: str, of: list[str], text: str) -> None:
        """Takes in a field: `:param int count: text` has the name `param`, is of `int count`, and has a text."""
        if name in ("return", "returns"):
            self.returns = (self.returns[0], text)
        elif name == "rtype":
            self.returns = (text, self.returns[1])
        elif of:
            kind, doc = self.arguments.get(of[-1], ("", ""))
            told = (text, doc) if name == "type" else (" ".join(of[:-1]) or kind, text)
            self.arguments[of[-1].lstrip("*")] = told


FIELD = re.compile(r":(?P<name>param|type|returns?|rtype)\b(?P<of>[^:]*):(?P<text>.*)")
ENTRY = re.compile(r"\*{0,2}(?P<name>\w+) *(?:\((?P<type>.*?)\))? *:(?P<text>.*)", re.DOTALL)
TYPED = re.compile(r"(?P<type>[\w.]+(?:\[[^\n]*?\])?(?: \| [\w.]+)*): +(?P<text>.*)", re.DOTALL)
ARGUMENTS = ("Args:", "Arguments:", "Parameters:")
RETURNS = ("Returns:", "Return:")


def opens(line: str) -> bool:
    """Whether a line begins a section or a field, to which the indented lines below it belong."""
    return line in ARGUMENTS + RETURNS or FIELD.match(line) is not None


def one_line(text: str) -> str:
    """A text with every run of white space as one space."""
    return " ".join(text.split())


def head(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str:
    """A definition without its decorators and its body."""
    bare = ast.copy_location(type(node)(**{**dict(ast.iter_fields(node)), "decorator_list": [], "body": []}), node)
    return ast.unparse(bare).strip().removesuffix(":")


def whole(node: ast.ClassDef) -> str:
    """A class as it is declared, with its decorators, for a dataclass is made by its fields."""
    marks, inner = [f"@{ast.unparse(mark)}" for mark in node.decorator_list], members(node)
    return "\n".join([*marks, f"{head(node)}:" if inner else head(node), *inner])


def members(node: ast.ClassDef) -> list[str]:
    """What others may use of a class: fields, and methods without their bodies, with what they say of themselves."""
    found: list[str] = []
    for one in node.body:
        match one:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name[0] != "_" or name in OFFERED:
                said = (docstring(one) or "").partition("\n\n")[0]
                told = [f'    """{one_line(said)}"""'] if said else []
                found += [f"@{ast.unparse(mark)}" for mark in one.decorator_list]
                found += [f"{head(one)}:", *told] if told else [head(one)]
            case ast.AnnAssign(ast.Name(name), annotation, value=value) if name[0] != "_":
                found.append(f"{name}: {ast.unparse(annotation)}{initial(value)}")
            case ast.Assign(targets=[ast.Name(name)], value=value) if name[0] != "_":
                found.append(f"{name}{initial(value)}")
    return [f"    {line}" for line in found]


#: Methods that a caller has to know of, though they are not called by their names.
OFFERED = ("__init__", "__call__", "__enter__", "__getitem__")


def initial(value: ast.expr | None) -> str:
    """What a field is at first, if that is short."""
    text = ast.unparse(value) if value else ""
    return f" = {text}" if 0 < len(text) <= LONGEST_DEFAULT else ""


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
