"""What other frameworks find under the project's own name: Inspect AI looks for `puma_bench/puma` in such a package."""
