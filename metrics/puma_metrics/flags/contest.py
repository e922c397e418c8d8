"""What contests a pass: the stance of each thing that was asked for, and what supersedes it."""

from ..sentence import Sentence
from . import conceding, counts, denial, form, lists, roles, shapes, stances, undecided
from .flag import Flag, flag_at, quoted
from .reading import LONGEST_THING, Reading
from .superseded import superseded
from .wanted import Item

MOST_PLACES = 200
"""Places of one thing that are looked at, from the last one back."""
MOST_ITEMS = 20
"""Things that were asked for, each looked at for itself."""


def contest(reading: Reading) -> list[Flag]:
    """The flags of a pass, each kind once."""
    found: dict[str, Flag] = {}
    for item in reading.items[:MOST_ITEMS]:
        if flag := _contested(reading, item):
            found.setdefault(flag.kind, flag)
    if flag := form.beyond(reading):
        found.setdefault(flag.kind, flag)
    if len(reading.items) > MOST_ITEMS or any(len(item) > MOST_PLACES for item in reading.items):
        found.setdefault(UNREAD, Flag(UNREAD, Sentence("too-much-found")))
    return list(found.values())


UNREAD = "not read to its end"


def _contested(reading: Reading, item: Item) -> Flag | None:
    """The flag of one item: none of its places is sound, or what follows the last sound one supersedes it."""
    last: Flag | None = None
    for place in reversed(item[-MOST_PLACES:]):
        found = unsound(reading, place)
        if not found:
            return superseded(reading, place)
        kind, reason = found
        last = last or flag_at(reading, kind, reason, place)
    return last


def unsound(reading: Reading, place: tuple[int, int]) -> tuple[str, str] | None:
    """Kind and reason of why a place is not sound by what stands around it, if it is not."""
    said = quoted(reading, *place)
    for kind, check, reason in SIMPLE:
        if check(reading, place):
            return kind, reason.format(said)
    if place[1] - place[0] > LONGEST_THING and reading.cues("or", *place):
        return "listed", f"an alternative stands in {said}"
    is_among_rivals = reading.has_rivals_near(place)
    if is_among_rivals and (listed := lists.listed(reading, place)):
        return "listed", f"{listed[1]} items, {said} is number {listed[0]}"
    for kind, find, reason in (*ANYWHERE, *(BESIDE if is_among_rivals else BARE)):
        if (other := find(reading, place)) is not None:
            return kind, reason.format(said, quoted(reading, other))
    for kind, check, reason, needs in OPEN:
        if (not needs or any(stance in reading.by_stance for stance in needs)) and check(reading, place):
            return kind, reason.format(said)
    return None


SIMPLE = (
    ("hidden", stances.is_hidden, "no reader sees {}"),
    ("retracted", stances.is_struck, "{} is struck out"),
    ("echo", form.is_echo, "{} stands in the question repeated"),
    ("asked", stances.is_asked, "{} stands in a question"),
    ("negated", denial.is_denied, "{} is denied"),
)
BESIDE = (
    ("listed", lists.alternative, "{} or {}"),
    ("listed", lists.percent, "{} and {} stand side by side"),
    ("listed", shapes.bare, "{} and {} stand side by side"),
    ("listed", shapes.parallel, "{} and {} stand side by side"),
    ("attributed", stances.other_source, "one says {}, another {}"),
)
ANYWHERE = (("listed", undecided.other_pole, "{} or {}"),)
BARE = (("listed", shapes.bare, "{} and {} stand side by side"),)
OPEN = (
    ("attributed", stances.is_disowned, "{} is what somebody else says", ("source",)),
    ("hedged", stances.is_example, "{} is an example, or a guess", ("refuse",)),
    ("hedged", undecided.is_guessed, "{} is an example, or a guess", ("guess", "example")),
    ("hedged", stances.is_left_open, "{} is left open", ("undecided",)),
    ("listed", stances.is_candidate, "{} is one of several", ("open",)),
    ("hedged", stances.is_conditional, "{} depends on a condition", ("condition",)),
    ("hedged", undecided.is_counterfactual, "{} depends on a condition", ("counterfactual", "condition")),
    ("listed", undecided.is_labelled_another, "{} is one of several", ()),
    ("hedged", undecided.is_possible, "{} is one of several", ("possible",)),
    ("listed", undecided.is_one_try, "{} is one of several", ("variant",)),
    ("retracted", undecided.is_draft, "{} is a draft", ("provisional",)),
    ("hedged", undecided.is_reversed, "{} is left open", ("reverse",)),
    ("hedged", undecided.is_one_guess, "{} is one of several", ("maybe",)),
    ("listed", undecided.is_bet, "{} is one of several", ()),
    ("listed", undecided.is_headed, "{} is one of several", ("open",)),
    ("conceded", conceding.is_admitted, "{} is conceded", ("admit",)),
    ("retracted", conceding.is_former, "{} is what was once", ("now",)),
    ("retracted", conceding.is_of_another_order, "{} stands in another order", ()),
    ("retracted", counts.is_summed_otherwise, "{} is superseded by another count", ()),
    ("retracted", roles.is_behind_another, "another answer stands before {}", ()),
    ("retracted", roles.plays_another, "{} plays another role", ()),
    ("negated", conceding.is_explained_away, "{} is denied", ("deny", "fails")),
    ("negated", undecided.is_part_of_a_title, "{} is part of another name", ("deny",)),
    ("conceded", undecided.is_conceded, "{} is conceded", ("although", "compare")),
)
"""What leaves a place open, and the stances of which a cue must stand somewhere for it."""
