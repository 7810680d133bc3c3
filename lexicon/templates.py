"""The template loader: each template is assembled once per language, and cached. What depends only on the language
becomes text, and templates included or extended by name become part of it."""

from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from typing import TypeAlias

from django.template import Context, Origin, Template
from django.template.base import FilterExpression, Node, NodeList, TextNode
from django.template.defaulttags import CommentNode, IfNode, LoadNode, URLNode, WithNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.template.loaders import base, cached
from django.templatetags.i18n import BlockTranslateNode, LanguageNode, TranslateNode
from django.templatetags.static import StaticNode
from django.urls import NoReverseMatch, get_script_prefix
from django.utils.translation import get_language

Blocks: TypeAlias = Mapping[str, BlockNode] | None


class _Joining(base.Loader):
    """Assembles a template after it has been read."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template = super().get_template(template_name, skip)
        nodes, blocks = template.nodelist, dict[str, BlockNode]()
        first = next((node for node in nodes if not isinstance(node, TextNode)), None)
        if isinstance(first, ExtendsNode) and (above := _literal(first.parent_name)):
            extended = self.get_template(above, [*(skip or ()), template.origin]).nodelist
            if "block.super" not in template.source and not extended.get_nodes_by_type(ExtendsNode):
                nodes, blocks = extended, first.blocks
        template.nodelist = self._joined(nodes, template, blocks)
        return template

    def _joined(self, nodes: NodeList, of: Template, blocks: Blocks) -> NodeList:
        """Return the nodes with these blocks in place of those of the same names; blocks of included templates are
        never replaced. The given nodes are not changed."""
        joined = NodeList()
        for given in nodes:
            node = self._joined_node(given, of, blocks)
            last = joined[-1] if joined else None
            if isinstance(node, TextNode) and isinstance(last, TextNode):
                joined.pop()
                node = TextNode(last.s + node.s)
            node.origin, node.token = given.origin, given.token
            joined.append(node)
        return joined

    def _joined_node(self, given: Node, of: Template, blocks: Blocks) -> Node:
        if isinstance(given, (TextNode, LanguageNode)):
            return given
        if _is_constant(given):
            with suppress(NoReverseMatch), (context := Context()).bind_template(of):
                return TextNode(given.render(context))
        if isinstance(given, IncludeNode) and (name := _literal(given.template)) and not given.isolated_context:
            included = self.get_template(name).nodelist
            if not included.get_nodes_by_type(ExtendsNode):
                return WithNode(None, None, self._joined(included, of, None), given.extra_context)
        if blocks is None and isinstance(given, BlockNode):
            return WithNode(None, None, self._joined(given.nodelist, of, None), {})
        node = copy(blocks.get(given.name, given) if blocks and isinstance(given, BlockNode) else given)
        if isinstance(node, IfNode):
            node.conditions_nodelists = [
                (holds, self._joined(part, of, blocks)) for holds, part in node.conditions_nodelists
            ]
            return node
        for name in node.child_nodelists:
            if isinstance(part := getattr(node, name, None), NodeList):
                setattr(node, name, self._joined(part, of, blocks))
        if isinstance(node, ExtendsNode):
            node.blocks = {block.name: block for block in node.nodelist.get_nodes_by_type(BlockNode)}  # type: ignore[attr-defined, misc]
        return node


class Loader(cached.Loader, _Joining):
    """A loader that caches assembled templates by language, and by the path under which this process serves its
    URLs."""

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        return f"{get_language()} {get_script_prefix()} {super().cache_key(template_name, skip)}"


def _is_constant(node: Node) -> bool:
    """Return True for a word, a sentence or a URL that does not depend on the page, and for nodes without output."""
    match node:
        case CommentNode() | LoadNode():
            return True
        case TranslateNode():
            said = node.filter_expression
            return not (node.asvar or node.message_context or said.filters or said.var.lookups)
        case BlockTranslateNode():
            return not (node.asvar or node.message_context or node.plural or node.extra_context) and all(
                token.token_type.name == "TEXT" for token in node.singular
            )
        case StaticNode():
            return not node.varname and bool(_literal(node.path))
        case URLNode():
            return not node.asvar and all(map(_literal, [node.view_name, *node.args, *node.kwargs.values()]))
    return False


def _literal(value: FilterExpression | Node) -> str:
    """Return the quoted text of a value; empty if it depends on the page."""
    return value.var if isinstance(value, FilterExpression) and isinstance(value.var, str) and not value.filters else ""
