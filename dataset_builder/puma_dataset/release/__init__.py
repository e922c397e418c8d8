"""A public subset of a private set of tasks, and the proof that it tells nothing of the rest.

In reading order: likeness (media), traces (what a task is known by), selection, stripping, subset, checking.
"""
