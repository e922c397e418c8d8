"""Real steps of TRL's GRPOTrainer on a tiny random model: the rewards it learns from are the grader's."""

import math
import re
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from puma_metrics import grade
from puma_metrics.rewards.trl import soft_reward, strict_reward

GUIDE = (Path(__file__).parents[2] / "docs" / "en" / "train.md").read_text("utf-8")


WORDS = ["[PAD]", "[END]", "Gdynia", "Hel", "Sopot", "Jakie", "słowo", "nadano?", "Co", "słychać?"]


@pytest.fixture
def tiny(library, of_words, tmp_path, desert) -> str:
    """The folder of a model of two layers with random weights, whose every token is a word of these."""
    library("trl")
    torch, transformers = library("torch"), library("transformers")
    size = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    torch.manual_seed(0)
    model = transformers.LlamaForCausalLM(
        transformers.LlamaConfig(
            vocab_size=len(WORDS) + 1, num_key_value_heads=1, pad_token_id=0, eos_token_id=1, **size
        )
    )
    for each in (model, of_words([*WORDS, desert])):
        each.save_pretrained(tmp_path / "tiny")
    return str(tmp_path / "tiny")


def watched(function, calls: list[dict[str, Any]]):
    """The reward function, with what it was given and what it gave written down."""

    @wraps(function)
    def watching(**given: Any) -> list[float | None]:
        calls.append({**given, "rewards": function(**given)})
        return calls[-1]["rewards"]

    return watching


def trained(library, model: str, rows: list[dict[str, Any]], functions: list[Any], folder: Path):
    """A trainer after one step with eight completions a prompt."""
    trl, datasets = library("trl"), library("datasets")
    arguments = trl.GRPOConfig(
        output_dir=str(folder / "out"),
        max_steps=1,
        per_device_train_batch_size=8 * len(rows),
        num_generations=8,
        max_completion_length=6,
        learning_rate=0.1,
        logging_steps=1,
        seed=1,
        use_cpu=True,
        report_to="none",
        save_strategy="no",
    )
    trainer = trl.GRPOTrainer(model, functions, args=arguments, train_dataset=datasets.Dataset.from_list(rows))
    trainer.train()
    return trainer


def weights(library, model) -> list[Any]:
    return [parameter.detach().clone() for parameter in model.parameters()]


def test_a_step_learns_from_the_graders_scores(library, tiny, harbour, tmp_path):
    calls: list[dict[str, Any]] = []
    before = library("transformers").AutoModelForCausalLM.from_pretrained(tiny)
    trainer = trained(library, tiny, [harbour], [watched(strict_reward, calls), soft_reward], tmp_path)
    [call] = calls
    scores = [grade(harbour, completion) for completion in call["completions"]]
    assert call["rewards"] == [score.strict for score in scores]
    assert set(call["rewards"]) == {0.0, 1.0}
    assert list(trainer._logs["rewards"]["strict_reward"]) == call["rewards"]
    assert list(trainer._logs["rewards"]["soft_reward"]) == [score.soft for score in scores]
    first = trainer.state.log_history[0]
    assert first["rewards/strict_reward/mean"] == pytest.approx(sum(call["rewards"]) / 8)
    assert first["rewards/soft_reward/mean"] == pytest.approx(sum(score.soft for score in scores) / 8)
    changed = [
        bool((a != b).any()) for a, b in zip(weights(library, before), weights(library, trainer.model), strict=True)
    ]
    assert any(changed)


def test_an_answer_without_reward_takes_part_in_nothing(library, tiny, harbour, endless, desert, tmp_path, caplog):
    calls: list[dict[str, Any]] = []
    trainer = trained(library, tiny, [harbour, endless], [watched(strict_reward, calls)], tmp_path)
    [call] = calls
    failed = [i == "endless" and desert in text for i, text in zip(call["id"], call["completions"], strict=True)]
    assert [reward is None for reward in call["rewards"]] == failed
    assert 0 < sum(failed) < 8
    seen = list(trainer._logs["rewards"]["strict_reward"])
    assert [math.isnan(reward) for reward in seen] == failed
    advantages = list(trainer._logs["advantages"])
    assert all(advantage == 0.0 for advantage, none in zip(advantages, failed, strict=True) if none)
    assert all(math.isfinite(advantage) for advantage in advantages)
    known = [reward for reward in call["rewards"] if reward is not None]
    assert trainer.state.log_history[0]["rewards/strict_reward/mean"] == pytest.approx(sum(known) / len(known))
    assert all(bool(parameter.isfinite().all()) for parameter in trainer.model.parameters())
    assert [r.getMessage()[:36] for r in caplog.records if r.name == "puma_metrics.rewards.judging"] == [
        "no reward for 'endless', rule 1: the"
    ]


def test_the_example_of_the_readme_runs(library, tiny, harbour, tmp_path, monkeypatch):
    [example] = [block for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL) if "GRPOTrainer" in block]
    rows = library("datasets").Dataset.from_list([harbour])
    monkeypatch.setattr(library("datasets"), "load_dataset", lambda name, split: rows)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for written, here in (
        ('"Qwen/Qwen3-0.6B"', repr(tiny)),
        ('output_dir="out"', 'output_dir="out", use_cpu=True, logging_steps=1, max_completion_length=6'),
    ):
        assert example.count(written) == 1
        example = example.replace(written, here)
    exec(example, names)
    logged = [entry for entry in names["trainer"].state.log_history if "loss" in entry]
    assert len(logged) == 3
    assert all(0 <= entry["rewards/strict_reward/mean"] <= 1 for entry in logged)
