"""The grader of the PUMA benchmark: pure functions from tasks and answers to scores and their reasons."""

__version__ = "0.1.0"
