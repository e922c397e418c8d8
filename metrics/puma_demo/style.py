"""How results look, and what of gradio's own look is mended."""

RESULTS = """
.puma { font-size: 1rem; line-height: 1.5; overflow-wrap: anywhere }
.puma h2 { font-size: 1.05rem; font-weight: 600; margin: 1.1rem 0 .35rem }
.puma p { max-width: 48rem }
.puma .verdict { display: inline-block; font-weight: 700; font-size: 1.15rem; padding: .2rem .8rem;
  border-radius: .5rem; border: 2px solid currentColor }
.puma .good { background: #d8f3dc; color: #0b3d1f }
.puma .bad { background: #fde2e1; color: #6b1010 }
.puma .warn { background: #fff1c2; color: #4a3600 }
.puma .scores { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .8rem; margin: .2rem 0 .6rem }
.puma .soft { white-space: nowrap }
.puma .box { white-space: pre-wrap; border: 1px solid var(--border-color-primary); border-radius: .5rem;
  padding: .6rem .8rem; max-height: 24rem; overflow: auto }
.puma .good *, .puma .bad *, .puma .warn * { color: inherit }
.puma mark { border-radius: .2rem; padding: 0 .15rem; text-decoration: underline; text-underline-offset: .2em }
.puma mark.bad { text-decoration-style: wavy }
/* a shadow at each edge behind which more of a table is: what scrolls along covers it at the end */
.puma .wide { overflow-x: auto; --page: var(--body-background-fill);
  --dark: color-mix(in srgb, var(--body-text-color) 30%, transparent);
  background: linear-gradient(to right, var(--page) 40%, transparent) left / 2.5rem 100% no-repeat local,
    linear-gradient(to left, var(--page) 40%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--dark), transparent) left / 1rem 100% no-repeat scroll,
    linear-gradient(to left, var(--dark), transparent) right / 1rem 100% no-repeat scroll }
.puma table { border-collapse: collapse; margin: .3rem 0; width: auto }
.puma th, .puma td { border: 1px solid var(--border-color-primary); padding: .3rem .6rem; text-align: start;
  vertical-align: top; overflow-wrap: normal; white-space: normal }
@media (min-width: 40rem) { .puma td.short { white-space: nowrap } }
.puma th { font-weight: 600; background: var(--background-fill-secondary) }
.puma th.n { text-align: end }
.puma table.totals tr:last-child td { font-weight: 600; border-top: 2px solid currentColor }
.puma td.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
.puma .legend { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem; font-size: .9rem }
.puma .signature { font-size: .8rem; opacity: .85; margin-top: .8rem; max-width: none }
.puma .words { display: flex; flex-wrap: wrap; gap: .35rem }
.puma .word { display: grid; text-align: center; border-radius: .3rem; padding: .1rem .4rem; line-height: 1.35 }
.puma .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem }
.puma img, .puma audio { max-width: 100%; max-height: 32rem; border-radius: .5rem; display: block }
.puma .gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem }
.puma figure { margin: .5rem 0 0 }
.puma figcaption { font-size: .9rem }
.puma figure img { background: #fff }
.puma .problem { border-inline-start: .35rem solid #b3261e; padding: .5rem .8rem; white-space: pre-wrap }
.puma .problem p { margin: .3rem 0 0 }
"""
"""What gradio puts at its own rules' side, and before them."""

AROUND = """
/* a page of readable width, and headings of one scale */
.gradio-container main { width: 100% !important; max-width: 76rem !important; margin-inline: auto }
.gradio-container button.lg { white-space: nowrap; flex: 0 0 auto !important }
.gradio-container .prose h1 { font-size: 1.6rem; margin-bottom: .2rem }
.gradio-container .prose h2 { font-size: 1.2rem; margin: .6rem 0 .2rem }
.gradio-container .prose p { max-width: 52rem }
/* results begin at the edge at which all else does */
.gradio-container .html-container { padding-inline: 0 !important }
/* while a result is awaited gradio counts seconds in English; its moving sign is enough */
.gradio-container .meta-text, .gradio-container .meta-text-center, .gradio-container .progress-text { display: none }
/* fingers need room */
@media (pointer: coarse), (max-width: 40rem) {
  .gradio-container [role=tab], .gradio-container .overflow-menu button, .nav-holder nav a {
    min-height: 2.75rem !important; min-width: 2.75rem !important; align-content: center }
  .gradio-container .tab-container, .gradio-container .tab-wrapper { height: auto !important }
  .gradio-container .wrap-inner, .gradio-container .icon-button { min-height: 2.75rem; min-width: 2.75rem }
  .gradio-container button.lg { flex: 1 1 100% !important; min-height: 2.75rem; white-space: normal }
}
/* where gradio's default theme is below the contrast that people need */
.gradio-container button.primary, .gradio-container button.primary:hover { background: #b03a06; color: #fff }
.gradio-container .or, .nav-holder a, nav a, .gradio-container [role=tab].selected {
  color: var(--body-text-color) !important; opacity: 1 }
"""
"""What stands in the page itself: gradio takes media queries only for what is within its tabs."""
