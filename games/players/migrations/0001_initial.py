import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.players.models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='NeverInvited',
            fields=[
                ('email_sha256', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='mail address')),
                ('name', models.CharField(help_text='What the others at the table call you.', max_length=40, validators=[django.core.validators.RegexValidator('^[^\\x00-\\x1f\\x7f-\\x9f<>@\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]+$', 'A name has no control characters, no invisible ones, and no <, > or @.')], verbose_name='name')),
                ('time_zone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
                ('asleep_from', models.PositiveSmallIntegerField(default=0, verbose_name='asleep from this minute of the day')),
                ('asleep_for', models.PositiveSmallIntegerField(default=0, verbose_name='asleep for so many minutes')),
                ('language', models.CharField(default=games.players.models.language_of_the_moment, max_length=10, verbose_name='language')),
                ('ground', models.CharField(choices=[('sage', 'Sage'), ('slate', 'Slate'), ('sand', 'Sand')], default='sage', max_length=8, verbose_name='board')),
                ('face', models.CharField(choices=[('ivory', 'Ivory'), ('ink', 'Ink')], default='ivory', max_length=8, verbose_name='tiles')),
                ('theme', models.CharField(choices=[('device', 'As the device'), ('light', 'Light'), ('dark', 'Dark')], default='device', max_length=8, verbose_name='light or dark')),
                ('has_sounds', models.BooleanField(default=False, verbose_name='sounds')),
                ('page_shown_to', models.CharField(choices=[('all', 'Everybody'), ('met', 'Those I have played with'), ('nobody', 'Nobody')], default='all', max_length=6, verbose_name='who sees my page')),
                ('is_staff', models.BooleanField(default=False, verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
                ('guest_until', models.DateTimeField(editable=False, null=True)),
                ('silenced_until', models.DateTimeField(editable=False, null=True, verbose_name='silenced until')),
                ('mail_fails_since', models.DateTimeField(blank=True, null=True, verbose_name='mail fails since')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'indexes': [models.Index(condition=models.Q(('guest_until__isnull', False)), fields=['guest_until'], name='guests')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('sha256', models.CharField(max_length=64, unique=True)),
                ('scope', models.CharField(choices=[('read', 'read'), ('play', 'play')], default='play', max_length=4)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='KeptAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200)),
                ('request_sha256', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.JSONField()),
                ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'key'), name='one_answer_a_key')],
            },
        ),
        migrations.CreateModel(
            name='PlayerSession',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Regard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('follows', models.BooleanField(default=False)),
                ('blocks', models.BooleanField(default=False)),
                ('note', models.TextField(blank=True)),
                ('since', models.DateTimeField()),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='regards', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'other'), name='one_regard_a_pair'), models.CheckConstraint(condition=models.Q(('player', models.F('other')), _negated=True), name='nobody_regards_themself'), models.CheckConstraint(condition=models.Q(('blocks', True), ('follows', True), _negated=True), name='nobody_blocked_is_followed')],
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts', models.DateTimeField(verbose_name='starts')),
                ('ends', models.DateTimeField(verbose_name='ends')),
                ('declared_at', models.DateTimeField(verbose_name='declared')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ends__gt', models.F('starts'))), name='vacations_end_after_they_start')],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('about', models.TextField(blank=True)),
                ('is_public', models.BooleanField(default=False)),
                ('link', models.CharField(default=games.players.models.secret_link, editable=False, max_length=43, unique=True)),
                ('link_made_at', models.DateTimeField(editable=False, null=True)),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('is_public', True)), fields=['-made_at'], name='public_clubs')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('keeper', 'keeper'), ('director', 'director'), ('member', 'member')], default='member', max_length=8)),
                ('since', models.DateTimeField()),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='players.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['since', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='one_membership_a_player')],
            },
        ),
    ]
