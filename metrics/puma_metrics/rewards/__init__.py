"""The rules as rewards in reinforcement learning: what the trainers' libraries call, in their signatures.

    trl        reward functions for TRL's trainers
    verl       compute_score for verl, and the columns of its data
    verifiers  reward functions for verifiers' tasks, and for the Rubric of its releases before 0.4

Rewards are strict unless a soft one is named. None of these modules imports its library. An answer that the grader
itself could not judge has no reward, never 0, and a warning names its task and rule; a record that is no valid task
raises InvalidTask. Nothing is computed but scores: flags and reasons wait to be asked for.
"""

from .judging import last_reply, ready, task_text

__all__ = ["last_reply", "ready", "task_text"]
