# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Calls in one frame: the guard of a function with what stands in it, down to the membrane.

What is not given as it is declared goes another way, which says what is wrong with it.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from gg import _check, _raw

#: Set in the flags of a function that takes any keyword.
VARKEYWORDS = 0x08

#: The same function with its guard, whose number is `at`. The checks of its texts come before the
#: first `pass`, and the rest of it before the second. To take nothing out of a tuple is the
#: shortest way to see that it has nothing.
SHORTER = """
def _made({parameters}):
    try:
        () = _rest
        pass
    except _call.CAUGHT:
        pass
    else:
        if not _unknown:
            try:
                pass
                return
            except _call.CAUGHT as _error:
                _failed = _error
            _call.GUARDS[{at}].fail(_failed)
    return _call.GUARDS[{at}].otherwise([{ordered}*_rest], {named}**_unknown)
"""

#: The check of a text, before its `pass`: most need no more. What is no text fails here.
PLAIN = """
if not _isascii({name}) or _len({name}) > {long}:
    pass
"""

#: What the checks are made with, under names that no table has.
CHECKING = {"_isascii": str.isascii, "_len": len}

#: Whether a value of the table is a result, so that what a call answers and what an answer holds
#: have to be told apart; and what calls a function of the membrane by its number, where the
#: bindings have one. What runs programs gives `_raw` what stands in it.
HAS_RESULTS = False
DIRECT = """(
    _answer
    if (_answer := _raw.call({number}, ({arguments}))) is not None
    else _raw.nothing()
)"""


def shorter(function: Callable[..., Any], at: int) -> Callable[..., Any] | None:
    """A function with its guard, which makes no tuple and no dictionary of what it is given."""
    code = function.__code__
    if function.__defaults__ or code.co_flags & VARKEYWORDS:
        return None
    ordered = code.co_varnames[: code.co_argcount]
    named = code.co_varnames[len(ordered) : len(ordered) + code.co_kwonlyargcount]
    text = SHORTER.format(
        at=at,
        parameters=", ".join([*ordered, *["/"] * bool(ordered), "*_rest", *named, "**_unknown"]),
        ordered="".join(f"{name}, " for name in ordered),
        named="".join(f"{name}={name}, " for name in named),
    )
    made: Any = ast.parse(text)
    written: Any = ast.parse(textwrap.dedent(inspect.getsource(function)))
    checks, rest = _split(written.body[0].body)
    tried = made.body[0].body[0]
    tried.body[1:] = checks
    match rest:
        case [*_, ast.AnnAssign(ast.Name(value), value=ast.expr()), ast.Return(ast.Name(result))]:
            if value == result:
                rest[-2:] = [ast.copy_location(ast.Return(rest[-2].value), rest[-2])]
    tried.orelse[0].body[0].body[:1] = [Direct().visit(statement) for statement in rest]
    function.__globals__.update(CHECKING)
    # Nothing is in the text but what stands in this package.
    compiled = compile(made, code.co_filename, "exec")
    maker: dict[str, Any] = {}
    exec(compiled, function.__globals__, maker)  # noqa: S102
    short = maker["_made"]
    short.__defaults__ = (_check.NOTHING,) * len(ordered)
    short.__kwdefaults__ = function.__kwdefaults__
    wrapped: Callable[..., Any] = functools.wraps(function)(short)
    return wrapped


def _split(body: list[Any]) -> tuple[list[Any], list[Any]]:
    """The checks of texts that a function opens with, in a shorter way, and what follows them."""
    checks: list[Any] = []
    for at, statement in enumerate(body):
        match statement:
            case ast.Expr(ast.Constant()):
                continue
            case ast.Assign(
                [ast.Name(name)], ast.Call(ast.Attribute(ast.Name("_check"), "string"))
            ):
                plain: Any = ast.parse(PLAIN.format(name=name, long=_check.LONG))
                plain.body[0].body = [statement]
                checks += plain.body
            case _:
                return checks, body[at:]
    return checks, []


class Direct(ast.NodeTransformer):
    """Calls of bindings that have a number become calls by that number."""

    def visit_Call(self, node: ast.Call) -> Any:
        """A call, which may be one of a binding."""
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(ast.Attribute(ast.Name("_raw"), interface), name):
                number = getattr(getattr(getattr(_raw, interface), name), "number", None)
                if number is not None:
                    arguments = "".join(f"{ast.unparse(one)}, " for one in node.args)
                    text = DIRECT.format(number=number, arguments=arguments)
                    return ast.parse(text, mode="eval").body
        return node
