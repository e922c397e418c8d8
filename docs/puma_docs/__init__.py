"""Pages of the documentation that are made from the code: what they say is what the code does."""
