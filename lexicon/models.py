"""The table of the shared cache, if the database holds it. Only Django's cache reads or writes it."""

from django.db import models


class CacheRow(models.Model):
    """One value until it expires, in the columns that `DatabaseCache` asks for."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "cache"

    def __str__(self) -> str:
        return self.cache_key
