"""One configuration, two builds: `python docs/build.py OUT` makes OUT/pl and OUT/en (see puma_docs/stage.py)."""

from puma_docs.stage import only_english, pages

from puma_metrics import __version__

project = "puma-bench"
author = copyright = "The puma-bench maintainers"
release = version = __version__
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "attrs_block"]
# texts are shown as they are written: quotation marks and apostrophes of English pages within the Polish build too
smartquotes = False
# a page's second of a heading is no other heading's
nitpicky = True
templates_path = ["_templates"]
html_static_path = ["_static"]
html_theme = "furo"
html_title = "PUMA"
html_copy_source = False
html_show_sourcelink = False
html_css_files = ["puma.css"]
html_js_files = ["puma.js"]
html_theme_options = {"navigation_with_keys": True}
html_context = {"only_english": only_english(), "pages": pages("en")}
highlight_language = "none"
html_sidebars = {
    "**": [
        *("sidebar/brand.html", "sidebar/languages.html", "sidebar/search.html"),
        *("sidebar/scroll-start.html", "sidebar/navigation.html", "sidebar/scroll-end.html"),
    ]
}
