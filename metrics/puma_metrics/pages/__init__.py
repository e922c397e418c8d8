"""HTML and figures as values (extra [report]): nothing here reads or writes a file."""
