"""`python -m puma_cli`, where `puma` is not on the path."""

from .main import main

if __name__ == "__main__":  # the processes of --jobs import this file too
    main()
