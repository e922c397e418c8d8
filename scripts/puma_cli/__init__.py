"""The `puma` command, one file per command: the only place that prints, exits and opens a user's files."""
