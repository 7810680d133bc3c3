"""What a task failed for, and when it is tried again."""

from django.db import models


class Setback(models.Model):
    """A row that a task failed for: how often in a row, and when it is tried again. `row` is its number; `games.batches` writes
    and reads it. One whose time has passed counts for nothing, but for how often it failed."""

    task = models.CharField(max_length=40)
    row = models.CharField(max_length=60)
    tries = models.PositiveIntegerField()
    retry_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["retry_at"], name="setbacks_by_age")]
        constraints = [models.UniqueConstraint(fields=["task", "row"], name="one_setback_a_row")]

    def __str__(self) -> str:
        return f"{self.task} of row {self.row}"
