"""The Spaces demo: gradio tabs, one file each, in Polish and English. Needs the extra [demo], imported only in tabs.

In reading order: words (texts), bounds (what a visitor may send), markup (results as escaped HTML), views (a result of
each metric), tabs, shell (the app).
"""
