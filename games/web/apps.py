"""The web app: pages and what they are made of. No models."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "games.web"
    label = "web"
