"""Two themes from the same tokens, both readable."""

from __future__ import annotations

import pytest

from sandtable.drawing.sheet.theme import DARK, LIGHT, THEMES, Theme

from .contrast import contrast, text_pairs


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_text_stands_out_from_its_ground(theme: Theme) -> None:
    faint = {
        name: round(contrast(*pair), 2) for name, pair in text_pairs(theme).items() if contrast(*pair) < 4.5
    }
    assert faint == {}


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_contrast_does_not_depend_on_the_order() -> None:
    assert contrast("#123456", "#fedcba") == contrast("#fedcba", "#123456")


def test_the_dark_theme_is_darker() -> None:
    assert contrast(DARK.land, "#ffffff") > contrast(LIGHT.land, "#ffffff")
