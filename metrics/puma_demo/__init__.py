"""The Spaces demo: gradio tabs, one file each, in Polish and English. Needs the extra [demo], imported only in tabs.

In reading order: words and names (texts), bounds (what a visitor may send), markup and style (results as escaped HTML),
reasons, sheet_words and refusals (what the grader says, in Polish), views (a result of each metric), tabs,
pages (what stands around them), shell (the app).
"""
