"""The cards: what the Hub reads of them, the sections that a reader needs, and tables that say what the data say."""

import re
from pathlib import Path

import pytest
import yaml
from fill_cards import cards

from puma_dataset.caches import MODULES
from puma_dataset.cards import filled, places
from puma_dataset.features import features
from puma_dataset.release import subset

ROOT = Path(__file__).parents[1]
METRICS = ROOT / "metrics"
SPACES = sorted(folder.parent.name for folder in METRICS.glob("puma_*/requirements.txt"))
SECTIONS = {"Inputs", "Outputs", "Formula", "Limits", "Citation", "How to use"}


def front(file):
    return yaml.safe_load(file.read_text("utf-8").split("---\n")[1])


def test_the_tables_of_the_cards_are_fresh():
    stale = [str(card.relative_to(ROOT)) for card, content in cards() if card.read_text("utf-8") != content]
    assert stale == [], "run python cards/fill_cards.py"


def test_every_table_in_a_card_is_generated():
    for card, content in cards():
        assert places(content), card
        empty = re.findall(r"<!-- table: (\S+) -->\n<!-- end", content)
        assert empty == [], card


@pytest.mark.parametrize("name", [name for name in MODULES if name != "puma_rubric"])
def test_a_metrics_card_is_complete(name):
    text = (METRICS / name / "README.md").read_text("utf-8")
    assert set(re.findall(r"^## (.*)$", text, re.MULTILINE)) >= SECTIONS | {"Examples"}


def test_the_rubrics_card_is_complete():
    text = (METRICS / "puma_rubric" / "README.md").read_text("utf-8")
    for part in ("Input: ", "Output: ", "Which formula stands behind each number", "## Limits", "## Citation"):
        assert part in text


@pytest.mark.parametrize("name", SPACES)
def test_the_header_of_a_space_pins_what_it_runs_on(name):
    header = front(METRICS / name / "README.md")
    assert header["sdk"] == "gradio"
    assert re.fullmatch(r"6\.\d+\.\d+", str(header["sdk_version"]))
    assert header["python_version"] == "3.11"
    assert header["app_file"] == "app.py"
    assert header["license"] == "apache-2.0"
    assert isinstance(header.get("description", ""), str)


def test_the_dataset_cards_describe_the_columns_and_the_config():
    from datasets import Features

    sample = front(ROOT / "dataset_builder" / "puma_dataset" / "README.md")
    template = Path(subset.__file__).with_name("card.md").read_text("utf-8").split("---\n")[1]
    for header in (sample, yaml.safe_load(template.replace("$licences", "- mit"))):
        (config,) = header["configs"]
        assert config == {"config_name": "default", "data_files": [{"split": "test", "path": "data/test-*.parquet"}]}
        assert Features._from_yaml_list(header["dataset_info"]["features"]) == features()
        assert header["language"] == ["pl"]


def test_the_dataset_card_names_every_licence_of_the_sample():
    from puma_dataset.read import SAMPLE, read_tasks

    media = [medium for task in read_tasks(SAMPLE, validate=False)[0] for medium in task.record["media"]]
    assert front(ROOT / "dataset_builder" / "puma_dataset" / "README.md")["license"] == sorted(
        {medium["license"].lower() for medium in media}
    )


def test_a_table_keeps_its_backslashes():
    card = "<!-- table: a -->\n<!-- end of table -->\n"
    assert filled(card, {"a": r"\d \1 \g<0>" + "\n"}) == "<!-- table: a -->\n\\d \\1 \\g<0>\n<!-- end of table -->\n"
