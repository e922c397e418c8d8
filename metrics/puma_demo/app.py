"""The Space that shows every metric."""

import puma_demo.shell

if __name__ == "__main__":
    puma_demo.shell.run("puma_demo")
