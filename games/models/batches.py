"""Failed work of tasks, and when it is tried again."""

from django.db import models


class Setback(models.Model):
    """A row that a task failed for: how often in succession, and when it is tried again. `row` is its id;
    `games.batches` writes and reads it. Once `retry_at` has passed, only `tries` still matters."""

    task = models.CharField(max_length=40)
    row = models.CharField(max_length=60)
    tries = models.PositiveIntegerField()
    retry_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["retry_at"], name="setbacks_by_age")]
        constraints = [models.UniqueConstraint(fields=["task", "row"], name="one_setback_a_row")]

    def __str__(self) -> str:
        return f"{self.task} of row {self.row}"
