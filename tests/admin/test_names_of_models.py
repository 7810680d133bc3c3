"""The names of models are translated in the admin."""

import pytest
from django.apps import apps
from django.utils.functional import Promise

OURS = [
    model for model in apps.get_models() if model.__module__.partition(".")[0] in ("games", "notifications", "lexicon")
]


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_model_has_a_translated_singular_and_plural(model):
    assert isinstance(model._meta.verbose_name, Promise)
    assert isinstance(model._meta.original_attrs.get("verbose_name_plural"), Promise)
