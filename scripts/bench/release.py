"""How the comparison of media grows with their number, and how long it took to compare each with each.

python scripts/bench/release.py: images made up for it (pages of grey lines) and, of each tenth, a copy that was cropped
and encoded anew. Both ways must name the same copies. What each with each takes is measured on PAIRS of them, and
multiplied; seconds are those of the processor.
"""

import io
import random
import sys
import time
from itertools import islice

import numpy as np
from PIL import Image, ImageDraw

from puma_dataset.release.gallery import Gallery
from puma_dataset.release.likeness import Likeness, fit, likeness

SIZES = (250, 500, 1000)
PAIRS = 2_000
"""Pairs that are compared one by one, to tell what all of them would take."""


def page(seed: int) -> Image.Image:
    """Lines of words as grey rectangles, a heading and a picture: no page is like another."""
    chance = random.Random(seed)
    image = Image.new("L", (420, 594), "white")
    draw = ImageDraw.Draw(image)
    for top in range(60, 560, 14):
        left = 40
        while left < 370:
            width = chance.randint(8, 60)
            draw.rectangle((left, top, min(380, left + width), top + 7), fill=chance.randint(0, 120))
            left += width + 7
    left, top = chance.randint(40, 250), chance.randint(60, 400)
    draw.ellipse(
        (left, top, left + chance.randint(50, 130), top + chance.randint(50, 150)), fill=chance.randint(40, 220)
    )
    return image


def known(image: Image.Image) -> Likeness | None:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=60)
    return likeness(file.getvalue(), "image")


def copy(image: Image.Image) -> Image.Image:
    return image.crop((17, 23, image.width - 31, image.height - 12))


def main() -> int:
    print(f"{'images':>7} {'with a coarse filter':>21} {'each with each':>15}   copies named")
    images: list[Likeness | None] = []
    for size in SIZES:
        images += [known(page(seed)) for seed in range(len(images), size)]
        copies = [(seed, known(copy(page(seed)))) for seed in range(0, size, 10)]
        start = time.process_time()
        gallery = Gallery(images)
        for image in images:
            gallery.same(image)
        fast = time.process_time() - start
        found = sum(set(gallery.same(other)) == {seed} for seed, other in copies)
        start = time.process_time()
        pairs = ((one, other) for at, one in enumerate(images) for other in images[:at])
        spread = list(islice(pairs, 0, None, max(1, size * (size - 1) // 2 // PAIRS)))
        for one, other in spread:
            fit(one, other)
        slow = (time.process_time() - start) / len(spread) * size * (size - 1) / 2
        named = sum(bool(fit(images[seed], other)) for seed, other in copies)
        print(f"{size:>7} {fast:>19.1f} s {slow:>13.0f} s   {found} and {named} of {len(copies)}", flush=True)
    return 0


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    sys.exit(main())
