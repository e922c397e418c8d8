"""Asking models and recognisers: requests, waits, answers and their journal (RUN, sections 3 and 4); prints nothing."""
