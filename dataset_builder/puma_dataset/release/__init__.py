"""A public subset of a private set of tasks, and the proof that it tells nothing of the rest.

In reading order, for media: pictures, covers, recordings, likeness, gallery. For texts: letters, needles, passages. Then
traces (what a task is known by), selection, stripping. What a file may say: escapes, codes, packed, layers, places.
At last checking and subset.
"""
