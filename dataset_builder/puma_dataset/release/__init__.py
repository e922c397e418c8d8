"""A public subset of a private set of tasks, and the proof that it tells nothing of the rest.

In reading order: pictures, recordings, likeness and gallery (media); letters, needles and passages (texts); traces,
what a task is known by; selection; stripping; escapes, codes, packed and layers, what a text may be; places, what stands in
a file; checking; subset.
"""
