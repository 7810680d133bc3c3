"""The rules of every game: pure Python. No Django, no clock, no global random, no file access."""
