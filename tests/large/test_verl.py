"""Scores as verl's own reward managers take them, and what verl makes of an answer that has none."""

import asyncio
import math
from pathlib import Path
from typing import Any

import pytest

from puma_metrics import grade
from puma_metrics.rewards.verl import columns, compute_soft_score_batch

WORDS = ["[PAD]", "[END]", "Gdynia", "Hel", "Sopot"]
ANSWERS = ["Gdynia", "Gdynia Sopot", "Hel", "Hel Gdynia"]


@pytest.fixture
def batch(library, of_words, harbour, endless, desert, tmp_path):
    """verl's batch of the four answers to `harbour` and four to `endless`, of which one fails; and its tokenizer."""
    torch, numpy = library("torch"), library("numpy")
    tokens = of_words([*WORDS, desert])
    answers = [*ANSWERS, "Hel", desert, "Sopot", "Hel"]
    padded = [(tokens(answer)["input_ids"] + [0, 0])[:2] for answer in answers]
    responses = torch.tensor(padded)
    prompts = torch.zeros(8, 1, dtype=torch.long)
    rows = parquet(library, [harbour] * 4 + [endless] * 4, tmp_path / "puma.parquet")
    data = {
        "prompts": prompts,
        "responses": responses,
        "attention_mask": torch.cat([torch.ones_like(prompts), (responses != 0).long()], dim=1),
    }
    for name in ("data_source", "reward_model", "extra_info"):
        data[name] = numpy.array([row[name] for row in rows], dtype=object)
    return library("verl").DataProto.from_single_dict(data), tokens


def parquet(library, tasks: list[dict[str, Any]], file: Path) -> list[dict[str, Any]]:
    """The tasks' rows, written and read again as the documentation does it."""
    library("datasets").Dataset.from_list(tasks).map(columns).to_parquet(file)
    return library("pyarrow.parquet").read_table(file).to_pylist()


def rewarded(library, batch, name: str, **reward_kwargs: Any) -> list[dict[str, Any]]:
    """What the manager that verl makes of its configuration says of each answer."""
    data, tokens = batch
    function = {"path": "pkg://puma_metrics.rewards.verl", "name": name, "reward_kwargs": reward_kwargs}
    manager = {"source": "register", "name": "naive", "module": None}
    config = library("omegaconf").OmegaConf.create(
        {"reward": {"custom_reward_function": function, "reward_manager": manager}}
    )

    async def run() -> list[dict[str, Any]]:
        made = library("verl.trainer.ppo.reward").load_reward_manager(config, tokens)
        return [await made.run_single(data[i : i + 1]) for i in range(len(data))]

    return asyncio.run(run())


@pytest.mark.parametrize(("name", "kind"), [("compute_score", "strict"), ("compute_soft_score", "soft")])
def test_a_reward_manager_has_the_graders_scores(library, batch, harbour, name, kind):
    found = rewarded(library, batch, name)
    scores = [grade(harbour, answer) for answer in ANSWERS]
    assert [each["reward_score"] for each in found[:4]] == [getattr(score, kind) for score in scores]
    assert [each["reward_extra_info"]["soft"] for each in found[:4]] == [score.soft for score in scores]
    assert {tuple(each["reward_extra_info"]) for each in found} == {("score", "strict", "soft", "rule_error")}
    assert [each["reward_extra_info"]["rule_error"] for each in found] == [0, 0, 0, 0, 0, 1, 0, 0]


def test_an_answer_without_a_score_takes_its_group_out_and_no_other(library, batch):
    torch, numpy = library("torch"), library("numpy")
    manager = library("verl.experimental.reward_loop.reward_manager.naive").NaiveRewardManager
    scores = [each["reward_score"] for each in rewarded(library, batch, "compute_score")]
    assert [math.isnan(score) for score in scores] == [i == 5 for i in range(8)]
    rewards = manager.assemble_rm_scores(batch[0], scores)
    mask = (batch[0].batch["responses"] != 0).float()
    groups = numpy.array(["harbour"] * 4 + ["endless"] * 4)
    advantages, _ = library("verl.trainer.ppo.core_algos").compute_grpo_outcome_advantage(rewards, mask, groups)
    assert bool(torch.isfinite(advantages[:4]).all())
    assert bool(torch.isnan(advantages[4:][mask[4:] > 0]).all())


def test_a_configured_number_stands_for_a_failed_rule(library, batch):
    found = rewarded(library, batch, "compute_score", on_error=0.0)
    assert [each["reward_score"] for each in found[4:]] == [0.0, 0.0, 0.0, 0.0]
    assert [each["reward_extra_info"]["rule_error"] for each in found[4:]] == [0, 1, 0, 0]


def test_the_batch_manager_has_the_graders_scores(library, batch, harbour):
    data, tokens = batch
    made = library("verl.workers.reward_manager").BatchRewardManager(tokens, 0, compute_soft_score_batch)
    found = made(data, return_dict=True)
    sums = found["reward_tensor"].sum(dim=1).tolist()
    assert sums[:4] == pytest.approx([grade(harbour, answer).soft for answer in ANSWERS])
    assert set(found["reward_extra_info"]) == {"score", "strict", "soft", "rule_error"}
    assert found["reward_extra_info"]["rule_error"] == [0, 0, 0, 0, 0, 1, 0, 0]
