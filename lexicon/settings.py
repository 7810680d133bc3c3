"""Every setting, read from the environment; docs/settings.md lists the variables. `lexicon.checks` reports faults."""

import os
from importlib.util import find_spec
from pathlib import Path

from celery.schedules import crontab
from environs import Env

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env()


def days(name: str, default: int) -> int | str:
    """Return a number of days; anything else is left unchanged, so that a check can report it."""
    written = env.str(name, str(default))
    return int(written) if written.isdecimal() else written


VAR_DIR = Path(env.str("VAR_DIR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "only-for-trying-things-out-on-one-machine" if DEBUG else "")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
SITE_URL = env.str("SITE_URL", "http://localhost:8000").rstrip("/")

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "anymail",
    "django_htmx",
    "games.players",
    "games",
    "games.web",
    "games.tournaments",
    "notifications",
    "lexicon.apps.LexiconConfig",
]

MIDDLEWARE = [
    "lexicon.logs.Logged",
    "lexicon.metrics.Measured",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.web.security.WrittenInUtf8",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.players.middleware.PlayerMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.web.guests.GuestMiddleware",
    "games.players.middleware.LanguageMiddleware",
    "games.players.middleware.TimeZoneMiddleware",
    "games.web.reading_time.ReadingTimeMiddleware",
    "games.players.middleware.SightingMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.admin.second_factor.SecondFactorForStaff",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.web.security.ContentSecurityPolicy",
    "games.web.security.KeptToItsReader",
    "games.web.security.ShortForms",
]

ROOT_URLCONF = "lexicon.urls"
WSGI_APPLICATION = "lexicon.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "lexicon.templates.Loader",
                    ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.asking.waiting",
                "notifications.mailbox.mailbox_address",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # the same loader also rewrites the templates of fields

# --- database -------------------------------------------------------------------------------------------------------

DATABASES = {
    "default": env.dj_db_url(
        "DATABASE_URL",
        f"sqlite:///{VAR_DIR / 'lexicon.sqlite3'}",
        conn_max_age=None,
        conn_health_checks=True,  # checked once per request or task, so that none fails after a restart of the database
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # take the write lock at once: a deferred one fails with "database is locked"
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    prepared = env.bool("DATABASE_PREPARES", True)  # behind PgBouncer it needs max_prepared_statements there
    DATABASES["default"]["OPTIONS"] = {
        "server_side_binding": prepared,  # values are sent apart from the statement, so that its text is the same each time
        "prepare_threshold": 5 if prepared else None,  # then it is parsed once, and planned once, for a connection
    }
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True  # PgBouncer may give each fetch to another connection
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
WORD_LIST_DIR = VAR_DIR / "word_lists"
ALPHABET_DIR = Path(env.str("ALPHABET_DIR", str(VAR_DIR / "alphabets")))

# --- people ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_SIGNUP_FORM_CLASS = "games.players.forms.SignupForm"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True  # lets people correct a mistyped address
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # mail can be slow
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_CHANGE_EMAIL = True  # the new address replaces the other, by games/web/views/account.py
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "games.web.guests.Adapter"
ACCOUNT_RATE_LIMITS = {  # `key` is an email address; counted in the shared cache
    "login": "30/m/ip,300/d/ip",
    "signup": "20/m/ip,100/d/ip",
    "guest": "5/m/ip,20/d/ip",
    "manage_email": "10/d/user",
    "request_login_code": "20/m/ip,200/d/ip",
    "mail_from_one_place": "3/m/key,10/d/key",  # so that nobody can use up another person's daily codes
    "mail_from_all_places": "30/d/key",
    "mail_without_code": "1/d/key",  # mails that tell an address whether it has an account
    "code_to_the_unverified": "6/d/key",
}
behind_proxy = env.str("BEHIND_PROXY", "false")  # true, or the number of proxies in front
ALLAUTH_TRUSTED_PROXY_COUNT = int(behind_proxy) if behind_proxy.isdigit() else int(env.bool("BEHIND_PROXY", False))
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
STAFF_NEED_MFA = env.bool("STAFF_NEED_MFA", not DEBUG)  # a demo's staff may look around at once

# --- mail -----------------------------------------------------------------------------------------------------------

EMAIL_BACKEND = env.str("EMAIL_BACKEND", "notifications.mailbox.MailboxBackend")
EMAIL_HOST = env.str("EMAIL_HOST", "localhost")
EMAIL_PORT = env.int("EMAIL_PORT", 25)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 30

MAIL_PROVIDERS = env.list(  # providers whose posts are accepted, by their names in Anymail; usually the one that sends
    "MAIL_PROVIDERS", [EMAIL_BACKEND.split(".")[2]] if EMAIL_BACKEND.startswith("anymail.backends.") else []
)
ANYMAIL = {name.removeprefix("ANYMAIL_"): value for name, value in os.environ.items() if name.startswith("ANYMAIL_")}
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Lexicon <lexicon@localhost>")
REPLY_ADDRESS = env.str("REPLY_ADDRESS", "box+r-%s@localhost")
REPLY_KEYS = env.list("REPLY_KEYS", [SECRET_KEY])
AUTHSERV_ID = env.str("AUTHSERV_ID", "")
VAPID_PRIVATE_KEY = env.str(
    "VAPID_PRIVATE_KEY", ""
)  # as `manage.py make_vapid_key` prints it; without it nothing is pushed
POSTS_TO_LOOPBACK = env.bool(
    "POSTS_TO_LOOPBACK", False
)  # for trying things out with a push service or webhook on this machine
LMTP_LISTEN = env.str("LMTP_LISTEN", "127.0.0.1:8024")

# --- what is kept, and for how many days: lexicon/retention.py sweeps ------------------------------------------------------

KEEP_SESSIONS_DAYS = days("KEEP_SESSIONS_DAYS", 90)
KEEP_GUESTS_DAYS = days("KEEP_GUESTS_DAYS", 30)
KEEP_UNCONFIRMED_DAYS = days("KEEP_UNCONFIRMED_DAYS", 7)
KEEP_INVITATIONS_DAYS = days("KEEP_INVITATIONS_DAYS", 90)
KEEP_MAIL_IN_DAYS = days("KEEP_MAIL_IN_DAYS", 90)
KEEP_QUARANTINE_DAYS = days("KEEP_QUARANTINE_DAYS", 90)
KEEP_MAIL_CODES_DAYS = days("KEEP_MAIL_CODES_DAYS", 365)
KEEP_MAIL_OUT_DAYS = days("KEEP_MAIL_OUT_DAYS", 90)
KEEP_DELIVERY_REPORTS_DAYS = days("KEEP_DELIVERY_REPORTS_DAYS", 90)
KEEP_FAILING_DEVICES_DAYS = days("KEEP_FAILING_DEVICES_DAYS", 30)
KEEP_API_ANSWERS_DAYS = days("KEEP_API_ANSWERS_DAYS", 7)
KEEP_REPORTS_DAYS = days("KEEP_REPORTS_DAYS", 365)
KEEP_SIGHTINGS_DAYS = days("KEEP_SIGHTINGS_DAYS", 90)
KEEP_STAFF_LOG_DAYS = days("KEEP_STAFF_LOG_DAYS", 365)

PRIVACY_PAGE = env.str("PRIVACY_PAGE", "")  # the operator's own Markdown; without it the sample in lexicon/privacy/
OPERATOR_NAME = env.str("OPERATOR_NAME", "")
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", "")
OPERATOR_CONTACT = env.str("OPERATOR_CONTACT", "")

# --- timers and queues ----------------------------------------------------------------------------------------------

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", f"sqla+sqlite:///{VAR_DIR / 'queue.sqlite3'}")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"connect_args": {"timeout": 20}} if CELERY_BROKER_URL.startswith("sqla+") else {"socket_connect_timeout": 1}
)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_DB_REUSE_MAX = 1000  # tasks that share a database connection; without this Celery opens one for each
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False  # don't retry: the sweep finds what a lost nudge was about
ANALYSIS = env.bool("ANALYSIS", find_spec("numba") is not None)  # True if there is a worker with the extra `analysis`
# Separate workers, so that timers and mail never wait for robots or slow devices, nor robots for a search.
CELERY_TASK_ROUTES = {
    "games.tasks.visit_*": {"queue": "robots"},
    "games.tasks.search_*": {"queue": "searches" if ANALYSIS else "robots"},
    "games.tasks.analyse_*": {"queue": "analysis"},
    "notifications.tasks.tell_channels": {"queue": "channels"},
    "notifications.tasks.tell_of_address": {"queue": "channels"},
}
VISIT, VISIT_EXPIRES = "games.tasks.visit_table", 10  # seconds; a later sweep asks again
CELERY_BEAT_SCHEDULER = "lexicon.celery:Scheduler"  # the schedule is static and stored nowhere
CELERY_BEAT_SCHEDULE = {
    "apply what is due": {"task": "games.tasks.sweep", "schedule": 5.0},
    "be heard": {"task": "lexicon.tasks.tick", "schedule": 10.0, "options": {"expires": 10}},
    "tell people": {"task": "notifications.tasks.sweep", "schedule": 5.0},
    "mail what is of no game": {"task": "notifications.tasks.tell_of_no_game", "schedule": 60.0},
    "make the puzzles of the day": {"task": "games.tasks.make_puzzles", "schedule": 60.0},
    "look for the best answers to puzzles": {
        "task": "games.tasks.search_puzzles",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "run tournaments": {"task": "games.tournaments.tasks.sweep", "schedule": 30.0},
    "let the robots play": {
        "task": "games.tasks.visit_tables",
        "schedule": 5.0,
        "options": {"expires": VISIT_EXPIRES},
    },
    "count finished games": {"task": "games.tasks.count_finished_games", "schedule": 60.0, "options": {"expires": 60}},
    "take finished games into the statistics": {
        "task": "games.tasks.tally_finished_games",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "look for two accounts at one table": {
        "task": "games.tasks.suspect_two_accounts",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "look at the certificate": {"task": "lexicon.tasks.look_at_certificate", "schedule": 600.0},
    "forget what is old": {"task": "lexicon.tasks.forget_what_is_old", "schedule": crontab(hour="3", minute="40")},
    "prune the embedded queue": {"task": "lexicon.tasks.prune_queue", "schedule": 60.0},
}
ARCHIVE_AFTER_DAYS = env.int("ARCHIVE_AFTER_DAYS", 0)  # 0: only `manage.py archive_games` archives games
if ARCHIVE_AFTER_DAYS:
    CELERY_BEAT_SCHEDULE["archive games that ended long ago"] = {
        "task": "games.tasks.archive_games",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    }
CELERY_BEAT_SCHEDULE["analyse finished games"] = {
    "task": "games.tasks.analyse_games" if ANALYSIS else "games.tasks.visit_finished_games",
    "schedule": 5.0,
    "options": {"expires": 10},
}
PERSONAL_DATA = [  # further data stored about a player: each module has `saved_of` and `forget`
    "notifications.personal",
    "games.tournaments.personal",
]
TOLD_OF_GAMES = "notifications.forgetting"  # notifications sent about a game: `is_settled`, `forget`
API_ROUTERS = [
    "notifications.channels.api.router",
    "games.tournaments.web.api.router",
]  # endpoints beside those of games and puzzles
JOIN_BY = "games.tournaments.queries.pages.join_by"  # the end of joining a game that no player created
DIRECTORS_OF = "games.tournaments.queries.pages.directors_of"  # the directors of a game's tournament, if any
PLACES_TO_REPORT = {  # places with a name and a text that can be reported: the function that finds one
    "club": "games.queries.clubs.known_club",
    "tournament": "games.tournaments.queries.pages.known_tournament",
}
NUDGES = ["notifications.tasks.announce_game"]  # queued by games/store/table.py, with a game's id, after it has changed
NUDGES_OF_PHASES = ["games.tournaments.tasks.take_up"]  # queued, too, when a game has begun or ended

# --- pages ----------------------------------------------------------------------------------------------------------

CACHE_URL = env.str("CACHE_URL", "")
SHARED_CACHE: dict[str, object] = (
    {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
)
CACHES = {
    "default": SHARED_CACHE,  # shared by all processes, as limits are counted there
    "replays": {  # replays of finished games, some 200 kB each
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "replays",
        "OPTIONS": {"MAX_ENTRIES": 50},
    },
    "pages": {  # games as spectators see them, for a minute, and the languages to play in
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 60,
        "OPTIONS": {"MAX_ENTRIES": 300},
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 12_000_000  # a mail that a provider posts; ShortForms limits what people write
LANGUAGE_CODE = "en"
LANGUAGES = [  # each under its own name
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
]
LOCALE_PATHS = [BASE_DIR / "lexicon" / "locale"]
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "lexicon.static_files.HashedFiles"},
}
if DEBUG:
    STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    WHITENOISE_USE_FINDERS = True
    # no web server compresses here; and everybody sees the site's own 404 page
    MIDDLEWARE = ["django.middleware.gzip.GZipMiddleware", *MIDDLEWARE, "games.web.not_found.OwnPageNotFound"]

SECURE_HSTS_SECONDS = 0 if DEBUG else env.int("SECURE_HSTS_SECONDS", 31536000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # these two also speak for other sites under the domain
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", not DEBUG)
SECURE_REDIRECT_EXEMPT = [r"^(?:health|metrics)/"]  # requested on the machine itself, without TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
SECURE_REFERRER_POLICY = "no-referrer"  # links in mail carry tokens
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG
SESSION_ENGINE = "games.players.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * (KEEP_SESSIONS_DAYS if isinstance(KEEP_SESSIONS_DAYS, int) else 90)

# --- watching ------------------------------------------------------------------------------------------------------

METRICS_TOKEN = env.str("METRICS_TOKEN", "")  # opens /metrics/; without it nothing is measured
METRICS_OF_ALL_PROCESSES = "PROMETHEUS_MULTIPROC_DIR" in os.environ  # read by prometheus_client itself
METRICS_FOLDER = env.str("METRICS_FOLDER", os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""))
BACKUP_DIR = env.str("BACKUP_DIR", "")  # where copies of the database are; their age and the free space are monitored

LOG_JSON = env.bool("LOG_JSON", False)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without tokens": {"()": "lexicon.logs.WithoutTokens"}},
    "formatters": {
        "json": {"()": "lexicon.logs.json_lines"},
        "plain": {} if DEBUG else {"()": "lexicon.logs.WithoutTexts"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["without tokens"],
            "formatter": "json" if LOG_JSON else "plain",
        }
    },
    "root": {"handlers": ["console"], "level": "INFO" if LOG_JSON else "WARNING"},
    "loggers": {
        "mail.log": {"level": "ERROR"},  # aiosmtpd's: each command, with the tokens in it
        "celery": {"level": "WARNING"},  # with LOG_JSON, lexicon.logs has a line for each task
    },
}
if SENTRY_DSN := env.str("SENTRY_DSN", ""):
    from lexicon.errors import report_to

    report_to(SENTRY_DSN)
