"""The API reference as Markdown, from the OpenAPI description that the server serves at `/api/v1/openapi.json`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, TypeAlias

from django.core.serializers.json import DjangoJSONEncoder

Json: TypeAlias = Mapping[str, Any]


def endpoints() -> str:
    """Describe each endpoint: who may call it, what it takes, and what it returns."""
    every = [(path, method, told) for path, of in _described()["paths"].items() for method, told in of.items()]
    parts = []
    for tag, together in groupby(every, lambda one: one[2]["tags"][0]):
        parts.append(f"## {tag.capitalize()}")
        parts += [_endpoint(path, method, told) for path, method, told in together]
    return "\n\n".join(parts)


def shapes() -> str:
    """Describe each JSON shape that an endpoint takes or returns."""
    return "\n\n".join(_shape(name, shape) for name, shape in sorted(_schemas().items()))


def commands_by_api() -> str:
    """Give an example of each command with details, for each kind."""
    kinds = _schemas()["Commands"]["properties"]["commands"]["anyOf"][0]["items"]["anyOf"]
    return "\n\n".join(f"### {kind['title']}\n\n{_examples(kind)}" for kind in kinds)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(cell, line))} |" for line in lines)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


@cache
def _described() -> Json:
    from games.api.urls import api  # Django is set up by now

    described: Json = json.loads(json.dumps(api.get_openapi_schema(), cls=DjangoJSONEncoder))
    return described


def _schemas() -> Json:
    schemas: Json = _described()["components"]["schemas"]
    return schemas


def _endpoint(path: str, method: str, told: Json) -> str:
    says = told.get("description", "")
    parts = [f"### {told['summary']} {{: #{_anchor(method, path)} }}", f"```http\n{method.upper()} {path}\n```", says]
    parts.append(f"{_TOKENS[next(iter(told['security'][0]))]} Returns {_answers(told['responses'])}.")
    if given := told.get("parameters"):
        rows = [(f"`{one['name']}`", one["in"], _type(one["schema"]), one.get("description", "")) for one in given]
        parts.append(table(("Parameter", "In", "Type", "Description"), rows))
    if body := told.get("requestBody"):
        shape = body["content"]["application/json"]["schema"]
        parts.append(f"The body is {_type(shape)}{'' if body.get('required') else ', or nothing'}.")
    return "\n\n".join(filter(None, parts))


_TOKENS = {
    "AnyoneToRead": "Works with or without a token.",
    "TokenToRead": "Needs a token of either scope.",
    "TokenToPlay": "Needs a token of scope *play*.",
}


def _answers(responses: Json) -> str:
    """Return the successful answers with their shapes, then the statuses of problems."""
    good, problems = [], []
    for status, answer in sorted(responses.items()):
        shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
        if shape.get("$ref", "").endswith("/Problem"):
            problems.append(status)
        else:
            good.append(f"**{status}** {_type(shape)}" if shape else f"**{status}** without a body")
    told = "; ".join(good)
    return f"{told}; or a [problem](#problem): {', '.join(problems)}" if problems else told


def _shape(name: str, shape: Json) -> str:
    needed, parts = set(shape.get("required", ())), [f"### {name}", shape.get("description", "")]
    rows = [(_member(member, member in needed), _value(name, member, told), _told(told))
            for member, told in shape.get("properties", {}).items()]  # fmt: skip
    parts.append(table(("Member", "Type", "Description"), rows))
    if shape.get("additionalProperties") is False:
        parts.append("No other members are accepted.")
    return "\n\n".join(filter(None, parts))


def _member(name: str, is_needed: bool) -> str:
    return f"**`{name}`**" if is_needed else f"`{name}`"


def _value(shape: str, member: str, told: Json) -> str:
    match f"{shape}.{member}":
        case "NewGame.options":
            return "object: see [House rules](../players/house-rules.md)"
        case "Commands.commands":
            return "list of objects: see [Commands](playing.md#commands-as-json)"
    return _type(told)


def _told(told: Json) -> str:
    says = [told.get("description", "")]
    if "default" in told and told["default"] not in (None, "", [], {}):
        says.append(f"The default is `{json.dumps(told['default'])}`.")
    if "maxLength" in told:
        says.append(f"At most {told['maxLength']} characters.")
    return " ".join(says)


def _type(told: Json) -> str:
    """Describe a shape in a few words, with a link to its description if there is one."""
    if "$ref" in told:
        name = told["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "allOf" in told:
        return " and ".join(map(_type, told["allOf"]))
    if "anyOf" in told:
        return " or ".join(dict.fromkeys(map(_type, told["anyOf"])))
    if "enum" in told:
        return "one of " + ", ".join(f"`{value}`" for value in told["enum"])
    match told.get("type"):
        case "array":
            return f"list of {_type(told.get('items', {}))}"
        case "object" if isinstance(told.get("additionalProperties"), dict) and told["additionalProperties"]:
            return f"object of {_type(told['additionalProperties'])}"
        case "string":
            return {"date": "day", "date-time": "instant"}.get(told.get("format", ""), "text")
        case "null":
            return "null"
        case kind:
            return str(kind or "anything")


def _examples(kind: Json) -> str:
    lines = "\n".join(json.dumps({"verb": one["verb"], **one}, ensure_ascii=False) for one in kind["examples"])
    bare = sorted({verb for one in kind["anyOf"] for verb in _verbs(one)} - {one["verb"] for one in kind["examples"]})
    return f"```json\n{lines}\n```\n\nCommands that consist of their verb alone: {', '.join(f'`{verb}`' for verb in bare)}."


def _verbs(shape: Json) -> Sequence[str]:
    verb = shape["properties"]["verb"]
    return list(verb["enum"]) if "enum" in verb else [str(verb["const"])]


def _anchor(method: str, path: str) -> str:
    return "-".join([method, *path.removeprefix("/api/v1/").replace("{", "").replace("}", "").split("/")])
