"""A public subset of a private set of tasks, and the proof that it tells nothing of the rest.

In reading order. Media: pictures, covers, recordings, likeness, gallery. Texts: letters, needles, passages. What a task
is known by: traces. Then selection and stripping. What a file may say: escapes, codes, packed, layers, places. At last
checking and subset.
"""
