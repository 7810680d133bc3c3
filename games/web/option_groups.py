"""The options of a form under their headings: which are folded, what each needs of another, what it comes to."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext

from games.rules.messages import Text, Value
from games.rules.options import about
from games.rules.table.kind import AnyKind
from games.wording import named, speak

PREFIX = "option_"


@dataclass(frozen=True)
class FormLine:
    """An option in the form: `needs` is the field that must have one of the `values`, a list as JSON, in words `needs_says`;
    `comes_to` says what bears on length, and None that nothing does."""

    name: str
    field: forms.BoundField
    needs: str
    values: str
    needs_says: str
    comes_to: str | None


@dataclass(frozen=True)
class FormGroup:
    """Options under one heading; `changed` says in a few words how many are not as usual."""

    title: str
    lines: tuple[FormLine, ...]
    changed: str
    is_open: bool


def grouped(
    form: forms.Form, kind: AnyKind, chosen: Mapping[str, Any], comes_to: Mapping[str, str]
) -> Iterator[FormGroup]:
    """In the order of the kind. Those are open in which something is wrong or not as usual."""
    for heading, together in under_headings(kind):
        of_these = [option for option in together if PREFIX + option.name in form.fields]
        changed = sum(option.name in chosen for option in of_these)
        yield FormGroup(
            title=heading,
            lines=tuple(_line(form, kind, option, comes_to) for option in of_these),
            changed=ngettext("{n} not as usual", "{n} not as usual", changed).format(n=changed) if changed else "",
            is_open=bool(changed) or any(PREFIX + option.name in form.errors for option in of_these),
        )


def under_headings(kind: AnyKind) -> Iterator[tuple[str, list["Field[Any]"]]]:
    """The options that leave a choice, each with those of its heading, in the order of the kind."""
    options = [option for option in fields(kind.options_type) if len(about(option).choices) != 1]
    headings = [*(speak(group, ()) for group in kind.groups), gettext("Options")]
    options.sort(key=lambda option: headings.index(_heading(option)))
    for heading, together in groupby(options, _heading):
        yield heading, list(together)


def needs_says(kind: AnyKind, name: str) -> str:
    """What the option needs of another, in words; empty where it needs nothing."""
    other, values = kind.needs.get(name, ("", ()))
    options = {option.name: option for option in fields(kind.options_type)}
    return _needs_says(options[other], values) if other else ""


def why_not(message: Text, kind: AnyKind) -> str:
    """What is wrong with options, in the words of the form where the rules give the names and values of the API."""
    options = {option.name: option for option in fields(kind.options_type)}
    other = options.get(str(message.values.get("other")))
    choices = {str(value): speak(text, ()) for value, text in about(other).choices} if other else {}
    words = choices | {name: speak(about(option).label, ()) for name, option in options.items()}

    def worded(value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple(str(worded(str(one))) for one in value)
        # Translators: a name, as it stands in a sentence
        return gettext("“{name}”").format(name=words[str(value)]) if str(value) in words else value

    return speak(Text(message.template, {name: worded(value) for name, value in message.values.items()}), ())


def _heading(option: "Field[Any]") -> str:
    group = about(option).group
    return speak(group, ()) if group else gettext("Options")


def _line(
    form: forms.Form,
    kind: AnyKind,
    option: "Field[Any]",
    comes_to: Mapping[str, str],
) -> FormLine:
    other, values = kind.needs.get(option.name, ("", ()))
    return FormLine(
        name=option.name,
        field=form[PREFIX + option.name],
        needs=PREFIX + other if other else "",
        values=json.dumps([str(value) for value in values]),
        needs_says=needs_says(kind, option.name),
        comes_to=comes_to.get(option.name),
    )


def _needs_says(other: "Field[Any]", values: Sequence[Any]) -> str:
    label = speak(about(other).label, ())
    if not values:
        return gettext("Only with: {what}.").format(what=label)
    words = dict(about(other).choices)
    allowed = " / ".join(speak(words[value], ()) for value in values)
    return gettext("Only with: {what}.").format(what=named(label, allowed))
