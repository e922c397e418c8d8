"""The worksheets of a workbook that the user named."""

from pathlib import Path

from puma_answers.workbooks import Page, pages_of

from .opening import open_named


def read_pages(path: Path) -> list[Page]:
    """All worksheets of a workbook, in its order. Raises InputError as `pages_of` and `open_named`."""
    with open_named(path) as file:
        return pages_of(str(path), file)
