"""The style and the script of the report page. The script only shows and hides what already stands in the page."""

STYLE = """
:root { color-scheme: light; --ink: #1a2b3c; --soft: #44576b; --line: #c9d4e0; --pale: #f3f6f9; --accent: #0b5c80;
  --good: #17653a; --bad: #a3273a; --goodpale: #e3f3e8; --badpale: #fbe7ea }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem 1rem 4rem; max-width: 76rem; color: var(--ink); background: #fff;
  font: 1rem/1.5 system-ui, "Noto Sans", sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.8rem; line-height: 1.2; margin: .5rem 0 }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem }
h3 { font-size: 1rem; margin: 0; display: inline }
h4, .name { font-size: .95rem; margin: 1rem 0 .25rem; font-weight: 600 }
p { margin: .5rem 0; max-width: 48rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; margin: .75rem 0; list-style: none }
a { color: var(--accent) }
.skip { position: absolute; left: -999rem }
.skip:focus { position: static }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; margin: .75rem 0 }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .5rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: normal }
tbody tr:last-child > * { border-bottom: 0 }
thead th { background: var(--pale); white-space: nowrap }
thead th.group { text-align: center; border-inline-start: 1px solid var(--line) }
tbody th { font-weight: 500; min-width: 8rem; max-width: 14rem; overflow-wrap: anywhere }
tbody th:first-child { position: sticky; left: 0; background: #fff; border-inline-end: 1px solid var(--line) }
@media (max-width: 40rem) { tbody th { min-width: 6.5rem; max-width: 8rem } }
td.n, th.n { text-align: end; white-space: nowrap }
.of, .small, figcaption { font-size: .875rem; color: var(--soft) }
.best { font-weight: 700; color: var(--accent) }
figure { margin: 1rem 0 }
figcaption { margin-top: .5rem; max-width: 48rem }
code { font-size: .85rem }
.bars { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: .5rem 2rem }
.bars ul { list-style: none; margin: 0; padding: 0 }
.bars li { display: grid; grid-template-columns: minmax(5rem, 9rem) 1fr 3.2rem; gap: .5rem; align-items: center;
  font-size: .875rem; line-height: 1.3; padding: .15rem 0 }
.bars li > span:first-child { overflow: hidden; display: -webkit-box; -webkit-line-clamp: 2;
  -webkit-box-orient: vertical }
.bars li > span:last-child { text-align: end; font-variant-numeric: tabular-nums }
.track { position: relative; height: 1.1rem; background: var(--pale); border-radius: .2rem }
.bar { position: absolute; inset: 0 auto 0 0; background: var(--tint, var(--accent)); border-radius: .2rem }
.reach { position: absolute; top: 50%; height: 0; border-top: 2px solid var(--ink) }
.reach::before, .reach::after { content: ""; position: absolute; top: -.3rem; height: .5rem;
  border-left: 2px solid var(--ink) }
.reach::before { left: 0 }
.reach::after { right: 0 }
td.heat .of { color: var(--ink) }
td.heat { text-align: center; white-space: nowrap; background: rgb(11 92 128 / calc(var(--share) * .45)) }
.agreement thead th { white-space: normal; text-align: center; vertical-align: bottom; max-width: 10rem }
form { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr)); gap: .5rem .75rem;
  background: var(--pale); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; align-items: end }
form[hidden] { display: none }
label { display: block; font-size: .875rem; font-weight: 500 }
label:first-child { grid-column: span 2 }
input, select, button { font: inherit; color: inherit; width: 100%; min-height: 2.5rem; padding: .3rem .5rem;
  border: 1px solid #6b7f93; border-radius: .3rem; background: #fff }
button { cursor: pointer; font-weight: 500 }
summary { cursor: pointer; padding: .35rem 0; font-weight: 500 }
.task { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: 0 .75rem;
  content-visibility: auto; contain-intrinsic-size: auto 4.5rem }
.task[open] { border-color: var(--accent); padding-bottom: .75rem; content-visibility: visible }
.task[hidden] { display: none }
.task > summary { padding: .6rem 0 }
.chips { display: flex; flex-wrap: wrap; gap: .25rem; margin: .3rem 0 0; padding: 0; list-style: none }
.chip { font-size: .8rem; font-weight: 500; line-height: 1.4; padding: .05rem .45rem; border-radius: 1rem;
  border: 1px solid var(--line); background: #fff; color: var(--soft) }
.chip.good { background: var(--goodpale); border-color: var(--good); color: var(--good) }
.chip.bad { background: var(--badpale); border-color: var(--bad); color: var(--bad) }
.chip.flag { background: #fff4d6; border-color: #8a6400; color: #6b4e00 }
.body { display: grid; grid-template-columns: 1fr; gap: 0 2rem }
@media (min-width: 60rem) { .body { grid-template-columns: 2fr 3fr } }
.body > * { min-width: 0 }
.media { margin: .75rem 0 }
.media img { display: block; max-width: 100%; max-height: 30rem; border: 1px solid var(--line); background: #fff }
.media audio { width: 100% }
.text { white-space: pre-wrap; background: var(--pale); border-radius: .3rem; padding: .5rem .6rem; margin: .25rem 0 }
.prompt { white-space: pre-wrap; margin: .25rem 0 }
mark { background: var(--goodpale); color: var(--good); font-weight: 600; padding: 0 .1rem }
mark.bad { background: var(--badpale); color: var(--bad); text-decoration: underline }
.reasons { list-style: none; margin: .25rem 0; padding: 0; font-size: .9rem }
.reasons ul { list-style: none; padding-left: 1.2rem; margin: 0 }
.good { color: var(--good) } .bad { color: var(--bad) }
.rules { margin: .25rem 0; padding-left: 1.2rem; font-size: .9rem }
.rules code { white-space: pre-wrap }
@media print { form, nav { display: none } .task { content-visibility: visible } }
"""

SCRIPT = """
(() => {
  const form = document.getElementById('filter'), count = document.getElementById('count');
  const tasks = [...document.querySelectorAll('.task')];
  const fold = text => text.toLowerCase().normalize('NFC');
  const texts = new Map();
  const textOf = task => {
    if (!texts.has(task)) texts.set(task, fold(task.textContent));
    return texts.get(task);
  };
  const HOLDS = {
    passed: (verdict) => verdict === '1', failed: (verdict) => verdict === '0', missing: (verdict) => verdict === '-',
    contested: (verdict, flags) => verdict === '1' && flags.length > 0, flagged: (verdict, flags) => flags.length > 0
  };
  const answers = (task, model) => {
    const flags = JSON.parse(task.dataset.flags), all = [...task.dataset.verdicts].map((v, i) => [v, flags[i]]);
    return model === 'all' || model === 'any' ? all : [all[Number(model)]];
  };
  const fits = (task, wanted) => {
    if (wanted.category && task.dataset.category !== wanted.category) return false;
    if (wanted.tag && !JSON.parse(task.dataset.tags).includes(wanted.tag)) return false;
    if (wanted.result === 'split') {
      if (new Set(task.dataset.verdicts.replaceAll('-', '')).size < 2) return false;
    } else if (wanted.result) {
      const holds = answers(task, wanted.model).map(([verdict, flags]) => HOLDS[wanted.result](verdict, flags));
      if (!(wanted.model === 'all' ? holds.every(Boolean) : holds.some(Boolean))) return false;
    }
    if (wanted.flag && !answers(task, wanted.model).some(([, flags]) => flags.includes(wanted.flag))) return false;
    return !wanted.text || fold(wanted.text).split(/\\s+/).every(word => textOf(task).includes(word));
  };
  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    let shown = 0;
    for (const task of tasks) {
      task.hidden = !fits(task, wanted);
      shown += !task.hidden;
    }
    count.textContent = `${shown} of ${tasks.length} tasks shown`;
  };
  const sort = () => {
    const rate = task => [...task.dataset.verdicts].filter(v => v === '1').length;
    const list = [...tasks], by = form.elements.order.value;
    if (by === 'hard') list.sort((a, b) => rate(a) - rate(b));
    if (by === 'easy') list.sort((a, b) => rate(b) - rate(a));
    document.getElementById('list').append(...list);
  };
  const open = () => {
    const task = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (task && task.classList.contains('task')) { task.hidden = false; task.open = true; task.scrollIntoView(); }
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', event => event.preventDefault());
  form.elements.order.addEventListener('change', sort);
  form.addEventListener('reset', () => setTimeout(() => { sort(); apply(); }));
  document.getElementById('open').addEventListener('click', event => {
    const visible = tasks.filter(task => !task.hidden), opening = visible.some(task => !task.open);
    visible.forEach(task => { task.open = opening; });
  });
  addEventListener('hashchange', open);
  form.hidden = false;
  apply();
  open();
})();
"""
