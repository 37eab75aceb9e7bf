"""The list, the keys and the ear: a turn is played without looking at the map or touching a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from .positions import begin_match, offers, play_until
from .table import PATIENCE, TableServer, settled, tab_to, wait_for_turn

# A second press so soon after the first does not count.
SETTLED_MS = 500
FORCE = "163rd Infantry Division"
# In a fight any answer will do; these lead to its end.
ANSWERS = re.compile("^(Attack with|All of them|Onward|Keep|Stop|Do not)")


def _at_the_operations(page: Page, club: TableServer) -> str:
    """A German who may activate his forces sits at the table."""
    match = begin_match(page.request, club.address)
    play_until(page.request, club.address, match, offers("activate"))
    page.goto(f"{club.address}/match/{match}?seat=german")
    wait_for_turn(page)
    return match


def _said(page: Page) -> Locator:
    """What is read out: news in their order."""
    return page.get_by_role("log", name="News")


def _here(page: Page) -> Locator:
    """What is read out about the place under the cursor."""
    return page.locator("[aria-live=polite][aria-atomic=true]")


def test_a_move_and_a_combat_are_played_from_the_list_by_roles_and_names(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    page.goto(club.address)
    page.get_by_role("button", name="Play Army Group North").click()
    page.get_by_role("button", name="Play German").click()
    page.get_by_role("button", name="List", exact=True).click()
    board = page.get_by_role("region", name="List")
    board.get_by_role("button", name="End the Strategic Movement Phase").click()
    # A force, where it can go at what price, and the way there.
    expect(board.get_by_role("heading", name="0109 Joensuu, city, woods, German control")).to_be_visible()
    board.get_by_role("button", name=f"Where it can go (Activate {FORCE}").click()
    goal = board.get_by_role("button", name="Go to 0111, woods, German control")
    expect(goal).to_have_accessible_name(
        re.compile(r"Costs 3: 2 of 5 movement points left there; no reaction on the way; in supply there\.$")
    )
    goal.click()
    expect(_said(page)).to_contain_text(f"{FORCE} moves from 0109 Joensuu to 0111", timeout=PATIENCE)
    settled(page)
    board.get_by_role("button", name="Stop here").click()
    # A combat to its end.
    board.get_by_role("button", name="Concerted attack on 1825, secretly a Grand Assault").click()
    # The foot that has not acted would be shut out: that is said first.
    expect(page.locator("[data-concern=shut_out]")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Do it").click()
    expect(_said(page)).to_contain_text("Odds: attacker wins", timeout=PATIENCE)
    log = page.get_by_role("list", name="Log")
    fought = log.get_by_text("inflicts")
    panel = page.get_by_role("group", name="Your choice").get_by_role("button")
    choice = board.get_by_role("button", name=ANSWERS)
    again = page.get_by_role("button", name="Do it")
    any_answer = again.or_(panel).or_(choice).first
    for _ in range(20):
        wait_for_turn(page)
        expect(any_answer.or_(fought.first).first).to_be_visible(timeout=PATIENCE)
        if fought.count():
            break
        answers = page.locator(".table").get_attribute("data-answers")
        any_answer.click()
        settled(page)
        if page.locator(f".table[data-answers='{answers}']").count():
            again.click()
        expect(page.locator(".table")).not_to_have_attribute("data-answers", answers or "", timeout=PATIENCE)
    expect(log.get_by_role("img", name=re.compile(r"^Dice: \d")).first).to_be_attached()
    expect(_said(page)).to_contain_text("inflicts", timeout=PATIENCE)


def test_the_cursor_says_where_it_is_and_tab_walks_from_force_to_force_and_out(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    _at_the_operations(page, club)
    board = page.get_by_role("application")
    expect(board).to_be_focused()
    page.keyboard.press("Tab")
    expect(_here(page)).to_have_text(
        re.compile(r"^0109 Joensuu, city, woods, German control; 163rd Infantry Division, in supply\. Can be")
    )
    page.keyboard.press("Tab")
    expect(_here(page)).to_contain_text("0212 Mikkeli")
    page.keyboard.press("Shift+Tab")
    expect(_here(page)).to_contain_text("0109 Joensuu")
    page.keyboard.press("ArrowRight")
    expect(_here(page)).to_contain_text("0108")
    tab_to(page, ":not(.board, body)")
    expect(board).not_to_be_focused()
    page.keyboard.press("Escape")
    expect(board).to_be_focused()


def test_the_table_has_landmarks_headings_and_words_for_what_is_looked_at(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    _at_the_operations(page, club)
    for landmark in ("banner", "main", "complementary"):
        expect(page.get_by_role(landmark)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Army Group North")
    side = page.get_by_role("complementary")
    expect(side.get_by_role("heading", level=2, name="Your turn · German")).to_be_visible()
    expect(side.get_by_role("region", name="What to do now")).to_contain_text("Activate a force")
    page.keyboard.press("c")
    page.get_by_role("searchbox", name="Filter").fill("novgorod")
    expect(page.get_by_role("heading", name=re.compile("^Can be chosen now"))).to_have_count(0)
    page.get_by_role("searchbox", name="Filter").fill("tilsit")
    page.get_by_role("region", name="List").get_by_role("button", name="1927 Tilsit, town, clear").click()
    hex_ = side.get_by_role("region", name="Selected hex")
    expect(hex_.get_by_role("heading", level=2, name="Tilsit")).to_be_visible()
    expect(hex_).to_contain_text("German control")
    expect(hex_.get_by_role("listitem").first).to_contain_text("Infantry Division")
    expect(_here(page)).to_have_text(
        re.compile("^1927 Tilsit, town, clear, German control; .* Infantry Division, in supply; ")
    )


def test_every_key_does_what_the_help_says(club: TableServer, member: Callable[..., Page]) -> None:
    page = member()
    _at_the_operations(page, club)
    board = page.get_by_role("application")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to use the table")).to_be_visible()
    page.keyboard.press("Escape")
    expect(board).to_be_focused()
    page.keyboard.press("l")
    expect(page.get_by_role("list", name="Log")).to_be_focused()
    page.keyboard.press("l")
    expect(board).to_be_focused()
    for key, panel in (("v", "Campaign"), ("k", "Luck"), ("i", "Army Group North"), ("o", "Combat")):
        page.keyboard.press(key)
        expect(page.get_by_role("region", name=panel, exact=True)).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("region", name=panel, exact=True)).to_have_count(0)
        expect(board).to_be_focused()
    page.keyboard.press("1")
    expect(_here(page)).to_have_text(re.compile("^Control: on"))
    expect(page.locator("[data-shown=german_control]")).to_be_attached()
    page.keyboard.press("1")
    expect(page.locator("[data-shown=german_control]")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_role("region", name="List")).to_be_focused()
    page.keyboard.press("c")
    expect(board).to_be_focused()
    page.keyboard.press("b")
    expect(page.get_by_role("button", name="Next force")).to_be_focused()
    page.keyboard.press("F6")
    page.keyboard.press("F6")
    expect(page.locator(".bar :focus")).to_have_count(1)


def test_units_of_a_stack_are_picked_with_keys_and_a_whole_gesture_is_taken_back_with_u(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    _at_the_operations(page, club)
    prompt = page.locator("p.why")
    for _ in range(20):
        before = _here(page).text_content() or ""
        page.keyboard.press("Tab")
        expect(_here(page)).not_to_have_text(before)
        if "1727 Memel" in (_here(page).text_content() or ""):
            break
    page.keyboard.press("Enter")
    expect(_here(page)).to_contain_text("hexes are within reach")
    # Two divisions lie there: one of them is picked, and picked no more, before anything is told to anybody.
    picks = page.locator("[data-pick]")
    expect(picks).to_have_count(2)
    for pressed in ("true", "false", "true"):
        picks.first.focus()
        page.keyboard.press("Enter")
        expect(picks.first).to_have_attribute("aria-pressed", pressed)
    expect(page.get_by_role("button", name="Undo (1)")).to_be_enabled()
    page.keyboard.press("b")
    expect(page.get_by_role("button", name="Act here with this one")).to_be_focused()
    page.keyboard.press("Enter")
    expect(prompt).to_contain_text("Division in 1727 Memel may act", timeout=PATIENCE)
    # What one gesture has done one key takes back.
    page.keyboard.press("u")
    expect(prompt).to_contain_text("Activate a force", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Undo (1)")).to_be_enabled(timeout=PATIENCE)


def test_the_rule_of_a_modifier_is_read_with_the_keyboard_and_focus_stays_in_the_combat(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    match = begin_match(page.request, club.address)
    play_until(page.request, club.address, match, offers("commit_air"))
    page.goto(f"{club.address}/match/{match}?seat=german")
    wait_for_turn(page)
    panel = page.get_by_role("region", name="Combat")
    expect(
        panel.get_by_role("img", name=re.compile("attacker wins .*%, defender wins")).first
    ).to_be_visible()
    page.keyboard.press("b")
    expect(panel.get_by_role("group", name="Your choice").get_by_role("button").first).to_be_focused()
    rule = panel.get_by_role("button", name=re.compile("^Paragraph ")).first
    tab_to(page, "[data-panel=combat] .rule")
    page.keyboard.press("Enter")
    card = page.get_by_role("tooltip")
    expect(card).to_be_visible()
    expect(page.locator(":focus")).to_have_attribute("aria-describedby", "paragraph-card")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(panel).to_be_visible()
    expect(rule).to_be_attached()
    # The answer takes its buttons away: the next question has the focus.
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    # What cannot be taken back is pressed twice.
    expect(panel.locator("[data-option]:focus")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(SETTLED_MS)
    page.keyboard.press("Enter")
    expect(_said(page)).to_contain_text("The dice fall", timeout=PATIENCE)
    wait_for_turn(page)
    expect(page.locator("[data-option]:focus")).to_have_count(1)
