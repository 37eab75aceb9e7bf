"""Strict TOML by pydantic: models that forbid unknown keys, and one sentence for whatever is wrong with a file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError, model_validator
from pydantic_core import ErrorDetails

from sandtable.kernel.refusals import SandtableError

Text = Annotated[str, Field(min_length=1)]
Number = Annotated[float, Strict()]
Whole = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
# What is said by what is wrong (the names are pydantic's); {} stands for what was given.
_SENTENCES: Final = {
    "missing": "is missing",
    "too_long": "has more entries than it should",
    "string_type": "should be a text, not {!r}",
    "string_too_short": "should be a text, not {!r}",
    "float_type": "should be a number, not {!r}",
    "int_type": "should be a whole number, not {!r}",
    "bool_type": "should be true or false, not {!r}",
    "tuple_type": "should be a list, not {!r}",
    "dict_type": "should be a table, not {!r}",
    "model_type": "should be a table, not {!r}",
}
_Model = TypeVar("_Model", bound=BaseModel)
_Thing = TypeVar("_Thing")


class Table(BaseModel):
    """A table of a TOML file: every key is known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Row(Table):
    """A table that is written as a list, in the order of its fields."""

    @model_validator(mode="before")
    @classmethod
    def _by_name(cls, row: object) -> object:
        if isinstance(row, dict):
            return row
        if not isinstance(row, list) or len(row) != len(cls.model_fields):
            raise ValueError(f"should be [{', '.join(cls.model_fields)}], not {row!r}")
        return dict(zip(cls.model_fields, row, strict=True))


def must(hold: Callable[[Any], bool], reason: str) -> AfterValidator:
    """A condition on a value, and what is said (with the value for {}) where it does not *hold*."""

    def check(value: _Thing) -> _Thing:
        if not hold(value):
            raise ValueError(reason.format(value))
        return value

    return AfterValidator(check)


def at_least(count: int, what: str) -> AfterValidator:
    """A list of no less than so many entries."""

    def check(value: tuple[_Thing, ...]) -> tuple[_Thing, ...]:
        if len(value) < count:
            raise ValueError(f"needs at least {count} {what}, not {len(value)}")
        return value

    return AfterValidator(check)


def read_toml(path: Path, model: type[_Model], error: type[SandtableError]) -> _Model:
    """The file at *path* as a *model*; an *error* names the file, the key and the reason."""
    return held_to(model, load_toml(path, error), path.name, error)


def load_toml(path: Path, error: type[SandtableError]) -> dict[str, Any]:
    """The file at *path*, whatever it holds."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as why:
        raise error(f"{path.name}: cannot be read ({why.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as why:
        raise error(f"{path.name}: is not TOML ({why})") from None


def held_to(model: type[_Model], data: dict[str, Any], source: str, error: type[SandtableError]) -> _Model:
    """The *data* of the file *source* as a *model*."""
    try:
        return model.model_validate(data)
    except ValidationError as why:
        wrong = why.errors()[0]
        raise error(f"{source}: {_place(wrong['loc'], data)}: {_reason(wrong, model)}") from None


def by_name(things: Iterable[tuple[str, str, _Thing]], error: type[SandtableError]) -> dict[str, _Thing]:
    """*things*, each given with where it stands and its name; an *error* if two have the same name."""
    found: dict[str, _Thing] = {}
    for where, name, thing in things:
        if name in found:
            raise error(f"{where} is listed twice")
        found[name] = thing
    return found


def _place(location: Iterable[int | str], data: Any) -> str:
    """A key as people write it; of a row that begins with a name, the name rather than the column."""
    words = ""
    for step in location:
        if isinstance(step, int):
            data = data[step] if isinstance(data, list) and step < len(data) else None
            words += f"[{step}]"
            if isinstance(data, list) and data and isinstance(data[0], str):
                words += f" ({data[0]})"
        # Elsewhere it is the column of a row, or pydantic's word for one of several types.
        elif isinstance(data, dict):
            data = data.get(step)
            words += f".{step}"
    return words.removeprefix(".")


def _reason(wrong: ErrorDetails, model: type[BaseModel]) -> str:
    kind, given, context = wrong["type"], wrong["input"], wrong.get("ctx", {})
    if kind == "extra_forbidden":
        return f"is an unknown key; known here: {', '.join(_known(wrong['loc'], model))}"
    if kind in ("literal_error", "enum"):
        words = context["expected"].replace("'", "").replace(" or ", ", ")
        return f"should be one of {words}, not {given!r}"
    if kind == "value_error":
        return str(context["error"])
    return _SENTENCES[kind].format(given) if kind in _SENTENCES else f"{wrong['msg']}, not {given!r}"


def _known(location: Iterable[int | str], model: type[BaseModel]) -> list[str]:
    """The keys of the table in which the last step of *location* was not expected."""
    for step in location:
        if step in model.model_fields:
            model = next(_models_in(model.model_fields[str(step)].annotation), model)
    return sorted(field.alias or name for name, field in model.model_fields.items())


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)
