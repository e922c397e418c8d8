"""`puma space`: the demo, or the Space of one metric, on this machine."""

import click

from puma_metrics.errors import InputError, did_you_mean


@click.command()
@click.argument("name", default="puma_demo")
@click.option("--port", type=click.IntRange(1, 65535), help="Else the first free one from 7860 on.")
def space(name: str, port: int | None) -> None:
    """Serve the Space NAME (puma_demo, puma_rules, puma_asr, puma_ocr, puma_extraction, puma_rubric) until Ctrl+C."""
    try:
        from puma_demo import shell
    except ModuleNotFoundError as error:
        if error.name != "gradio":
            raise
        raise InputError("gradio is not installed; install it with: pip install 'puma-bench[demo]'") from error
    if name not in shell.SPACES:
        raise InputError(f"'{name}' is no Space; {did_you_mean(name, shell.SPACES)}")
    shell.run(name, port)
