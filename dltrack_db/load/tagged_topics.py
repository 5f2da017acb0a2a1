"""Read topics with tags: XML, and TREC's `<top>` format, in which tags may be unclosed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

_TOPICS = {"top", "topic"}
_TEXTS = ("query", "title")
"""Fields with the text of a topic; the first existing field is used."""
_KNOWN = re.compile(
    r"(?:[a-z]{1,3}-)?(?:num|number|title|desc|description|narr|narrative|query|question|smry|summary|con|concepts?|"
    r"fac|factors|def|definitions?|dom|domain|head|nat|time|hum|background|context|need|keywords?|subtopic|type|"
    r"querytime|querytweettime|docid|url|text)",
    re.IGNORECASE,
)
"""Tags in topics of TREC, and of CLEF, where tags have a language prefix."""
_TOKEN = re.compile(
    r"(?s)(?P<comment><!--.*?-->)|<(?P<end>/?)(?P<name>[A-Za-z][\w-]*)(?P<attributes>\s[^<>]*)?/?>|<[!?]"
)
_PROLOG = re.compile(r"\s*<\?xml[^>]*\?>|<!DOCTYPE[^>\[]*>")
_LABEL = re.compile(r"(?i)^(topic|description|narrative|summary)\s*:")
_NUMBER = re.compile(r"(?i)^number\s*:")


_DEEPEST = 50
"""Maximum depth of nested tags."""


class _TooDeepError(Exception):
    def __init__(self, line: int) -> None:
        self.line = line


@dataclass
class TaggedTopic:
    """A topic and its first line; `problem` is the reason why the topic is rejected, or None."""

    line: int
    query_id: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    problem: str | None = None

    def row(self) -> dict[str, object]:
        """Return the topic as a row of temp.topic_fields; values of repeated tags are joined by line ends."""
        values_by_name: dict[str, list[str]] = {}
        for name, value in self.fields:
            if value:
                values_by_name.setdefault(name, []).append(value)
        fields = [{"attribute": name, "value": "\n".join(values)} for name, values in values_by_name.items()]
        text = next((name for name in _TEXTS if name in values_by_name), None)
        return {
            "line": self.line,
            "query_id": self.query_id or None,
            "fields": fields,
            "default_field": text,
            "odd_fields": [],
            "problem": self.problem,
        }


@dataclass
class _Element:
    name: str
    attributes: dict[str, str]
    line: int
    content: list[str | _Element] = field(default_factory=list)

    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text() for part in self.content)

    def own_text(self) -> str:
        return _squeeze("".join(part for part in self.content if isinstance(part, str)))

    def children(self) -> list[_Element]:
        return [part for part in self.content if isinstance(part, _Element)]


def read(path: Path) -> list[TaggedTopic]:
    """Return the topics of a file; rejected topics have a `problem`.

    A file that cannot be parsed or has no topics returns a single topic with a `problem`.
    """
    content = path.read_text(encoding="utf-8-sig")
    try:
        topics = list(_topics(_parse(content)))
    except _TooDeepError as error:
        return [TaggedTopic(error.line, problem=f"tags are nested more than {_DEEPEST} levels deep; correct the line")]
    except expat.ExpatError as error:
        first = next((token["name"] for token in _TOKEN.finditer(content) if token["name"]), "")
        if first.casefold() != "top":
            return [TaggedTopic(error.lineno, problem=f"not XML: {expat.ErrorString(error.code)}; correct the line")]
        topics = _split(content)
    return topics or [TaggedTopic(1, problem="the file has no <topic> or <top>")]


def _parse(content: str) -> _Element:
    """Parse XML, or a sequence of XML elements, into a tree with one root."""
    blank = _PROLOG.sub(lambda rows: re.sub(r"[^\n]", " ", rows[0]), content)
    root = _Element("", {}, 1)
    stack = [root]
    parser = expat.ParserCreate("utf-8")

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > _DEEPEST:
            raise _TooDeepError(parser.CurrentLineNumber)
        element = _Element(name.casefold(), attributes, parser.CurrentLineNumber)
        stack[-1].content.append(element)
        stack.append(element)

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _name: stack.pop()
    parser.CharacterDataHandler = lambda text: stack[-1].content.append(text)
    parser.Parse(f"<_>{blank}</_>", True)
    return root.children()[0]


def _topics(element: _Element) -> Iterator[TaggedTopic]:
    """Yield the topics within an element; if there is other text, first yield a topic with a problem."""
    rows = [
        topic
        for child in element.children()
        for topic in ([_topic(child)] if child.name in _TOPICS else _topics(child))
    ]
    if rows and (text := element.own_text()):
        yield TaggedTopic(element.line, problem=f"text between the topics: {text[:60]}")
    yield from rows


def _topic(element: _Element) -> TaggedTopic:
    topic = TaggedTopic(element.line)
    numbers = [_NUMBER.sub("", _squeeze(each.text())).strip() for each in element.children() if each.name == "num"]
    numbers += [value.strip() for name, value in element.attributes.items() if name.casefold() in ("number", "id")]
    numbers = list(dict.fromkeys(filter(None, numbers)))
    topic.query_id = numbers[0] if numbers else ""
    has_labels = element.name == "top"
    for child in element.children():
        if child.name != "num":
            topic.fields += [(name, _strip_label(text) if has_labels else text) for name, text in _fields(child)]
    if not numbers:
        topic.problem = 'the topic has neither <num> nor number="…"'
    elif len(numbers) > 1:
        topic.problem = f"the topic has several numbers: {', '.join(numbers)}"
    elif text := element.own_text():
        topic.problem = f"topic {topic.query_id} has text outside of its tags: {text[:60]}"
    return topic


def _fields(element: _Element) -> Iterator[tuple[str, str]]:
    """Yield the fields of an element as (name, text).

    The element is one field with all its text, unless only its children have text; then each child is a field.
    """
    if element.own_text() or element.name in _TEXTS or not element.children():
        yield element.name, _squeeze(element.text())
    else:
        for child in element.children():
            yield from _fields(child)


def _split(content: str) -> list[TaggedTopic]:
    """Parse topics in TREC's `<top>` format."""
    topics: list[TaggedTopic] = []
    topic: TaggedTopic | None = None
    name = ""
    parts: list[str] = []
    at = start = 0

    def refuse(line: int, problem: str) -> None:
        if topic is None:
            topics.append(TaggedTopic(line, problem=problem))
        elif topic.problem is None:
            topic.line, topic.problem = line, problem

    def finish() -> None:
        nonlocal name
        text = _squeeze("".join(parts))
        parts.clear()
        if topic is not None and name == "num":
            topic.query_id = _NUMBER.sub("", text).strip()
        elif topic is not None and name:
            topic.fields.append((name, _strip_label(text)))
        elif text:
            refuse(_line(content, start), f"text outside of the tags of a topic: {text[:60]}")
        name = ""

    for token in [*_TOKEN.finditer(content), None]:
        text = content[at : token.start() if token else len(content)]
        start = at + len(text) - len(text.lstrip()) if not "".join(parts).strip() else start
        parts.append(text)
        at = token.end() if token else len(content)
        if token is None:
            finish()
        elif token["comment"]:
            continue
        elif not token["name"]:
            refuse(_line(content, token.start()), "XML markup in topics that are not valid XML: " + token[0])
        elif token["name"].casefold() in _TOPICS:
            finish()
            topic = None if token["end"] else TaggedTopic(_line(content, token.start()))
            topics += [topic] if topic else []
        elif topic is None:  # for example, a tag around all topics
            finish()
        elif not _KNOWN.fullmatch(token["name"]):
            refuse(
                _line(content, token.start()),
                f"the tag <{token['end']}{token['name']}> is not a tag of topics; remove the tag",
            )
        elif token["end"] and name:
            finish()
        elif not token["end"]:
            finish()
            name = token["name"].casefold()
    for each in topics:
        if each.problem is None and not each.query_id:
            each.problem = 'the topic has neither <num> nor number="…"'
    return topics


def _line(content: str, at: int) -> int:
    return content.count("\n", 0, at) + 1


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _strip_label(text: str) -> str:
    """Remove the label that TREC's topics have before a text, as in `<title> Topic: …` or `<desc> Description: …`."""
    return _LABEL.sub("", text).strip()
