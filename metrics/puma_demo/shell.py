"""The app of each Space: a page in Polish and one in English, with the tabs that the Space shows."""

from collections.abc import Callable

import gradio as gr
from starlette.middleware import Middleware

from puma_metrics.errors import InputError

from .bounds import UPLOAD
from .file_tabs import benchmark_tab, rubric_tab
from .names import space_name, space_purpose
from .pages import Pages
from .style import RESULTS
from .tabs import rules_tab, text_tab
from .words import LANGUAGES, say

TABS: dict[str, Callable[[str], None]] = {
    "rules": rules_tab,
    "speech": lambda language: text_tab("speech", language),
    "documents": lambda language: text_tab("documents", language),
    "extraction": lambda language: text_tab("extraction", language),
    "rubric": rubric_tab,
    "benchmark": benchmark_tab,
}
SPACES = {
    "puma_demo": tuple(TABS),
    "puma_rules": ("rules",),
    "puma_asr": ("speech",),
    "puma_ocr": ("documents",),
    "puma_extraction": ("extraction",),
    "puma_rubric": ("rubric",),
}
"""Which tabs each Space shows."""

AT_ONCE = 4
"""Gradings at a time; whoever comes meanwhile waits in the queue, in which VISITORS find room."""
VISITORS = 100

FONTS = ("system-ui", "Noto Sans", "sans-serif")
"""The machine's own: the theme's font has no bold A, and a page that loads none is there sooner."""


def space(name: str) -> gr.Blocks:
    """The app of a Space; in Polish at `/`, in English at `/en`.

    Raises KeyError for a name that is no Space's.
    """
    tabs = SPACES[name]
    with gr.Blocks(title=f"PUMA · {name}", analytics_enabled=False, delete_cache=(600, 3600)) as app:
        gr.Navbar(main_page_name=LANGUAGES["pl"])
        _page(name, tabs, "pl")
    with app.route(LANGUAGES["en"], "/en"):
        gr.Navbar(main_page_name=LANGUAGES["pl"])
        _page(name, tabs, "en")
    app.queue(max_size=VISITORS, default_concurrency_limit=AT_ONCE)
    return app


def _page(name: str, tabs: tuple[str, ...], language: str) -> None:
    gr.Markdown(f"# {space_name(name, language)}\n\n{space_purpose(name, language)} {say('kept', language)}")
    if len(tabs) == 1:
        TABS[tabs[0]](language)
        return
    with gr.Tabs():
        for name in tabs:
            with gr.Tab(say(name, language), id=name):
                TABS[name](language)


def run(name: str, port: int | None = None) -> None:
    """Serve a Space until it is stopped, at the port or the first free one from gradio's own on.

    Raises InputError for a port that is taken.
    """
    app = space(name)
    try:
        address = launch(app, port)
    except OSError as error:
        # gradio's way to say so names its own settings
        if not str(error).startswith("Cannot find empty port"):
            raise
        taken = f"port {port} is taken" if port else "no port from gradio's first one on is free"
        raise InputError(f"{taken}; choose another with --port") from error
    # a file or a pipe would keep it until the end
    print(f"Serving {name} at {address}; stop it with Ctrl+C", flush=True)
    app.block_thread()


def launch(app: gr.Blocks, port: int | None = None) -> str:
    """Serve an app beside the caller until `app.close()`; its local address."""
    _, address, _ = app.launch(
        server_port=port,
        prevent_thread_lock=True,
        footer_links=[],
        theme=gr.themes.Default(font=FONTS),
        css=RESULTS,
        app_kwargs={"middleware": [Middleware(Pages)]},
        max_file_size=UPLOAD,
        ssr_mode=False,
        show_error=False,
        quiet=True,
    )
    return address
