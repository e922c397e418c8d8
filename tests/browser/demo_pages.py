"""What the tests of the demo do on its pages."""

from puma_demo.words import say

LANGUAGES = ("pl", "en")
SECONDS = 60_000
TABS = ("rules", "speech", "documents", "extraction", "rubric", "benchmark")


def panel(page, name, language):
    page.get_by_role("tab", name=say(name, language), exact=True).click()
    return page.locator("[role=tabpanel]:visible")


def press(place, key, language):
    place.get_by_role("button", name=say(key, language), exact=True).click()


def result(place):
    """The last result in a tab, once it is there."""
    found = place.locator(".puma").last
    found.wait_for(timeout=SECONDS)
    return found


def violations(page, axe):
    # a result fades in, and axe would measure the colours on the way
    page.wait_for_function("() => !document.querySelector('.pending')")
    page.wait_for_timeout(700)
    if not page.evaluate("() => !!window.axe"):
        page.evaluate(axe)
    code = "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])"
    return page.evaluate(code)
