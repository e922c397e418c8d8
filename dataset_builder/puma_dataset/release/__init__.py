"""A public subset of a private set of tasks, and the proof that it tells nothing of the rest.

In reading order: pictures, recordings and likeness (media), passages (texts), traces (what a task is known by),
selection, stripping, places (what stands in a file), checking, subset.
"""
