import datetime

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.players.models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('players', '0002_invitations'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='LocalMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(db_index=True, max_length=254, verbose_name='mail address')),
                ('sender', models.CharField(max_length=320, verbose_name='from')),
                ('subject', models.CharField(max_length=400, verbose_name='subject')),
                ('message_id', models.CharField(blank=True, max_length=400, verbose_name='Message-ID')),
                ('in_reply_to', models.CharField(blank=True, db_index=True, max_length=400, verbose_name='In-Reply-To')),
                ('reply_to', models.CharField(blank=True, max_length=320, verbose_name='Reply-To')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('html', models.TextField(blank=True, verbose_name='HTML')),
                ('raw', models.BinaryField()),
                ('received_at', models.DateTimeField(verbose_name='received')),
            ],
            options={
                'verbose_name': 'local mail',
                'verbose_name_plural': 'local mail',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='BouncingAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254, unique=True, verbose_name='mail address')),
                ('weight', models.FloatField(default=0, verbose_name='weight')),
                ('weighed_at', models.DateTimeField(blank=True, null=True, verbose_name='weighed')),
                ('stopped_at', models.DateTimeField(blank=True, null=True, verbose_name='stopped')),
                ('complained_at', models.DateTimeField(blank=True, null=True, verbose_name='complained')),
            ],
            options={
                'verbose_name': 'bouncing address',
                'verbose_name_plural': 'bouncing addresses',
                'constraints': [models.CheckConstraint(condition=models.Q(('complained_at__isnull', True), ('stopped_at__isnull', False), _connector='OR'), name='complaints_stop_mail')],
            },
        ),
        migrations.CreateModel(
            name='DeliveryReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('provider', models.CharField(max_length=40, verbose_name='provider')),
                ('event_id', models.CharField(blank=True, max_length=200, verbose_name="provider's event")),
                ('how', models.CharField(choices=[('hard', 'there is no such mailbox'), ('soft', 'not taken this time'), ('complaint', 'called unwanted by its reader')], max_length=9, verbose_name='how')),
                ('address', models.EmailField(blank=True, max_length=254, verbose_name='mail address')),
                ('message_id', models.CharField(blank=True, max_length=200, verbose_name="provider's id")),
                ('reported_at', models.DateTimeField(verbose_name='reported')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
            ],
            options={
                'verbose_name': 'delivery report',
                'verbose_name_plural': 'delivery reports',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='delivery_reports_to_read')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('event_id', ''), _negated=True), fields=('provider', 'event_id'), name='one_report_a_provider_event')],
            },
        ),
        migrations.CreateModel(
            name='MailHours',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='mail_hours', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('daily_at', models.TimeField(default=datetime.time(18, 0), verbose_name='daily mail at')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='quiet until')),
                ('all_of_live', models.BooleanField(default=False, verbose_name='all mail of live games')),
                ('dates_attached', models.BooleanField(default=False, verbose_name='deadlines attached as dates')),
                ('all_of_practice', models.BooleanField(default=False, verbose_name='all mail of practice')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from__isnull', True), ('quiet_until__isnull', True)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False), models.Q(('quiet_from', models.F('quiet_until')), _negated=True)), _connector='OR'), name='quiet_hours_begin_and_end')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('took_tiles', models.BooleanField(default=False, verbose_name='took tiles')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='one_mute_a_player_a_game')],
            },
        ),
        migrations.CreateModel(
            name='Digest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('invitation', 'invitation'), ('table', 'who sits at the table'), ('seated', 'a table to join'), ('start', 'start'), ('turn', 'your move'), ('tile', 'new tile'), ('granted', 'light granted'), ('released', 'withheld tile released'), ('asked', 'light asked'), ('lapsed', 'request ended'), ('swap', 'swap between partners'), ('challenged', 'a word challenged'), ('away', 'gone away'), ('last day', 'last day'), ('red', 'red light'), ('result', 'result'), ('said', 'a line from a player'), ('receipt', 'receipt'), ('error', 'error'), ('held', 'answer from another address'), ('puzzle', 'results of a daily puzzle'), ('tournament', 'news of a tournament')], default='puzzle', max_length=10, verbose_name='kind')),
                ('day', models.DateField(blank=True, null=True, verbose_name='day')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('message_id', models.CharField(max_length=200, verbose_name='Message-ID')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('claimed_at', models.DateTimeField(blank=True, null=True, verbose_name='claimed')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('provider_id', models.CharField(blank=True, max_length=200, verbose_name="provider's id")),
                ('status', models.CharField(blank=True, max_length=200, verbose_name='status')),
                ('news', models.ManyToManyField(blank=True, related_name='digests', to='tournaments.news', verbose_name='news')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='digests', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='tournament')),
            ],
            options={
                'verbose_name': 'mail of no game',
                'verbose_name_plural': 'mails of no game',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='digests_to_send')],
                'constraints': [models.UniqueConstraint(fields=('player', 'day'), name='one_digest_a_player_a_day'), models.CheckConstraint(condition=models.Q(models.Q(('day__isnull', False), ('kind', 'puzzle'), ('tournament__isnull', True)), models.Q(('day__isnull', True), ('kind', 'tournament'), ('tournament__isnull', False)), _connector='OR'), name='digests_have_one_subject'), models.CheckConstraint(condition=models.Q(('sent_at__isnull', True), ('due_at__isnull', True), _connector='OR'), name='sent_digests_are_not_due')],
            },
        ),
        migrations.CreateModel(
            name='MailChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('invitation', 'invitation'), ('table', 'who sits at the table'), ('seated', 'a table to join'), ('start', 'start'), ('turn', 'your move'), ('tile', 'new tile'), ('granted', 'light granted'), ('released', 'withheld tile released'), ('asked', 'light asked'), ('lapsed', 'request ended'), ('swap', 'swap between partners'), ('challenged', 'a word challenged'), ('away', 'gone away'), ('last day', 'last day'), ('red', 'red light'), ('result', 'result'), ('said', 'a line from a player'), ('receipt', 'receipt'), ('error', 'error'), ('held', 'answer from another address'), ('puzzle', 'results of a daily puzzle'), ('tournament', 'news of a tournament')], max_length=10, verbose_name='kind')),
                ('when', models.CharField(choices=[('now', 'At once'), ('daily', 'Daily'), ('off', 'Off')], max_length=5, verbose_name='when')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_choices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'game', 'kind'), name='one_choice_a_kind_a_game'), models.UniqueConstraint(condition=models.Q(('game__isnull', True)), fields=('player', 'kind'), name='one_choice_a_kind_for_all_games')],
            },
        ),
        migrations.CreateModel(
            name='InboundMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('link', models.CharField(default=games.players.models.random_link, editable=False, max_length=20, unique=True)),
                ('raw', models.BinaryField()),
                ('size', models.PositiveIntegerField(verbose_name='bytes')),
                ('recipient', models.CharField(max_length=320, verbose_name='recipient')),
                ('sender', models.CharField(blank=True, max_length=320, verbose_name='envelope sender')),
                ('source', models.CharField(max_length=40, verbose_name='source')),
                ('provider_event_id', models.CharField(blank=True, max_length=200, verbose_name="provider's event")),
                ('content_sha256', models.CharField(editable=False, max_length=64, unique=True)),
                ('authentication', models.TextField(blank=True, verbose_name='checks of the sender')),
                ('received_at', models.DateTimeField(verbose_name='received')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('acted_at', models.DateTimeField(blank=True, null=True, verbose_name='acted on')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='read')),
                ('confirmed_at', models.DateTimeField(blank=True, null=True, verbose_name='confirmed')),
                ('outcome', models.CharField(blank=True, choices=[('', 'not read yet'), ('obeyed', 'obeyed'), ('refused', 'refused'), ('held', 'held: not surely from its player'), ('automatic', 'automatic, not answered'), ('stranger', 'no live reply address, not answered'), ('too many', 'too many mails, not answered'), ('broken', 'could not be read'), ('report', 'report of a mail that came back'), ('declined', 'held, then declined'), ('expired', 'held, never confirmed')], max_length=10, verbose_name='outcome')),
                ('why', models.TextField(blank=True, verbose_name='why')),
            ],
            options={
                'verbose_name': 'inbound mail',
                'verbose_name_plural': 'inbound mail',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='inbound_mail_to_read')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('provider_event_id', ''), _negated=True), fields=('source', 'provider_event_id'), name='one_inbound_mail_a_provider_event'), models.CheckConstraint(condition=models.Q(('read_at__isnull', True), ('due_at__isnull', True), _connector='OR'), name='read_mail_is_not_due')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('link', models.CharField(default=games.players.models.random_link, editable=False, max_length=20, unique=True)),
                ('kind', models.CharField(choices=[('invitation', 'invitation'), ('table', 'who sits at the table'), ('seated', 'a table to join'), ('start', 'start'), ('turn', 'your move'), ('tile', 'new tile'), ('granted', 'light granted'), ('released', 'withheld tile released'), ('asked', 'light asked'), ('lapsed', 'request ended'), ('swap', 'swap between partners'), ('challenged', 'a word challenged'), ('away', 'gone away'), ('last day', 'last day'), ('red', 'red light'), ('result', 'result'), ('said', 'a line from a player'), ('receipt', 'receipt'), ('error', 'error'), ('held', 'answer from another address'), ('puzzle', 'results of a daily puzzle'), ('tournament', 'news of a tournament')], max_length=10, verbose_name='kind')),
                ('address', models.EmailField(max_length=254, verbose_name='mail address')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='turn')),
                ('facts', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('token_sha256', models.CharField(blank=True, editable=False, max_length=64)),
                ('key_version', models.CharField(blank=True, editable=False, max_length=8)),
                ('message_id', models.CharField(blank=True, max_length=200, verbose_name='Message-ID')),
                ('in_reply_to', models.CharField(blank=True, max_length=400, verbose_name='In-Reply-To')),
                ('thread', models.CharField(blank=True, max_length=200, verbose_name='thread')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('claimed_at', models.DateTimeField(blank=True, null=True, verbose_name='claimed')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('carries_tiles', models.BooleanField(default=False, verbose_name='carries tiles')),
                ('provider_id', models.CharField(blank=True, max_length=200, verbose_name="provider's id")),
                ('status', models.CharField(blank=True, max_length=200, verbose_name='status')),
                ('bounced_at', models.DateTimeField(blank=True, null=True, verbose_name='came back')),
                ('leaked_at', models.DateTimeField(blank=True, null=True, verbose_name='called leaked')),
                ('answers', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answered_by', to='notifications.inboundmail')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game', verbose_name='game')),
                ('invitation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='players.invitation')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='messages_to_send'), models.Index(fields=['game', 'seat'], name='messages_of_a_seat'), models.Index(fields=['message_id'], name='messages_by_message_id'), models.Index(condition=models.Q(('provider_id', ''), _negated=True), fields=['provider_id'], name='messages_by_provider_id')],
                'constraints': [models.CheckConstraint(condition=models.Q(('sent_at__isnull', True), ('due_at__isnull', True), _connector='OR'), name='sent_messages_are_not_due'), models.CheckConstraint(condition=models.Q(('player__isnull', False), ('invitation__isnull', False), _connector='OR'), name='messages_go_to_somebody'), models.UniqueConstraint(condition=models.Q(('kind', 'invitation')), fields=('invitation',), name='one_mail_an_invitation'), models.UniqueConstraint(condition=models.Q(('token_sha256', ''), _negated=True), fields=('token_sha256',), name='one_message_a_token')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('kind', models.CharField(choices=[('invitation', 'invitation'), ('table', 'who sits at the table'), ('seated', 'a table to join'), ('start', 'start'), ('turn', 'your move'), ('tile', 'new tile'), ('granted', 'light granted'), ('released', 'withheld tile released'), ('asked', 'light asked'), ('lapsed', 'request ended'), ('swap', 'swap between partners'), ('challenged', 'a word challenged'), ('away', 'gone away'), ('last day', 'last day'), ('red', 'red light'), ('result', 'result'), ('said', 'a line from a player'), ('receipt', 'receipt'), ('error', 'error'), ('held', 'answer from another address'), ('puzzle', 'results of a daily puzzle'), ('tournament', 'news of a tournament')], max_length=10, verbose_name='kind')),
                ('deadline', models.CharField(blank=True, choices=[('', 'none'), ('look', 'look at the new tile'), ('call', 'ask for the light'), ('grace', 'last layout'), ('challenge', 'challenge words'), ('move', 'move'), ('join', 'join the table'), ('end', 'hard end')], max_length=9, verbose_name='deadline')),
                ('not_before', models.DateTimeField(verbose_name='not before')),
                ('dropped_at', models.DateTimeField(blank=True, null=True, verbose_name='dropped')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.event')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.game')),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='notices', to='notifications.message')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'indexes': [models.Index(condition=models.Q(('dropped_at__isnull', True), ('message__isnull', True)), fields=['game', 'not_before'], name='notices_to_tell')],
                'constraints': [models.UniqueConstraint(fields=('event', 'player', 'deadline'), name='one_notice_a_deadline_a_player')],
            },
        ),
        migrations.AddField(
            model_name='inboundmail',
            name='message',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='notifications.message'),
        ),
    ]
