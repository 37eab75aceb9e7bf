"""What the server sends, as response models: the only description of the wire.

A document is a class here, in the module of its subject; a field of it is declared once. Its route names it with
``responses=sends(...)``, a frame of the live socket stands in ``live.FRAMES``. OpenAPI is made from that, and the page's
TypeScript types are made from OpenAPI. Nothing is checked at run time, as views are large and made for every answer:
tests hold what is really sent to these models.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Free = dict[str, Any]
Responses = dict[int | str, dict[str, Any]]
Moment = Annotated[float, Field(description="seconds since 1970")]


class Answered(BaseModel):
    """Any document that the server sends; nothing comes that is not described."""

    model_config = ConfigDict(extra="forbid")


def sends(model: type[BaseModel]) -> Responses:
    """The ``responses`` of a route that answers with *model*."""
    return {200: {"model": model}}


def absent(description: str | None = None) -> Any:
    """The default of a field that may be left out: where it comes, it is of the declared type."""
    return Field(default=None, description=description, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)
