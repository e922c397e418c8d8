"""The Space of puma_extraction, which shows its tab of the demo."""

import puma_demo.shell

if __name__ == "__main__":
    puma_demo.shell.run("puma_extraction")
