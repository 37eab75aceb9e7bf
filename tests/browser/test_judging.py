"""Judging in the browser: a form by the rulebook's own description, odds as one types, and a log that a team shares."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .table import ON_A_PHONE, PHONE, TableServer

TABLET = {"viewport": {"width": 834, "height": 1112}, "has_touch": True}


def _fill(page: Page, **values: str) -> None:
    for name, value in values.items():
        page.locator(f"[data-field='{name.replace('__', '.')}']").fill(value)


def _besieged(page: Page, address: str, path: str = "/judge/besieged") -> None:
    page.goto(address + path)
    _fill(page, attacker__0__strength="25", defender__0__strength="5")
    expect(page.locator("[data-weighed]")).to_contain_text("25 against 5 is 5-1")


@pytest.mark.parametrize(
    "how",
    [{}, pytest.param(TABLET, marks=pytest.mark.long), PHONE],
    ids=["desktop", "tablet", "phone"],
)
def test_odds_come_as_one_types_and_a_judgement_is_told_in_sentences(
    club: TableServer, visitor: Callable[..., Page], how: dict[str, object]
) -> None:
    page = visitor(**how)
    _besieged(page, club.address)
    expect(page.locator("[data-chances=results]")).to_contain_text("DE")
    page.locator("[data-field=river]").check(force=True)
    expect(page.locator("[data-weighed]").get_by_role("button", name="Paragraph River")).to_be_visible()
    page.locator("[data-dice]").fill("6")
    page.locator("[data-judge]").click()
    expect(page.locator("[data-result]")).to_contain_text("Entry 1")
    expect(page.locator("[data-entry='1']")).to_contain_text("dice 6, typed")
    expect(page).to_have_url(re.compile(r"/judge/besieged/[\w-]{20,}$"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Rules", exact=True).click()
    drawer = page.locator("[data-panel=rules]")
    drawer.locator("[data-tab=charts]").click()
    expect(drawer.locator("[data-at='table crt'] td.read")).to_have_text("D3")


@pytest.mark.parametrize("how", [TABLET, pytest.param(PHONE, marks=ON_A_PHONE)], ids=["tablet", "phone"])
def test_a_tablet_and_another_device_share_a_log_and_correct_it_with_a_reason(
    club: TableServer, visitor: Callable[..., Page], how: dict[str, object]
) -> None:
    one, other = visitor(**TABLET), visitor(**how)
    _besieged(one, club.address)
    one.locator("[data-note]").fill("Kiev")
    one.locator("[data-sides]").fill("Red, Blue")
    one.locator("[data-dice]").fill("6")
    one.locator("[data-judge]").click()
    expect(one.locator("[data-entry='1']")).to_be_visible()
    one.locator("summary").filter(has_text="Share this log").click()
    other.goto(one.get_by_label("Link for the team").input_value())
    expect(other.locator("[data-entry='1']")).to_contain_text("Kiev")
    other.locator("[data-correct='1']").click()
    expect(other.locator("[data-field='attacker.0.strength']")).to_have_value("25")
    _fill(other, attacker__0__strength="15")
    other.locator("[data-reason]").fill("miscounted")
    other.locator("[data-judge]").click()
    expect(other.locator("[data-entry='2']")).to_contain_text("corrects 1: miscounted")
    # The first tablet sees it without a reload, with the dice of the entry that was corrected.
    expect(one.locator("[data-entry='1']")).to_contain_text("corrected by 2: miscounted")
    expect(one.locator("[data-entry='2']")).to_contain_text("dice 6")
    one.locator("[data-withdraw='2']").click()
    one.locator("[data-entry='2'] [data-reason]").fill("it was right")
    one.get_by_role("button", name="Withdraw 2").click()
    expect(one.locator("[data-entry='3']")).to_contain_text("withdraws 2: it was right")
    one.get_by_text("Only what counts").click()
    expect(one.locator("[data-entry]")).to_have_count(1)


def test_lines_are_filtered_by_side_and_exported(club: TableServer, anybody: Callable[..., Page]) -> None:
    page = anybody()
    _besieged(page, club.address)
    for number, sides in enumerate(("Red", "Red, Green"), 1):
        page.locator("[data-sides]").fill(sides)
        page.locator("[data-judge]").click()
        expect(page.locator(f"[data-entry='{number}']")).to_be_visible()
    page.locator("[data-side]").select_option("Green")
    expect(page.locator("[data-entry]")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Spreadsheet").click()
    assert download.value.suggested_filename == "besieged-judgements.csv"
    page.emulate_media(media="print")
    expect(page.locator("[data-judge-form]")).to_be_hidden()
    expect(page.locator("[data-entry='2']")).to_be_visible()


def test_what_the_rules_forbid_is_said_with_its_paragraph_before_anything_is_judged(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    _besieged(page, club.address)
    page.locator("[data-field=blitzkrieg]").check(force=True)
    _fill(page, attacker__0__strength="5")
    expect(page.locator("aside .wrong")).to_contain_text("Blitzkrieg")
    page.locator("[data-judge]").click()
    expect(page.get_by_role("alert")).to_contain_text("Blitzkrieg")
    expect(page.locator("[data-entry]")).to_have_count(0)


@pytest.mark.parametrize(
    ("rulebook", "fields", "choices", "wanted"),
    [
        (
            "damos",
            {"attacker__0__sp": "18", "defender__0__sp": "12"},
            {
                "attacker.0.kind": "armor",
                "defender.0.kind": "foot",
                "plan": "penetration",
                "posture": "steadfast",
            },
            "Winner",
        ),
        (
            "frontline",
            {
                "attacker__0__men": "14",
                "attacker__0__me": "2",
                "defender__0__men": "4",
                "defender__0__me": "5",
            },
            {},
            "Results",
        ),
        ("airborne", {"attacker__0__status": "12", "defender__0__status": "8"}, {}, "Score"),
    ],
)
def test_every_rulebook_that_judges_has_its_form(
    club: TableServer,
    visitor: Callable[..., Page],
    rulebook: str,
    fields: dict[str, str],
    choices: dict[str, str],
    wanted: str,
) -> None:
    page = visitor(**PHONE)
    page.goto(f"{club.address}/judge/{rulebook}")
    for name, choice in choices.items():
        page.locator(f"[data-field='{name}']").select_option(choice)
    _fill(page, **fields)
    expect(page.locator("[data-weighed] caption").filter(has_text=wanted)).to_be_visible()
    page.locator("[data-judge]").click()
    expect(page.locator("[data-result] .last")).not_to_be_empty()


def test_a_procedure_other_than_combat_is_judged_from_its_own_form(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    page.goto(f"{club.address}/judge/airborne")
    page.locator("[data-procedure=air_to_air]").check(force=True)
    _fill(page, interceptors="6", escort="3")
    expect(page.locator("[data-weighed]")).to_be_visible()
    page.locator("[data-judge]").click()
    expect(page.locator("[data-result]")).to_be_visible()
