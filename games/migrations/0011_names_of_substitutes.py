"""The names of substitutions in the code. Tables, columns, indexes and constraints keep theirs, so nothing changes in a database
and two versions can run beside each other."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_plain_english"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("Loan", "games_loan"),
                migrations.RemoveIndex("Seat", "seats_lent"),
                migrations.RemoveIndex("Loan", "loans_of_a_sitter"),
                migrations.RemoveConstraint("Loan", "one_open_loan_a_lender_a_game"),
                migrations.RenameModel("Loan", "Substitution"),
                migrations.RenameField("Substitution", "lender", "player"),
                migrations.RenameField("Substitution", "sitter", "substitute"),
                migrations.RenameField("Substitution", "lender_is_mailed", "player_is_mailed"),
                migrations.RenameField("Seat", "loan", "substitution"),
                migrations.RenameField("Event", "sitter", "substitute"),
                migrations.RenameField("Game", "lends_at", "substitutes_at"),
                migrations.AlterField(
                    "Substitution",
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="substitutions", to="games.game"
                    ),
                ),
                migrations.AlterField(
                    "Substitution",
                    "player",
                    models.ForeignKey(
                        db_column="lender_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitutions_given",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    "Substitution",
                    "substitute",
                    models.ForeignKey(
                        db_column="sitter_id",
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitutions_taken",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    "Substitution", "player_is_mailed", models.BooleanField(db_column="lender_is_mailed", default=False)
                ),
                migrations.AlterField(
                    "Seat",
                    "substitution",
                    models.ForeignKey(
                        db_column="loan_id",
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="games.substitution",
                    ),
                ),
                migrations.AlterField(
                    "Event",
                    "substitute",
                    models.CharField(db_column="sitter", editable=False, max_length=40, null=True),
                ),
                migrations.AlterField(
                    "Game",
                    "substitutes_at",
                    models.DateTimeField(db_column="lends_at", editable=False, null=True),
                ),
                migrations.AddIndex(
                    "Seat",
                    models.Index(
                        condition=models.Q(substitution__isnull=False), fields=["substitution"], name="seats_lent"
                    ),
                ),
                migrations.AddIndex(
                    "Substitution", models.Index(fields=["substitute", "ends"], name="loans_of_a_sitter")
                ),
                migrations.AddConstraint(
                    "Substitution",
                    models.UniqueConstraint(
                        condition=models.Q(declined_at__isnull=True, ended_at__isnull=True),
                        fields=("game", "player"),
                        name="one_open_loan_a_lender_a_game",
                    ),
                ),
            ]
        ),
    ]
