"""Waits and pace by a clock that the test holds: no test sleeps."""

import asyncio
import heapq
import itertools

import pytest

from puma_run.waits import Pace, wait_of

NOW = 1_796_000_000.0
SAID = {
    "seconds": ({"retry-after": "7"}, 7.0),
    "a fraction": ({"retry-after": "0.5"}, 0.5),
    "milliseconds first": ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
    "a date": ({"retry-after": "Mon, 30 Nov 2026 00:53:30 GMT"}, 10.0),
    "a date that is over": ({"retry-after": "Mon, 30 Nov 2020 00:53:30 GMT"}, 0.0),
    "an hour": ({"retry-after": "3600"}, 600.0),
    "less than nothing": ({"retry-after": "-5"}, 0.0),
    "the limit that is used up": (
        {
            "x-ratelimit-reset-requests": "1m30.5s",
            "x-ratelimit-remaining-requests": "0",
            "x-ratelimit-reset-tokens": "6m0s",
            "x-ratelimit-remaining-tokens": "4000",
        },
        90.5,
    ),
    "the longer of two": ({"x-ratelimit-reset-requests": "20ms", "x-ratelimit-reset-tokens": "3s"}, 3.0),
    "seconds since 1970": ({"x-ratelimit-reset": f"{NOW + 12:.0f}"}, 12.0),
    "milliseconds since 1970": ({"x-ratelimit-reset": f"{(NOW + 12) * 1000:.0f}"}, 12.0),
    "nonsense": ({"retry-after": "soon", "retry-after-ms": "nan", "x-ratelimit-reset-tokens": "-"}, 0.25),
}


@pytest.mark.parametrize("name", SAID)
def test_a_server_says_how_long_to_wait(name):
    headers, wait = SAID[name]
    assert wait_of(headers, 0, 429, NOW, 0.5) == wait


def test_a_reset_is_no_wait_where_no_limit_was_hit():
    assert wait_of({"x-ratelimit-reset-requests": "6m0s"}, 0, 500, NOW, 0.5) == 0.25


def test_without_a_word_the_bound_doubles_up_to_a_minute():
    assert [wait_of({}, attempt, 500, NOW, 1.0) for attempt in range(9)] == [0.5, 1, 2, 4, 8, 16, 32, 60, 60]


class Clock:
    """Time that moves only when everybody sleeps."""

    def __init__(self) -> None:
        self.time, self.order = 0.0, itertools.count()
        self.waiting: list[tuple[float, int, asyncio.Future]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self.waiting, (self.time + seconds, next(self.order), woken))
        await woken

    async def run(self, until: float) -> None:
        for _ in range(20):
            await asyncio.sleep(0)
        while self.waiting and self.waiting[0][0] <= until:
            self.time, _, woken = heapq.heappop(self.waiting)
            woken.set_result(None)
            for _ in range(20):
                await asyncio.sleep(0)
        self.time = until


def sent(rpm, workers, until, hold=None):
    """When requests were sent up to a time, by workers that do nothing else; `hold` is a pause: (at, seconds)."""
    clock, times = Clock(), []
    pace = Pace(rpm, clock.now, clock.sleep)

    async def worker():
        while True:
            await pace.turn()
            times.append(clock.time)
            if rpm is None:
                await clock.sleep(1.0)

    async def all_of_them():
        tasks = [asyncio.create_task(worker()) for _ in range(workers)]
        if hold:
            await clock.run(hold[0])
            pace.hold(hold[1])
        await clock.run(until)
        for task in tasks:
            task.cancel()

    asyncio.run(all_of_them())
    return times


def test_sixty_a_minute_are_at_most_sixty_one_in_any_minute():
    times = sent(60, workers=8, until=180.0)
    assert len(times) == 181
    assert max(sum(start <= time <= start + 60 for time in times) for start in times) == 61


def test_one_pause_holds_everybody_also_those_who_sleep():
    times = sent(None, workers=8, until=100.0, hold=(10.5, 30.0))
    assert [time for time in times if 10.5 < time < 40.5] == []
    assert sum(time == 40.5 for time in times) == 8


def test_a_pause_within_a_pace():
    times = sent(60, workers=8, until=100.0, hold=(10.5, 30.0))
    assert [time for time in times if 10.5 < time < 40.5] == []
    assert times[11:14] == [40.5, 41.5, 42.5]
