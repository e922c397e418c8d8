"""The demo on a phone: nothing beside the page, and everything large enough for a finger."""

import pytest
from demo_pages import SECONDS, TABS, press, result, violations

from puma_demo.words import say

SMALL = """() => [...document.querySelectorAll("button, a, [role=tab], .wrap-inner")]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest("[aria-hidden=true], .puma"))
  .map(e => [e.innerText || e.ariaLabel, e.getBoundingClientRect()])
  .filter(([_, box]) => box.width < 44 || box.height < 44).map(([name, box]) => [name, box.width, box.height])"""
"""What a finger would miss."""


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("name", TABS)
def test_a_phone_needs_no_scrolling_to_the_side(visit, axe, name, width):
    page = visit("pl", viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True)
    place = on_a_phone(page, name)
    if name in ("rubric", "benchmark"):
        press(place, "sample", "pl")
        place.locator(".puma table").last.wait_for(timeout=SECONDS)
    else:
        press(place, "grade", "pl")
        result(place)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = place.locator("textarea")
    shown = [boxes.nth(place_of).bounding_box() for place_of in range(boxes.count())]
    assert all(box["width"] > 250 for box in shown), shown
    assert len({box["x"] for box in shown}) <= 1
    assert page.evaluate(SMALL) == []
    assert violations(page, axe) == []
    # a table that is wider than the page moves within its own frame
    assert place.locator(".puma .wide").first.evaluate("box => getComputedStyle(box).overflowX") == "auto"


def on_a_phone(page, name):
    """The panel of a tab; one without room stands in the menu behind the tabs."""
    page.wait_for_timeout(500)
    tab = page.get_by_role("tab", name=say(name, "pl"), exact=True)
    if tab.is_visible():
        tab.click()
    else:
        page.locator(".overflow-menu > button").click()
        page.locator(".overflow-dropdown button", has_text=say(name, "pl")).click()
    return page.locator("[role=tabpanel]:visible")
