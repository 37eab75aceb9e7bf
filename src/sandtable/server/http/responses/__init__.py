"""What the server sends, as response models: the only description of the wire.

A document is a class here, in the module of its subject, or of the kernel (``KERNEL``) where a rulebook makes it; a field
of it is declared once. Its route names it with
``responses=sends(...)``, a frame of the live socket stands in ``live.FRAMES``. OpenAPI is made from that, and the page's
TypeScript types are made from OpenAPI. Nothing is checked at run time, as views are large and made for every answer:
tests hold what is really sent to these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, with_config

from sandtable.kernel.book import appearance as looks
from sandtable.kernel.book import forms, map_marks, review, standing_orders
from sandtable.kernel.book import study as studies
from sandtable.kernel.documents import Sparse
from sandtable.kernel.printed import concerns, glossary, order_sheets, paragraphs, rulings, scenarios

Free = dict[str, Any]
Responses = dict[int | str, dict[str, Any]]
Moment = Annotated[float, Field(description="seconds since 1970")]


class Answered(BaseModel):
    """Any document that the server sends; nothing comes that is not described."""

    model_config = ConfigDict(extra="forbid")


# Documents that the kernel declares and writes itself (``Document.as_json``): all their fields come, and no others.
KERNEL: Final = (
    *(
        looks.Appearance,
        looks.Figure,
        looks.Measure,
        looks.CounterMark,
        looks.Sighting,
        looks.CardRow,
        looks.Fate,
        looks.Risk,
    ),
    *(looks.Combat, looks.CombatSide, concerns.Concern),
    *(studies.FollowUp, studies.NextOption, studies.PreparedAnswer, studies.ReachHex),
    *(order_sheets.Way, order_sheets.Stop, order_sheets.Tasking, order_sheets.Pool, order_sheets.Stream),
    *(standing_orders.StandingOrder, standing_orders.StandingQuestion),
    *(glossary.Side, glossary.Term, paragraphs.Paragraph, scenarios.Result, scenarios.Switch),
    *(rulings.Ruling, forms.FormField, review.TurnCost, review.SideCost),
)
# The same, but for fields that are left out where they are empty.
SPARSE: Final[tuple[type[Sparse], ...]] = (
    *(map_marks.HexsideMark, map_marks.Arrow, map_marks.Label),
    *(looks.TrayRow, looks.HandCard, looks.HexCard),
)


def sends(model: type[BaseModel]) -> Responses:
    """The ``responses`` of a route that answers with *model*."""
    return {200: {"model": model}}


def absent(description: str | None = None) -> Any:
    """The default of a field that may be left out: where it comes, it is of the declared type."""
    return Field(default=None, description=description, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def _as_sent(schema: dict[str, Any], kind: type) -> None:
    for field in schema["properties"].values():
        _without_default(field)
    if issubclass(kind, Sparse):
        schema["required"] = [name for name in schema["properties"] if kind.comes(name)]


for document in (*KERNEL, *SPARSE):
    with_config(
        ConfigDict(
            extra="forbid",
            json_schema_serialization_defaults_required=True,
            json_schema_extra=_as_sent,
            use_attribute_docstrings=True,
        )
    )(document)
