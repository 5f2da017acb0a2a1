"""Questions: typed functions whose signature defines a command, a method and a tool.

    @question(title="Weakest topics of a run")
    def weak_topics(db, run: str, *, collection: str, limit: int = 10) -> Answer:
        \"""Topics on which a run lies furthest below the median of all runs.\"""
        return db.ask("select … limit $limit", {"run": run, "collection": collection, "limit": limit})

The first parameter is the database (`OpenDatabase`). Parameters before the star become arguments of the command, and
parameters after the star become options. `run`, `run_a`, `run_b` and `runs` are loaded runs of `collection`. Runs and
collections are looked up before the function is called, so that all interfaces accept the same values.

Declarations are read with `ast`; a module is imported only when one of its questions is answered.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from dltrack_db.base import plugins, resources
from dltrack_db.base.answer import Answer
from dltrack_db.errors import DltrackError, UsageError

if TYPE_CHECKING:
    from types import ModuleType

    from dltrack_db.base.plugin_description import Plugin

_Function = TypeVar("_Function", bound=Callable[..., Answer])

_RESERVED = frozenset(["db", "format", "at", "help", "quiet"])
"""Options of every command."""
_SECTIONS = re.compile(r"^(Args|Returns|Raises):$", re.MULTILINE)
_DECLARATION = re.compile(r'^@question\(.*?^def .*?:\n    """.*?"""', re.MULTILINE | re.DOTALL)
"""The source text of a question, up to the end of its docstring."""


class Input(NamedTuple):
    """Help text and limits of a parameter: `Annotated[int, Input("Items of each run.", least=1)]`.

    Args:
        help: help text.
        option: name of the command's option, if it differs from the parameter's name.
        short: short form of the option, such as '-n'.
        metavar: placeholder for the value in the help.
        least: smallest valid number.
        most: largest valid number.
        completes: the completer of `cli.completion` for the shell.
        is_loaded: whether names of runs are looked up before the function is called.
    """

    help: str = ""
    option: str = ""
    short: str = ""
    metavar: str | None = None
    least: int | None = None
    most: int | None = None
    completes: str = ""
    is_loaded: bool = True


TOPICS = Input("Use only these topics: ids separated by commas, or a condition in SQL.", metavar="FILE|ID,ID|SQL")
_INPUTS = {
    "run": Input("A loaded run.", completes="runs"),
    "run_a": Input("A loaded run.", completes="runs"),
    "run_b": Input("Another run of the same collection.", completes="runs"),
    "runs": Input("Loaded runs.", completes="runs"),
    "collection": Input("A collection, e.g. trec2021-passages.", short="-c", completes="collections"),
    "labels": Input("Labels other than the official ones.", metavar="NAME"),
    "fill": Input("Labels that fill the gaps of the labels, in this order.", metavar="NAME"),
    "measure": Input("A measure as trec_eval or ir_measures write it."),
    "measures": Input("Measures as trec_eval or ir_measures write them."),
    "limit": Input("Maximum number of rows.", short="-n", metavar="N", least=1),
}
"""Default inputs of parameters by name, if a question declares no `Input` and has no `Args:`."""
_OPTIONAL_COLLECTION = "The collection, if several contain the runs."


class Parameter(NamedTuple):
    """A parameter of a question.

    The default of a required parameter is `inspect.Parameter.empty`. `is_argument` is True for an argument of the
    command (a parameter before the star), and False for an option.
    """

    name: str
    annotation: Any
    default: Any
    is_argument: bool
    input: Input

    @property
    def is_required(self) -> bool:
        """Return True if the parameter has no default."""
        return self.default is inspect.Parameter.empty

    @property
    def is_optional(self) -> bool:
        """Return True if the value may be None."""
        return self.default is None or type(None) in get_args(self.annotation)

    @property
    def kinds(self) -> tuple[Any, ...]:
        """Return the valid types of the value, except None."""
        is_union = get_origin(self.annotation) in (Union, types.UnionType)
        kinds = get_args(self.annotation) if is_union else (self.annotation,)
        return tuple(kind for kind in kinds if kind is not type(None))

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the valid values of a `Literal`; () for other types."""
        return get_args(self.kinds[0]) if get_origin(self.kinds[0]) is Literal else ()

    @property
    def is_list(self) -> bool:
        """Return True if the value is a list."""
        return all(get_origin(kind) in (list, Sequence) for kind in self.kinds)


class Rules(NamedTuple):
    """The arguments of the decorator `question`."""

    title: str
    allows_scores: bool
    is_ranked: bool
    keys: Sequence[str]
    point: Sequence[str]
    expendable: Sequence[str]


def question(
    *,
    title: str,
    allows_scores: bool = False,
    is_ranked: bool = False,
    keys: Sequence[str] = (),
    point: Sequence[str] = (),
    expendable: Sequence[str] = (),
    after: str = "",
) -> Callable[[_Function], _Function]:
    """Declare a function as a question.

    Args:
        title: heading of the rows, if the answer has no title.
        allows_scores: whether runs with scores per topic, but without rankings, are valid.
        is_ranked: whether the name of an edition means its collection with runs.
        keys: columns that identify a row; `keys`, `point` and `expendable` are those of `show.table.Fit`.
        point: columns that are printed even on a narrow terminal.
        expendable: columns that are left out first on a narrow terminal.
        after: the command that precedes this command in `dltrack --help`; '' for a separate section.
    """

    def declare(function: _Function) -> _Function:
        function.__dict__["question"] = Rules(title, allows_scores, is_ranked, keys, point, expendable)
        return function

    return declare


@dataclass(frozen=True)
class DeclaredQuestion:
    """A question, read from its declaration; `text` is its docstring, `plugin` is '' for questions of dltrack."""

    name: str
    title: str
    text: str
    after: str
    plugin: str
    path: Path

    @property
    def command(self) -> str:
        """Return the name of the question's command."""
        return self.name.replace("_", "-")

    @property
    def summary(self) -> str:
        """Return the first paragraph of the docstring in one line."""
        return " ".join(self.text.split("\n\n")[0].split())

    @property
    def help(self) -> str:
        """Return the docstring without the sections on arguments, results and errors."""
        return _SECTIONS.split(self.text)[0].rstrip()

    @property
    def function(self) -> Callable[..., Answer]:
        """Import the module and return the function."""
        function: Any = getattr(_module(self.plugin, self.path), self.name, None)
        if not isinstance(getattr(function, "question", None), Rules):
            raise DltrackError(
                f"{self.path} has no question '{self.name}'; declare a function with this name with @question"
            )
        return function  # type: ignore[no-any-return]

    @property
    def rules(self) -> Rules:
        """Return the arguments of the decorator."""
        return self.function.question  # type: ignore[attr-defined,no-any-return]

    @functools.cached_property
    def parameters(self) -> dict[str, Parameter]:
        """Return the parameters by name, without the database."""
        try:
            own = list(inspect.signature(self.function, eval_str=True).parameters.values())
        except (NameError, TypeError, SyntaxError) as error:
            raise DltrackError(f"{self.path}: the types of question '{self.name}' cannot be read ({error})") from error
        helps = _argument_helps(self.text)
        parameters = {one.name: self._parameter(one, helps.get(one.name, "")) for one in own[1:]}
        if not own or own[0].kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
            raise DltrackError(f"{self.path}: the first parameter of question '{self.name}' must be the database")
        return parameters

    def _parameter(self, own: inspect.Parameter, help: str) -> Parameter:
        annotation, usual = own.annotation, _INPUTS.get(own.name, Input())
        if own.name == "collection" and own.default is None:
            usual = usual._replace(help=_OPTIONAL_COLLECTION)
        if get_origin(annotation) is Annotated:
            annotation, *marks = get_args(annotation)
            usual = next((mark for mark in marks if isinstance(mark, Input)), usual)
        is_argument = own.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameter = Parameter(
            own.name, annotation, own.default, is_argument, usual._replace(help=help) if help else usual
        )
        if own.name in _RESERVED:
            raise DltrackError(
                f"{self.path}: question '{self.name}' has a parameter '{own.name}', which every command has; rename it"
            )
        is_plain = is_argument or own.kind is inspect.Parameter.KEYWORD_ONLY
        if not is_plain or not all(_is_known(kind) for kind in parameter.kinds):
            raise DltrackError(
                f"{self.path}: parameter '{own.name}' of question '{self.name}' needs a type: str, int, float, bool, "
                "list[str] or Literal[…], or one of these with None"
            )
        return parameter


def _is_known(kind: Any) -> bool:
    """Return True for a type that all interfaces support."""
    if get_origin(kind) is Literal:
        return all(isinstance(value, str) for value in get_args(kind))
    return kind in (str, int, float, bool) or (get_origin(kind) in (list, Sequence) and get_args(kind)[0] is str)


def _argument_helps(text: str) -> dict[str, str]:
    """Return the help of each argument from the section `Args:` of a docstring."""
    parts = _SECTIONS.split(text)
    section = next((body for name, body in zip(parts[1::2], parts[2::2], strict=True) if name == "Args"), "")
    entries = re.findall(r"^    (\w+): ((?:.+\n?)(?:^        .+\n?)*)", section, re.MULTILINE)
    return {name: _sentence(" ".join(words.split())) for name, words in entries}


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


_OWN = Path(__file__).parent


def all_questions() -> Mapping[str, DeclaredQuestion]:
    """Return all questions by name; questions of dltrack come before questions of plug-ins."""
    return _registry(plugins.usable())


@functools.cache
def _registry(active: Sequence[Plugin]) -> dict[str, DeclaredQuestion]:
    questions_by_name = {
        one.name: one for path in _OWN.glob("*.py") if path.name != Path(__file__).name for one in _read("", path)
    }
    for plugin in (*plugins.own(), *active):
        # the trial rejects plug-ins with unreadable modules, but a file may have changed since the trial
        with suppress(OSError, SyntaxError, ValueError):
            questions_by_name = {one.name: one for one in read_declarations(plugin)} | questions_by_name
    return questions_by_name


def read_declarations(plugin: Plugin) -> list[DeclaredQuestion]:
    """Return the questions that a plug-in's module declares, without running it."""
    return list(_read(plugin.name, plugin.folder / f"{plugin.module}.py")) if plugin.module else []


def own_questions() -> list[str]:
    """Return the commands of the questions of dltrack and its bundled plug-ins."""
    return [one.command for one in _registry(()).values()]


def _read(plugin: str, path: Path) -> Iterator[DeclaredQuestion]:
    """Yield the questions declared in a file; in dltrack's own files, only the declarations are parsed (50 ms less)."""
    text = path.read_text(encoding="utf-8")
    if "question(" not in text:
        return
    for node in ast.parse(
        "\n".join(_DECLARATION.findall(text)) if path.is_relative_to(resources.PACKAGE) else text
    ).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func).split(".")[-1] == "question":
                words = {
                    each.arg: ast.literal_eval(each.value) for each in mark.keywords if each.arg in ("title", "after")
                }
                text = ast.get_docstring(node) or str(words.get("title", ""))
                yield DeclaredQuestion(node.name, words.get("title", ""), text, words.get("after", ""), plugin, path)


def _module(plugin: str, path: Path) -> ModuleType:
    if not plugin:
        return importlib.import_module(f"dltrack_db.ask.{path.stem}")
    return next(one for one in (*plugins.own(), *plugins.active()) if one.name == plugin).load(path.stem)


def _name_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def find(name: str) -> DeclaredQuestion:
    """Return a question by its name or command."""
    from dltrack_db.base.suggest import unknown

    question = all_questions().get(name.replace("-", "_"))
    if question is None:
        raise UsageError(f"there is no question '{name}'{unknown(name, all_questions())}")
    return question


@contextmanager
def blaming(what: str, *passing: type[Exception]) -> Iterator[None]:
    """Turn an error in the block into a DltrackError that names `what`, a question or command of a plug-in.

    Errors for the user, errors of the types `passing`, and errors from full memory or disks are not changed.
    """
    import os

    import duckdb

    from dltrack_db.base import exhaustion
    from dltrack_db.store import duckdb_errors

    exempt: tuple[type[Exception], ...] = (DltrackError, OSError, duckdb.InterruptException, *passing)
    try:
        yield
    except exempt:
        raise
    except Exception as error:
        is_of_machine = isinstance(error, duckdb.Error) and duckdb_errors.is_of_machine(error)
        if exhaustion.is_memory_error(error) or is_of_machine or os.environ.get("DLTRACK_DEBUG"):
            raise
        raise DltrackError(
            f"{what} fails ({_name_error(error)}); report the error to the plug-in's author, with the output of the "
            "same command under DLTRACK_DEBUG=1"
        ) from error
