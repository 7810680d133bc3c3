"""The table of the shared cache, if it is in the database. Only Django's cache reads or writes it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CacheRow(models.Model):
    """A cached value with its expiry, in the columns that `DatabaseCache` expects."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("cached value")
        verbose_name_plural = _("cached values")
        db_table = "cache"

    def __str__(self) -> str:
        return self.cache_key
