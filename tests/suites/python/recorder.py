"""Runs calls of an SDK against bindings whose functions record what arrives.

Takes the folders of the SDK and of the bindings, and a file of calls: each an expression, where its function is, and
what is to arrive (or what the failure reads). Prints what went otherwise, a line each.
"""

import importlib
import json
import struct
import sys
from dataclasses import fields, is_dataclass
from enum import Enum, Flag


def plain(name: str) -> str:
    return name.replace("_", "").lower()


def written(value):
    """A value of the bindings, in the form the suite compares."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Flag):
        return {"flags": [plain(bit.name) for bit in type(value) if bit in value]}
    if isinstance(value, Enum):
        return {"enum": plain(value.name)}
    if isinstance(value, int):
        return {"int": str(value)}
    if isinstance(value, float):
        return {"float": struct.pack(">d", value).hex()}
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, bytes):
        return [{"int": str(byte)} for byte in value]
    if isinstance(value, list):
        return [written(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [written(item) for item in value]}
    name = type(value).__name__
    if name in ("Ok", "Err"):
        return {name.lower(): written(value.value)}
    if is_dataclass(value) and "_" in name.rstrip("_"):
        return {"variant": [plain(name.rstrip("_").split("_", 1)[1]), written(getattr(value, "value", None))]}
    if is_dataclass(value):
        return {"record": [written(getattr(value, field.name)) for field in fields(value)]}
    raise TypeError(f"{value!r} is of no class the bindings have")


class Arrived(Exception):
    """What stands for the host: the call got there."""


def main() -> None:
    sdk, bindings, file = sys.argv[1:4]
    sys.path[:0] = [sdk, bindings]
    with open(file, encoding="utf-8") as stream:
        data = json.load(stream)
    feedback = importlib.import_module("wit_world.imports.feedback")
    guarded = []
    feedback.report_guard = lambda id, message: guarded.append((id, message))
    root = importlib.import_module(data["root"])
    arrived = []

    def record(*arguments):
        arrived.append([written(argument) for argument in arguments])
        raise Arrived

    for call in data["calls"]:
        interface = importlib.import_module(f"wit_world.imports.{call['interface']}")
        setattr(interface, call["function"], record)
        arrived.clear()
        try:
            eval(call["call"], {data["root"]: root})
            outcome = "returned"
        except Arrived:
            outcome = None
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"
        if outcome is not None or arrived != [call["arrives"]]:
            print(json.dumps({"call": call["call"], "outcome": outcome, "arrived": arrived, "wanted": call["arrives"]}))
    if guarded:
        print(json.dumps({"refused": guarded}))


main()
