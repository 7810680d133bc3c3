"""Games as the releases have stored them, a file each in a folder a format: what a database may hold after an update.

Those of the present format are written anew by `.venv/bin/python -m pytest tests/states/write.py`, from the `moments`;
files of a format that was released are never changed.
"""
