import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='TileSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=30, verbose_name='name')),
                ('counts', models.CharField(max_length=200, verbose_name='counts')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tile_sets', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'tile set',
                'verbose_name_plural': 'tile sets',
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='one_tile_set_a_name')],
            },
        ),
        migrations.CreateModel(
            name='WordList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(db_index=True, max_length=40, verbose_name='name')),
                ('sha256', models.CharField(max_length=64)),
                ('words', models.PositiveIntegerField(verbose_name='words')),
                ('notice', models.TextField(blank=True, verbose_name='notice')),
                ('trie', models.BinaryField()),
                ('imported_at', models.DateTimeField(verbose_name='imported')),
            ],
            options={
                'verbose_name': 'word list',
                'constraints': [models.UniqueConstraint(fields=('name', 'sha256'), name='one_row_a_word_list')],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('phase', models.CharField(choices=[('lobby', 'lobby'), ('playing', 'playing'), ('grace', 'grace'), ('challenge', 'challenge'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='lobby', max_length=10, verbose_name='phase')),
                ('ending', models.CharField(blank=True, max_length=12, verbose_name='ending')),
                ('seat_count', models.PositiveSmallIntegerField(verbose_name='seats')),
                ('options', models.JSONField(verbose_name='options')),
                ('listed', models.BooleanField(default=False, verbose_name='listed')),
                ('rated', models.BooleanField(default=False, verbose_name='rated')),
                ('rated_at', models.DateTimeField(editable=False, null=True)),
                ('hard_end', models.DateTimeField(blank=True, null=True, verbose_name='hard end')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('commitment', models.CharField(max_length=64, verbose_name='commitment')),
                ('seed', models.BinaryField(max_length=32)),
                ('key', models.BinaryField(max_length=32, null=True)),
                ('format', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('state', models.JSONField(editable=False, null=True)),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='turn')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('noticed', models.PositiveIntegerField(default=0, editable=False)),
                ('last_event', models.PositiveIntegerField(default=0, editable=False)),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('paused_by_staff', models.BooleanField(default=False, verbose_name='paused by staff')),
                ('has_robots', models.BooleanField(default=False, editable=False)),
                ('robots_due_at', models.DateTimeField(editable=False, null=True)),
                ('taken', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('has_room', models.BooleanField(default=False, editable=False)),
                ('picture', models.TextField(blank=True, editable=False)),
                ('found_by', models.TextField(blank=True, editable=False)),
                ('tallied_at', models.DateTimeField(editable=False, null=True)),
                ('counted_at', models.DateTimeField(editable=False, null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games_made', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game')),
                ('word_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='games.wordlist', verbose_name='word list')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'permissions': [('moderate_game', 'Can pause, extend, end and void casual games, and put players in')],
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='games_by_due_time'), models.Index(condition=models.Q(('robots_due_at__isnull', False)), fields=['robots_due_at'], name='games_to_visit'), models.Index(condition=models.Q(('has_room', True), ('listed', True)), fields=['-made_at'], name='open_games'), models.Index(fields=['made_by', '-made_at'], name='games_made_lately'), models.Index(condition=models.Q(('phase__in', ['lobby', 'playing', 'grace', 'challenge'])), fields=['made_by'], name='unfinished_games_made'), models.Index(condition=models.Q(('listed', True), ('started_at__isnull', False)), fields=['-started_at', '-id'], name='public_games'), models.Index(condition=models.Q(('listed', True)), fields=['phase', '-id'], name='listed_by_phase'), models.Index(condition=models.Q(('has_robots', False), ('listed', True), ('phase', 'finished')), fields=['kind', '-finished_at'], name='games_over_of_a_kind'), models.Index(condition=models.Q(('phase', 'finished'), ('rated', True), ('rated_at__isnull', True)), fields=['finished_at', 'id'], name='games_to_rate'), models.Index(condition=models.Q(('phase', 'finished'), ('tallied_at__isnull', True)), fields=['id'], name='games_to_tally'), models.Index(condition=models.Q(('counted_at__isnull', True), ('phase', 'finished')), fields=['finished_at'], name='games_to_count'), models.Index(condition=models.Q(('phase__in', ['lobby', 'playing', 'grace', 'challenge'])), fields=['seed'], name='unfinished_games_by_seed')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('phase__in', ['playing', 'grace', 'challenge']), _negated=True), ('due_at__isnull', False), ('paused_by_staff', True), _connector='OR'), name='running_games_have_a_due_time'), models.UniqueConstraint(condition=models.Q(('phase', 'cancelled'), _negated=True), fields=('rematch_of',), name='one_rematch_a_game'), models.CheckConstraint(condition=models.Q(('phase__in', ['lobby', 'cancelled']), ('state__isnull', False), _connector='OR'), name='started_games_have_a_state')],
            },
        ),
        migrations.CreateModel(
            name='Replacement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('replaced_at', models.DateTimeField(verbose_name='replaced')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replacements', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('share', models.PositiveSmallIntegerField(default=0, verbose_name='share')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('agreed_at', models.DateTimeField(blank=True, null=True, verbose_name='agreed')),
                ('resigned_at', models.DateTimeField(editable=False, null=True, verbose_name='resigned')),
                ('cut', models.CharField(blank=True, max_length=40, verbose_name='cut')),
                ('tiles_by_email', models.BooleanField(default=False, verbose_name='tiles by email')),
                ('is_awaited', models.BooleanField(default=False, editable=False, verbose_name='waited for')),
                ('noticed', models.PositiveIntegerField(default=0, editable=False)),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank')),
                ('score', models.FloatField(blank=True, null=True, verbose_name='score')),
                ('result', models.CharField(blank=True, max_length=60, verbose_name='result')),
                ('orders_in_hour', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('orders_in_day', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('orders_counted_at', models.DateTimeField(editable=False, null=True)),
                ('present_at', models.DateTimeField(editable=False, null=True)),
                ('over_at', models.DateTimeField(editable=False, null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game', 'number', 'share'],
                'indexes': [models.Index(condition=models.Q(('is_awaited', True)), fields=['player'], name='seats_waited_for'), models.Index(condition=models.Q(('over_at__isnull', True)), fields=['player'], name='seats_in_use'), models.Index(condition=models.Q(('over_at__isnull', False)), fields=['player', '-over_at', '-game'], name='seats_of_games_over')],
                'constraints': [models.UniqueConstraint(fields=('game', 'number', 'share'), name='one_place_a_share'), models.UniqueConstraint(fields=('player', 'game'), name='one_seat_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.seat')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('seat', 'player'), name='one_note_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('layout', models.TextField(blank=True, verbose_name='layout')),
                ('version', models.CharField(blank=True, editable=False, max_length=32)),
                ('saved_at', models.DateTimeField(verbose_name='saved')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='games.seat')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('seat', 'player', 'name'), name='one_draft_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Hint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('depth', models.PositiveSmallIntegerField()),
                ('round', models.PositiveIntegerField()),
                ('layout', models.TextField(blank=True)),
                ('answer', models.JSONField(null=True)),
                ('asked_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hints', to='games.seat')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('answer__isnull', True)), fields=['asked_at'], name='hints_to_search')],
            },
        ),
        migrations.CreateModel(
            name='Unheard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('other', models.PositiveSmallIntegerField(verbose_name='the other’s seat')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='unheard', to='games.seat')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('seat', 'player', 'other'), name='one_unheard_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('topic', models.CharField(max_length=10)),
                ('group', models.CharField(blank=True, max_length=20)),
                ('value', models.CharField(max_length=20)),
                ('count', models.PositiveIntegerField()),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'kind', 'topic', 'group', 'value'), name='one_tally_a_player'), models.UniqueConstraint(condition=models.Q(('player__isnull', True)), fields=('kind', 'topic', 'group', 'value'), name='one_tally_of_all')],
            },
        ),
        migrations.CreateModel(
            name='WaitingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mail', models.PositiveBigIntegerField(unique=True)),
                ('accepted_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waiting_mails', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysis', serialize=False, to='games.game')),
                ('positions', models.JSONField(editable=False, null=True)),
                ('passes', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('is_given_up', models.BooleanField(default=False, editable=False)),
                ('due_at', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['passes', 'due_at'], name='games_to_analyse')],
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('day', models.DateField(verbose_name='day')),
                ('content', models.JSONField(verbose_name='content')),
                ('seed', models.BinaryField(max_length=32)),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('found', models.JSONField(editable=False, null=True, verbose_name='the best we found')),
                ('made_from', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.wordlist', verbose_name='made from')),
                ('word_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='games.wordlist', verbose_name='word list')),
            ],
            options={
                'verbose_name': 'puzzle',
                'verbose_name_plural': 'puzzles',
                'constraints': [models.UniqueConstraint(fields=('kind', 'day'), name='one_puzzle_a_kind_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('n', models.PositiveIntegerField()),
                ('at', models.DateTimeField(verbose_name='at')),
                ('verb', models.CharField(max_length=20, verbose_name='verb')),
                ('seat', models.PositiveSmallIntegerField(null=True, verbose_name='seat')),
                ('facts', models.JSONField(default=dict)),
                ('announced_at', models.DateTimeField(editable=False, null=True, verbose_name='announced')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.game')),
            ],
            options={
                'ordering': ['game', 'n'],
                'indexes': [models.Index(condition=models.Q(('announced_at__isnull', True)), fields=['id'], name='events_to_announce')],
                'constraints': [models.UniqueConstraint(fields=('game', 'n'), name='one_event_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(null=True, verbose_name='seat')),
                ('layout', models.TextField(blank=True, verbose_name='layout')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='one_board_a_seat'), models.UniqueConstraint(condition=models.Q(('seat', None)), fields=('game',), name='one_shared_board')],
            },
        ),
        migrations.CreateModel(
            name='Bag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20, verbose_name='name')),
                ('tiles', models.TextField(blank=True, verbose_name='tiles')),
                ('words_used', models.PositiveIntegerField(default=0, verbose_name='words of the stream used')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bags', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'name'), name='one_bag_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('tiles', models.TextField(blank=True, verbose_name='tiles')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='one_hand_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Preset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presets', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'preset',
                'verbose_name_plural': 'presets',
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('player', 'kind', 'name'), name='one_preset_a_name')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.JSONField(verbose_name='answer')),
                ('merit', models.IntegerField(verbose_name='merit')),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('announced_at', models.DateTimeField(editable=False, null=True, verbose_name='announced')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_entries', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.puzzle', verbose_name='puzzle')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'indexes': [models.Index(fields=['puzzle', '-merit', 'entered_at', 'id'], name='entries_by_place'), models.Index(condition=models.Q(('announced_at__isnull', True)), fields=['id'], name='entries_to_announce')],
                'constraints': [models.UniqueConstraint(fields=('puzzle', 'player'), name='one_entry_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Figures',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('listed', models.BooleanField()),
                ('games', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('best_score', models.FloatField(null=True)),
                ('best_shown', models.CharField(blank=True, max_length=60)),
                ('longest_word', models.CharField(blank=True, max_length=40)),
                ('answers', models.JSONField(default=list)),
                ('best_game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='figures', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'kind', 'listed'), name='figures_of_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Opponent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('listed', models.BooleanField()),
                ('games', models.PositiveIntegerField(default=0)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='opponents', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-games'], name='favourite_opponents')],
                'constraints': [models.UniqueConstraint(fields=('player', 'other', 'listed'), name='one_row_an_opponent')],
            },
        ),
    ]
