"""The grader's only clock: computing that may last as long as it would anywhere, and no longer."""

import time


class Deadline:
    """So many seconds of computing of this thread from now on, waiting for others left out.

    >>> Deadline(0).is_over(), Deadline(60).is_over(), Deadline(0).left
    (True, False, 0.001)
    """

    def __init__(self, seconds: float):
        self._until = time.thread_time() + seconds

    def is_over(self) -> bool:
        return time.thread_time() >= self._until

    @property
    def left(self) -> float:
        """Seconds that are left, for an engine that takes none for no limit."""
        return max(self._until - time.thread_time(), 0.001)
