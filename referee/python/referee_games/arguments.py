"""Mistakes in arguments, in one line that says which argument is wrong and what to give.

pybind11 answers them with the whole signature. `explain` wraps the functions of a compiled class; what
their parameters are is read from its stub, `_native.pyi`.
"""

import ast
import functools
import inspect
import operator
import os
import pathlib
import re
from typing import Any, Callable, Dict, List, Mapping, NoReturn, Optional, Tuple

from . import _native
from ._native import UserError

MAX_SEED = 2**64 - 1
MAX_INTEGER = 2**31 - 1

#: What to give for a parameter, by its type in the stub.
WANTED = {
    "int": "an integer",
    "str": "a text",
    "bool": "True or False",
    "Mapping[str, object]": 'a dictionary, such as {"size": 7}',
    "Mapping[int, str]": "a dictionary of answers by seat",
    "Sequence[_Path]": "a list of paths",
    "_Path": "a path",
    "Clone": "what clone() has returned",
}


class ArgumentError(UserError, TypeError):
    """An argument of a wrong type, or one that isn't known, in one line that says what to do."""


def shown(value: object) -> str:
    """The value in one short line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 50 else text[:47] + "..."


def refuse(name: str, value: object, wanted: str) -> NoReturn:
    raise ArgumentError(f"{name} is {shown(value)}; give {wanted}")


def require_integer(name: str, value: object) -> None:
    """Raises ArgumentError for anything that isn't an integer, or is one that no parameter takes."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        refuse(name, value, WANTED["int"])
    if name == "seed":
        if not 0 <= number <= MAX_SEED:
            refuse(name, value, "an integer from 0 to 2**64 - 1")
    elif not -MAX_INTEGER - 1 <= number <= MAX_INTEGER:
        refuse(name, value, f"an integer of at most {MAX_INTEGER}")


def require(name: str, value: object, wanted: str) -> None:
    """Raises ArgumentError if the value isn't of the stub's type `wanted`."""
    if wanted == "int":
        require_integer(name, value)
        return
    checks: Dict[str, Callable[[], bool]] = {
        "str": lambda: isinstance(value, str),
        "bool": lambda: isinstance(value, int) or type(value).__name__ in ("bool_", "bool"),
        "Mapping[str, object]": lambda: isinstance(value, dict),
        "Mapping[int, str]": lambda: isinstance(value, dict)
        and all(isinstance(seat, int) and isinstance(answer, str) for seat, answer in value.items()),
        "Sequence[_Path]": lambda: isinstance(value, (list, tuple)) and all(isinstance(path, str) for path in value),
        "_Path": lambda: isinstance(value, str),
        "Clone": lambda: isinstance(value, _native.Clone),
    }
    if wanted in checks and not checks[wanted]():
        refuse(name, value, WANTED[wanted])


def in_python(text: str) -> str:
    """An error of the referee in the words of this module: it speaks of options of the command line."""
    text = re.sub(r"--players\b", "seats", text)
    text = re.sub(r"--set (?=\S)", "settings: ", text)
    return text.replace(" beside the field, in $REFEREE_GAMES, or by --rules DIR", " beside the field or in $REFEREE_GAMES")


def as_texts(value: Any) -> Any:
    """Paths as text, alone or in a list."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple)):
        return [as_texts(each) for each in value]
    return value


def signatures(name: str) -> Dict[str, Tuple[inspect.Signature, Dict[str, str]]]:
    """Those of a class's functions in the stub, and the types of their parameters."""
    tree = ast.parse(pathlib.Path(__file__).with_name("_native.pyi").read_text(encoding="utf-8"))
    found = {}
    (described,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    for node in described.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            parameters: List[inspect.Parameter] = []
            types: Dict[str, str] = {}
            positional, named = node.args.args, node.args.kwonlyargs
            defaults: List[Optional[ast.expr]] = [None] * (len(positional) - len(node.args.defaults))
            defaults += node.args.defaults
            for argument, default in [*zip(positional, defaults), *zip(named, node.args.kw_defaults)]:
                kind = inspect.Parameter.KEYWORD_ONLY if argument in named else inspect.Parameter.POSITIONAL_OR_KEYWORD
                value = inspect.Parameter.empty if default is None else ast.literal_eval(default)
                parameters.append(inspect.Parameter(argument.arg, kind, default=value))
                if argument.annotation is not None:
                    types[argument.arg] = ast.unparse(argument.annotation)
            found[node.name] = inspect.Signature(parameters), types
    return found


def explained(
    cls: type, function: Callable[..., Any], signature: inspect.Signature, types: Mapping[str, str]
) -> Callable[..., Any]:
    name = cls.__name__ if function.__name__ == "__init__" else f"{cls.__name__}.{function.__name__}"

    def checked(*given: Any, **named: Any) -> inspect.BoundArguments:
        """The arguments, with paths as text. Raises ArgumentError."""
        try:
            bound = signature.bind(*given, **named)
        except TypeError as error:
            parameters = ", ".join(list(signature.parameters)[1:]) or "none"
            raise ArgumentError(f"{name}: {error}; its arguments: {parameters}") from None
        for parameter, wanted in types.items():
            if parameter in bound.arguments:
                if "_Path" in wanted:
                    bound.arguments[parameter] = as_texts(bound.arguments[parameter])
                require(parameter, bound.arguments[parameter], wanted)
        return bound

    def call(*given: Any, **named: Any) -> Any:
        try:
            # What runs once a batch is checked before: pybind11 takes 1.5 of NumPy as 1.
            if function.__name__ in ("__init__", "reset"):
                bound = checked(*given, **named)
                return function(*bound.args, **bound.kwargs)
            return function(*given, **named)
        except ArgumentError:
            raise
        except UserError as error:
            text = str(error)
            if in_python(text) != text:
                raise UserError(in_python(text)) from None
            raise
        except TypeError as error:
            text = str(error)
            if "incompatible" in text:
                checked(*given, **named)
                text = f"{name}: arguments that don't fit; see help({name})"
            raise ArgumentError(text) from None

    functools.update_wrapper(call, function)
    call.__qualname__ = f"{cls.__name__}.{function.__name__}"
    call.__module__ = cls.__module__
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


def explain(cls: type) -> None:
    """From now on the class's functions explain mistakes in their arguments."""
    for member, (signature, types) in signatures(cls.__name__).items():
        setattr(cls, member, explained(cls, getattr(cls, member), signature, types))
