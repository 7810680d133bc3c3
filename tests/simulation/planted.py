"""x"""

TABLE = {}
