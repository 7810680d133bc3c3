import datetime

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='CalendarAddress',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('number', models.PositiveIntegerField(default=1, verbose_name='number')),
            ],
            options={
                'verbose_name': 'calendar address',
                'verbose_name_plural': 'calendar addresses',
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('about', models.TextField(blank=True, help_text='For players: what it is, and what one may win.', verbose_name='about')),
                ('kind', models.CharField(default='crossing', max_length=20, verbose_name='game')),
                ('format', models.CharField(choices=[('league', 'league'), ('round_robin', 'round robin'), ('pools', 'pools, then a final'), ('swiss', 'Swiss'), ('knockout', 'knockout'), ('ladder', 'ladder')], default='league', max_length=12, verbose_name='format')),
                ('phase', models.CharField(choices=[('draft', 'draft'), ('entries', 'open for entries'), ('closed', 'entries closed'), ('running', 'running'), ('finished', 'finished'), ('void', 'void')], default='draft', editable=False, max_length=8, verbose_name='phase')),
                ('options', models.JSONField(blank=True, default=dict, help_text='Those that differ from the defaults.', verbose_name='options of each game')),
                ('word_list', models.CharField(blank=True, help_text='Empty: the game’s own.', max_length=40, verbose_name='word list')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('table_size', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(5)], verbose_name='players at a table')),
                ('rounds_planned', models.PositiveSmallIntegerField(default=5, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(40)], verbose_name='rounds')),
                ('division_size', models.PositiveSmallIntegerField(default=6, validators=[django.core.validators.MinValueValidator(2)], verbose_name='players in a division or pool')),
                ('advance', models.PositiveSmallIntegerField(default=1, help_text='Knockout: the best of each table; pools: of each pool.', validators=[django.core.validators.MinValueValidator(1)], verbose_name='how many go on')),
                ('round_lasts', models.DurationField(default=datetime.timedelta(days=28), help_text='From its publication to its hard end: “28 00:00:00” is 28 days.', verbose_name='a round lasts')),
                ('join_within', models.DurationField(default=datetime.timedelta(days=3), verbose_name='time to join a table')),
                ('most_entrants', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='at most so many players')),
                ('late_until', models.PositiveSmallIntegerField(default=0, help_text='0: nobody enters late unless a director lets them.', verbose_name='late entry up to round')),
                ('lot', models.CharField(editable=False, max_length=32)),
                ('season', models.PositiveSmallIntegerField(default=1, editable=False, verbose_name='season')),
                ('made_at', models.DateTimeField(editable=False, verbose_name='made')),
                ('entries_close_at', models.DateTimeField(blank=True, null=True, verbose_name='entries close')),
                ('started_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='finished')),
                ('paused_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='paused')),
                ('directors', models.ManyToManyField(blank=True, related_name='directs', to=settings.AUTH_USER_MODEL, verbose_name='directors')),
                ('follows', models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='next_season', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'tournament',
                'verbose_name_plural': 'tournaments',
                'ordering': ['-made_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('table_size__gte', 2), ('table_size__lte', 5)), name='tables_have_2_to_5')],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('number', models.PositiveSmallIntegerField(help_text='In the order of strength at the start, from 1.', verbose_name='number')),
                ('standing', models.CharField(choices=[('entered', 'entered'), ('confirmed', 'confirmed'), ('reserve', 'reserve'), ('withdrawn', 'withdrawn')], default='entered', max_length=9, verbose_name='standing')),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrances', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'entrant',
                'verbose_name_plural': 'entrants',
                'ordering': ['tournament', 'number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_entrant_a_number'), models.UniqueConstraint(fields=('tournament', 'player'), name='one_entrance_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.PositiveSmallIntegerField(default=1, verbose_name='stage')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('entrants', models.ManyToManyField(related_name='divisions', to='tournaments.entrant', verbose_name='entrants')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'division',
                'verbose_name_plural': 'divisions',
                'ordering': ['tournament', 'stage', 'number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'stage', 'number'), name='one_division_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('phase', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('finished', 'finished')], default='draft', max_length=9, verbose_name='phase')),
                ('published_at', models.DateTimeField(blank=True, null=True, verbose_name='published')),
                ('ends_at', models.DateTimeField(blank=True, null=True, verbose_name='hard end')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.division')),
                ('published_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ['division', 'number'],
                'constraints': [models.UniqueConstraint(fields=('division', 'number'), name='one_round_a_number'), models.CheckConstraint(condition=models.Q(('phase', 'draft'), models.Q(('ends_at__isnull', False), ('published_at__isnull', False)), _connector='OR'), name='published_rounds_have_an_end')],
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='table')),
                ('phase', models.CharField(choices=[('planned', 'planned'), ('joining', 'joining'), ('playing', 'playing'), ('finished', 'finished'), ('awarded', 'awarded'), ('void', 'void')], default='planned', max_length=8, verbose_name='phase')),
                ('join_by', models.DateTimeField(blank=True, null=True, verbose_name='to be joined by')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixture', to='games.game', verbose_name='game')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'table of a round',
                'verbose_name_plural': 'tables of rounds',
                'ordering': ['round', 'number'],
                'indexes': [models.Index(condition=models.Q(('phase', 'joining')), fields=['join_by'], name='fixtures_to_be_joined'), models.Index(condition=models.Q(('phase__in', ['joining', 'playing'])), fields=['game'], name='fixtures_not_over')],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='one_fixture_a_number'), models.CheckConstraint(condition=models.Q(models.Q(('phase__in', ['joining', 'playing', 'finished']), _negated=True), ('game__isnull', False), _connector='OR'), name='played_fixtures_have_a_game')],
            },
        ),
        migrations.CreateModel(
            name='Bye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.CharField(choices=[('1', 'full'), ('1/2', 'half'), ('0', 'zero')], default='1', max_length=3, verbose_name='points')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='byes', to='tournaments.entrant')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'bye',
                'verbose_name_plural': 'byes',
                'constraints': [models.UniqueConstraint(fields=('round', 'entrant'), name='one_bye_a_round')],
            },
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank')),
                ('score', models.FloatField(blank=True, null=True, verbose_name='score')),
                ('awarded', models.DecimalField(blank=True, decimal_places=3, max_digits=4, null=True, verbose_name='awarded points')),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='tournaments.entrant')),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='tournaments.fixture')),
            ],
            options={
                'ordering': ['fixture', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('fixture', 'entrant'), name='one_sitting_an_entrant'), models.UniqueConstraint(fields=('fixture', 'seat'), name='one_sitting_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('verb', models.CharField(max_length=20, verbose_name='verb')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('facts', models.JSONField(default=dict)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('entrant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rulings', to='tournaments.entrant')),
                ('fixture', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rulings', to='tournaments.fixture')),
                ('round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rulings', to='tournaments.round')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'ruling',
                'verbose_name_plural': 'rulings',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PairRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('must_meet', models.BooleanField(default=False, verbose_name='must meet')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('used_at', models.DateTimeField(editable=False, null=True, verbose_name='used')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entrant', verbose_name='one')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entrant', verbose_name='the other')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pair_rules', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'rule for a pair',
                'verbose_name_plural': 'rules for pairs',
                'constraints': [models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='a_pair_is_of_two')],
            },
        ),
        migrations.CreateModel(
            name='News',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('entered', 'entered'), ('round', 'a round is published'), ('withdrawn', 'withdrawn'), ('ruled', 'a director has ruled'), ('ended', 'a round or the tournament has ended'), ('mail', 'a mail from a director')], max_length=10, verbose_name='kind')),
                ('facts', models.JSONField(default=dict)),
                ('at', models.DateTimeField(verbose_name='at')),
                ('announced_at', models.DateTimeField(editable=False, null=True, verbose_name='announced')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournament_news', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='news', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'news',
                'verbose_name_plural': 'news',
                'indexes': [models.Index(condition=models.Q(('announced_at__isnull', True)), fields=['id'], name='news_to_announce')],
            },
        ),
        migrations.CreateModel(
            name='Walkout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('no_show', 'did not join'), ('walked_out', 'walked out')], max_length=10, verbose_name='kind')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('lifted_at', models.DateTimeField(blank=True, null=True, verbose_name='lifted')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game', verbose_name='game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='walkouts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'walk-out',
                'verbose_name_plural': 'walk-outs',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='one_walkout_a_game')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('n', models.PositiveIntegerField(verbose_name='number')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('rank', models.PositiveSmallIntegerField(verbose_name='rank')),
                ('before_mu', models.FloatField()),
                ('before_sigma', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField(default=1, editable=False)),
                ('is_newest', models.BooleanField(default=True, editable=False)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='games.game', verbose_name='game')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating change',
                'verbose_name_plural': 'rating changes',
                'ordering': ['n', 'seat'],
                'indexes': [models.Index(fields=['player', '-n'], name='rated_lately'), models.Index(fields=['player', 'kind', '-n'], name='ratings_of_a_player'), models.Index(condition=models.Q(('is_newest', True)), fields=['player', 'kind'], name='ratings_now'), models.Index(condition=models.Q(('is_newest', True)), fields=['kind', '-mu', 'id'], name='ratings_by_strength')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='one_rating_change_a_seat'), models.UniqueConstraint(fields=('n', 'seat'), name='one_rated_game_a_number')],
            },
        ),
    ]
