"""Daily puzzles and the entries to them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.supplies import WordList


class Puzzle(models.Model):
    """The puzzle of one UTC day and kind. It is made from one word list; entries are judged by another. Its content is
    public on that day; afterwards also its seed, and `found`, the best answer that the server found.

    `kind` is the key of a daily puzzle, which in other languages than English ends in the code of the language."""

    kind = models.CharField(_("kind"), max_length=32)
    day = models.DateField(_("day"))
    content = models.JSONField(_("content"))
    seed = models.BinaryField(max_length=32, editable=False)
    word_list = models.ForeignKey(WordList, models.PROTECT, verbose_name=_("word list"))
    made_from = models.ForeignKey(WordList, models.PROTECT, related_name="+", verbose_name=_("made from"))
    made_at = models.DateTimeField(_("created"))
    found = models.JSONField(_("best we found"), null=True, editable=False)

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        constraints = [models.UniqueConstraint(fields=["kind", "day"], name="one_puzzle_a_kind_a_day")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.day}"


class PuzzleEntry(models.Model):
    """A player's answer to a puzzle, hidden from others until the day is over. Sorted by `merit`, then `entered_at`;
    `announced_at` is when the email with the results was queued for its player."""

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="entries", verbose_name=_("puzzle"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_entries", verbose_name=_("player")
    )
    answer = models.JSONField(_("answer"))
    merit = models.IntegerField(_("ranking score"))
    entered_at = models.DateTimeField(_("entered on"))
    announced_at = models.DateTimeField(_("announced"), null=True, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        indexes = [
            models.Index(fields=["puzzle", "-merit", "entered_at", "id"], name="entries_by_place"),
            models.Index(fields=["id"], name="entries_to_announce", condition=Q(announced_at__isnull=True)),
        ]
        constraints = [models.UniqueConstraint(fields=["puzzle", "player"], name="one_entry_a_player")]

    def __str__(self) -> str:
        return f"entry {self.pk}"
