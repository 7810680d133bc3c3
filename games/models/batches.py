"""Rows for which a background task failed, and when the task tries them again."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Setback(models.Model):
    """A row for which a task failed. `row` is its id, `tries` the number of failures in succession, and `retry_at` the
    time of the next attempt. Once that time has passed, only `tries` still matters. Only `games.batches` reads and
    writes these rows."""

    task = models.CharField(max_length=40)
    row = models.CharField(max_length=60)
    tries = models.PositiveIntegerField()
    retry_at = models.DateTimeField()

    class Meta:
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        indexes = [models.Index(fields=["retry_at"], name="setbacks_by_age")]
        constraints = [models.UniqueConstraint(fields=["task", "row"], name="one_setback_a_row")]

    def __str__(self) -> str:
        return f"{self.task} of row {self.row}"
