"""The supplies of games: word lists, tile sets, and presets of options."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games.players.names import NameField, check_name

LONGEST_CODE = 12
"""The most characters of an alphabet's code, such as `en`, `fr` or `pt-brasil`."""


class WordList(models.Model):
    """A word list, identified by the hash of its content; an import under the same name makes a new row.

    `alphabet` is the code of the alphabet whose tiles its words are made of."""

    name = NameField(_("name"), max_length=40, db_index=True, validators=[check_name])
    sha256 = models.CharField(max_length=64)
    words = models.PositiveIntegerField(_("words"))
    alphabet = models.CharField(_("language"), max_length=LONGEST_CODE, default="en", db_default="en")
    notice = models.TextField(_("notice"), blank=True)
    trie = models.BinaryField(editable=False)
    imported_at = models.DateTimeField(_("imported"))

    class Meta:
        verbose_name = _("word list")
        verbose_name_plural = _("word lists")
        constraints = [models.UniqueConstraint(fields=["name", "sha256"], name="one_row_a_word_list")]

    def __str__(self) -> str:
        return f"{self.name} ({self.sha256[:8]})"


class TileSet(models.Model):
    """A named set of tiles, for any game: `counts` as `parse_tile_set` reads them, in the alphabet with this code. A game
    stores the counts, not the name.

    `compared` is the name as `comparable` has it, or empty for an older set whose name another had first."""

    name = NameField(_("name"), max_length=30)
    compared = models.CharField(max_length=200, blank=True, default="", db_default="", editable=False)
    alphabet = models.CharField(_("language"), max_length=LONGEST_CODE, default="en", db_default="en")
    counts = models.CharField(_("counts"), max_length=400)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="tile_sets")
    made_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("tile set")
        verbose_name_plural = _("tile sets")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(Lower("name"), name="one_tile_set_a_name"),
            models.UniqueConstraint(
                fields=["compared"], condition=~models.Q(compared=""), name="one_tile_set_a_compared_name"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Preset(models.Model):
    """Options that a player has saved under a name, to create more such games."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="presets")
    kind = models.CharField(_("kind"), max_length=20)
    name = NameField(_("name"), max_length=40)
    options = models.JSONField(_("settings"), default=dict)
    made_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["player", "kind", "name"], name="one_preset_a_name")]

    def __str__(self) -> str:
        return self.name
