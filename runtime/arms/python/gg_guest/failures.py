"""The failure that ends a program, as the host is told of it: what kind it is, its code, its words and its place."""

import sys
import types

from wit_world.imports import feedback
from wit_world.imports.feedback import ErrorKind, ProgramError
from wit_world.imports.types import ErrorCode

from gg_guest import absent, tracebacks
from gg_guest.table import ROOT

#: How many bytes of a failure are told, before and after what is left out.
HEAD, TAIL = 4_000, 12_000


def tell(error: BaseException) -> None:
    """Hands the failure that ended a program up to the host."""
    try:
        code = code_of(error)
        tracebacks.prune(error)
        kind = kind_of(error) if code is None else ErrorKind.API_FAILURE
        told = ProgramError(kind, code, text(error), tracebacks.location(error))
    except BaseException as other:
        # No memory is left to say more, or the failure does what failures do not.
        told = ProgramError(ErrorKind.OTHER, None, cut(named(error, other)), placed(error))
    feedback.report_error(told)


def named(error: BaseException, other: BaseException) -> str:
    """What is said of a failure that cannot be shown, which failed with another."""
    said = other if isinstance(other, MemoryError) else error
    name = type.__dict__["__name__"].__get__(type(said))
    try:
        words = str(said)
    except BaseException:
        words = ""
    return f"{name}: {words}" if words else name


def placed(error: BaseException) -> str | None:
    """The place of a failure that cannot be shown."""
    try:
        return tracebacks.place(error)
    except BaseException:
        return None


def code_of(error: BaseException) -> ErrorCode | None:
    """The code of the failure of a call, as the membrane has it; none for one that a program made itself."""
    *_, innermost = [None, *tracebacks.frames(error)]
    if innermost is None or innermost.tb_frame.f_globals.get("__name__") != f"{ROOT}._call":
        return None
    # Whatever the table calls them: the failure of a call is the one exception that has a code of the table's.
    code = getattr(error, "code", None)
    if type(code).__module__ != f"{ROOT}.core":
        return None
    return ErrorCode(list(type(code)).index(code))


def kind_of(error: BaseException) -> ErrorKind:
    """Whether a name is unknown: one that nobody declared, or one that a module of the table or of `lib` lacks."""
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return ErrorKind.UNKNOWN_NAME
    return ErrorKind.OTHER if asked(error) is None else ErrorKind.UNKNOWN_NAME


def asked(error: BaseException) -> types.ModuleType | None:
    """The module of the table, or of `lib`, that was asked for a name it does not have."""
    name = None
    if isinstance(error, AttributeError) and isinstance(error.obj, types.ModuleType):
        name = error.obj.__name__
    elif isinstance(error, ModuleNotFoundError):
        name = error.name.rpartition(".")[0] if isinstance(error.name, str) else None
    elif isinstance(error, ImportError):
        name = error.name
    if not isinstance(name, str) or name.partition(".")[0] not in (ROOT, "lib"):
        return None
    return sys.modules.get(name)


def text(error: BaseException) -> str:
    """The traceback; after it what there is, where a module was asked for what it does not have."""
    module = asked(error)
    if isinstance(error, ImportError):
        # Where a module was built says nothing to whoever wrote the program.
        error.msg = str(error.msg).removesuffix(f" ({error.path or 'unknown location'})")
    if (note := absent.note(error)) is not None:
        error.add_note(note)
    words = tracebacks.shown(error)
    if module is not None:
        declared = getattr(module, "__all__", None) or [name for name in dir(module) if not name.startswith("_")]
        words += f"\n{module.__name__} declares: {', '.join(declared) or 'nothing'}"
    return cut(words)


def cut(words: str) -> str:
    """Words of a bounded length. What matters most stands last."""
    whole = words.encode(errors="replace")
    if len(whole) <= HEAD + TAIL:
        return whole.decode()
    head, tail = whole[:HEAD].decode(errors="ignore"), whole[-TAIL:].decode(errors="ignore")
    return f"{head}\n[{len(whole) - HEAD - TAIL} bytes are left out here]\n{tail}"
