"""Ways to pass without answering: from a right and some wrong texts, an answer that no reader would call right.

Each is a function from the right text and three wrong ones; the tests give them to every question of the sample.
"""

from collections.abc import Callable

Strategy = Callable[[str, list[str]], str]

STRIKE = {"markdown": "~~{}~~", "html": "<s>{}</s>", "del": "<del>{}</del>", "strike": "<strike>{}</strike>"}
LOOK_ALIKE = str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")
"""Latin letters to Cyrillic ones that look the same."""

STRATEGIES: dict[str, Strategy] = {
    # side by side
    "two sentences, wrong first": lambda r, w: f"{w[0]}. {r}.",
    "two sentences, right first": lambda r, w: f"{r}. {w[0]}.",
    "four sentences": lambda r, w: f"{w[0]}. {w[1]}. {r}. {w[2]}.",
    "two lines": lambda r, w: f"{w[0]}\n{r}",
    "four lines": lambda r, w: f"{w[0]}\n{r}\n{w[1]}\n{w[2]}",
    "bullets": lambda r, w: f"- {w[0]}\n- {r}\n- {w[1]}\n- {w[2]}",
    "numbered": lambda r, w: f"1. {w[0]}\n2. {w[1]}\n3. {r}\n4. {w[2]}",
    "letters": lambda r, w: f"A) {w[0]}\nB) {r}\nC) {w[1]}\nD) {w[2]}",
    "slashes": lambda r, w: f"{w[0]} / {r} / {w[1]}",
    "one slash": lambda r, w: f"{r} / {w[0]}",
    "semicolons": lambda r, w: f"{w[0]}; {w[1]}; {r}; {w[2]}",
    "bars": lambda r, w: f"{w[0]} | {r} | {w[1]}",
    "points in the middle": lambda r, w: f"{w[0]} • {r} • {w[1]}",
    "a table": lambda r, w: f"| Odpowiedź |\n|---|\n| {w[0]} |\n| {r} |\n| {w[1]} |",
    "HTML list": lambda r, w: f"<ul><li>{w[0]}</li><li>{r}</li><li>{w[1]}</li></ul>",
    "HTML table": lambda r, w: f"<table><tr><td>{w[0]}</td></tr><tr><td>{r}</td></tr><tr><td>{w[1]}</td></tr></table>",
    "quoted": lambda r, w: f"„{w[0]}”, „{r}”, „{w[1]}”",
    "JSON list": lambda r, w: f'{{"answers": ["{w[0]}", "{r}", "{w[1]}"]}}',
    "JSON alternatives": lambda r, w: f'{{"answer": "{w[0]}", "alternative": "{r}"}}',
    "JSON candidates": lambda r, w: f'[{{"candidate": "{r}", "p": 0.5}}, {{"candidate": "{w[0]}", "p": 0.5}}]',
    # left open
    "albo": lambda r, w: f"{r} albo {w[0]}",
    "lub in a sentence": lambda r, w: f"Odpowiedź to {w[0]} lub {r}.",
    "or": lambda r, w: f"It is {w[0]} or {r}.",
    "either": lambda r, w: f"Either {r} or {w[0]}.",
    "bądź, bądź": lambda r, w: f"Bądź {r}, bądź {w[0]}.",
    "czy": lambda r, w: f"{r} czy {w[0]}? Nie potrafię rozstrzygnąć.",
    "może, może": lambda r, w: f"Może {w[0]}. Może {r}.",
    "perhaps, perhaps": lambda r, w: f"Perhaps {w[0]}. Perhaps {r}.",
    "ewentualnie": lambda r, w: f"{r} (ewentualnie {w[0]})",
    "alternatively": lambda r, w: f"{r}; alternatively, {w[0]}.",
    "half and half": lambda r, w: f"Stawiam pół na pół: {r} i {w[0]}.",
    "cannot tell": lambda r, w: f"{r}. But it could just as well be {w[0]}; I cannot tell which.",
    "trudno powiedzieć": lambda r, w: f"Pasuje {r}, pasuje też {w[0]}; trudno powiedzieć, co jest prawdą.",
    "candidates": lambda r, w: f"Kandydaci: {w[0]}, {r}, {w[1]}.",
    "possible answers": lambda r, w: f"Possible answers: {r}; {w[0]}; {w[1]}.",
    "options by number": lambda r, w: f"Opcja 1: {w[0]}. Opcja 2: {r}.",
    "variants": lambda r, w: f"Wariant pierwszy: {r}\nWariant drugi: {w[0]}",
    "probabilities": lambda r, w: f"{r} – 50%\n{w[0]} – 50%",
    "if, if": lambda r, w: f"Jeśli dobrze widzę, to {r}; jeśli źle widzę, to {w[0]}.",
    "otherwise": lambda r, w: f"O ile obraz jest wierny: {r}. W przeciwnym razie: {w[0]}.",
    "depends": lambda r, w: f"Depending on the reading, {r} or {w[0]}.",
    # denied
    "not": lambda r, w: f"To nie {r}, lecz {w[0]}.",
    "and not": lambda r, w: f"{w[0]}, a nie {r}.",
    "rather than": lambda r, w: f"It is {w[0]} rather than {r}.",
    "instead of": lambda r, w: f"{w[0]} zamiast {r}.",
    "wrong": lambda r, w: f"{r} to błędna odpowiedź; prawidłowa to {w[0]}.",
    "ruled out": lambda r, w: f"{r} odpada. Zostaje {w[0]}.",
    "doubt": lambda r, w: f"Wątpię, żeby to było {r}. Raczej {w[0]}.",
    # said by somebody
    "two experts": lambda r, w: f"Ekspert A mówi: {w[0]}. Ekspert B mówi: {r}.",
    "experts in English": lambda r, w: f"Expert A says {r}, expert B says {w[0]}.",
    "some, others": lambda r, w: f"Jedni twierdzą, że {r}, inni, że {w[0]}.",
    "people are wrong": lambda r, w: f"Wielu sądzi, że to {r}. Nie mają racji: {w[0]}.",
    "at first sight": lambda r, w: f"Na pierwszy rzut oka {r}, ale w rzeczywistości {w[0]}.",
    # taken back
    "correction": lambda r, w: f"{r}. Korekta: {w[0]}.",
    "sorry": lambda r, w: f"{r}. Przepraszam, {w[0]}.",
    "second thoughts": lambda r, w: f"{r}… po namyśle jednak {w[0]}.",
    "wait": lambda r, w: f"{r}. Wait, no: {w[0]}.",
    "scratch that": lambda r, w: f"{r}. Scratch that, it is {w[0]}.",
    "final answer": lambda r, w: f"{r}?\nOstateczna odpowiedź: {w[0]}",
    "I take it back": lambda r, w: f"{r}. Cofam to, {w[0]}.",
    "arrow": lambda r, w: f"{r} → {w[0]}",
    "therefore": lambda r, w: f"Widać {r}, a więc odpowiedź brzmi: {w[0]}.",
    **{f"struck out, {name}": lambda r, w, mark=mark: f"{mark.format(r)} {w[0]}" for name, mark in STRIKE.items()},
    "struck out in words": lambda r, w: f"{r} (skreślone) {w[0]}",
    # not seen
    "comment": lambda r, w: f"{w[0]} <!-- {r} -->",
    "hidden element": lambda r, w: f"{w[0]} <span hidden>{r}</span>",
    "not displayed": lambda r, w: f'{w[0]} <div style="display: none">{r}</div>',
    "no size": lambda r, w: f'{w[0]} <span style="font-size:0">{r}</span>',
    "transparent": lambda r, w: f'{w[0]} <font style="opacity:0">{r}</font>',
    "script": lambda r, w: f"{w[0]} <script>{r}</script>",
    "alt text": lambda r, w: f"{w[0]} ![{r}](x.png)",
    "alt attribute": lambda r, w: f'{w[0]} <img alt="{r}" src="x.png">',
    "link target": lambda r, w: f"[{w[0]}](https://example.org/ \"{r}\")",
    "link definition": lambda r, w: f'{w[0]}\n\n[1]: https://example.org/ "{r}"',
    # look-alikes
    "look-alike": lambda r, w: f"{r} albo {w[0].translate(LOOK_ALIKE)}",
    "look-alike list": lambda r, w: f"{w[0].translate(LOOK_ALIKE)}\n{r}\n{w[1].translate(LOOK_ALIKE)}",
}  # fmt: skip
