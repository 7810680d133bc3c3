"""Games as each release stored them, one file each, in one folder per format: what a database may hold after an update.

`.venv/bin/python -m pytest tests/states/write.py` rewrites those of the current format from `moments`. Files of a released
format never change.
"""
