"""The spaces of Gymnasium and PettingZoo: of the arrays, and of the slots with what is offered in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import missing
from .observation import GREATEST, Layout, Mask

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as why:
    raise missing(why) from why


class Slots(spaces.Discrete):
    """The slots of a seat. Drawn without a mask, one that is offered now; a pick of any other is refused."""

    def __init__(self, slots: int, offered: Callable[[], Mask]) -> None:
        super().__init__(slots)
        self._offered: Final = offered

    def sample(self, mask: Mask | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        """A slot, each of those in *mask* as likely as any other, or by *probability*."""
        if probability is not None:
            return super().sample(probability=probability)
        return super().sample(mask=self._offered() if mask is None else mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slots) and self.n == other.n

    __hash__ = None  # type: ignore[assignment]  # as spaces are in general


def observed(layout: Layout) -> spaces.Dict:
    """The space of the arrays of *layout*."""
    found: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(-GREATEST, GREATEST, shape, np.float32)
        for name, shape in layout.shapes.items()
        if name != "action_mask"
    }
    return spaces.Dict({**found, "action_mask": spaces.Box(0, 1, layout.shapes["action_mask"], np.int8)})
