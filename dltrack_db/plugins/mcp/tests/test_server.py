"""The server as a client of the official SDK sees it."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from dltrack_db.errors import DltrackError
from dltrack_db.plugins.mcp import command
from dltrack_db.plugins.mcp.answers import Answers
from dltrack_db.plugins.mcp.bounded import Bounded
from tests.commands import dltrack

NEEDS_SDK = "needs the Python SDK of the Model Context Protocol (extra mcp)"
TOOLS = {
    *("query", "describe", "catalogue"),
    *("audit", "compare", "diff", "gate", "leaderboard", "printed_number", "topics"),
}


def asked(target, *calls):
    """The tools that a client sees, and what it is answered."""
    sdk = pytest.importorskip("mcp", reason=NEEDS_SDK)

    async def ask():
        async with sdk.Client(target) as client:
            tools = (await client.list_tools()).tools
            return client.instructions, tools, [await client.call_tool(name, given) for name, given in calls]

    return asyncio.run(ask())


@pytest.fixture(scope="module")
def server(sample_database):
    pytest.importorskip("mcp", reason=NEEDS_SDK)
    from dltrack_db.plugins.mcp.server import server

    with Bounded(sample_database, rows=5) as answers:
        yield server(answers)


def test_a_client_sees_tools_that_only_read(server):
    instructions, tools, _ = asked(server)
    assert {tool.name for tool in tools} == TOOLS
    text = " ".join(dltrack("mcp", "--help").stdout.split())
    assert (
        "Maximum number of rows of an answer. [default: 200]" in text
        and "Maximum bytes of an answer. [default: 64000]" in text
    )
    assert "query, describe and catalogue, and one tool for each question" in text
    for tool in tools:
        assert tool.annotations.read_only_hint and not tool.annotations.open_world_hint
        assert tool.input_schema["additionalProperties"] is False
        assert tool.description and all("description" in given for given in tool.input_schema["properties"].values())
    assert "cite the objects" in instructions and "at most 5 rows" in instructions


def test_a_client_is_answered_with_numbers_and_their_view(server, sample_database):
    sql = "select run_id, value from metrics.run_scores where measure = 'map' order by value desc, run_id"
    _, _, (queried, described, listed) = asked(
        server,
        ("query", {"sql": sql}),
        ("describe", {"name": "labels.kappa"}),
        ("catalogue", {"topic": "statistics"}),
    )
    assert not any(one.is_error for one in (queried, described, listed))
    told = json.loads(queried.content[0].text)
    assert told == queried.structured_content
    assert told["rows"] == Answers(sample_database).query(sql, 5)["rows"]
    assert told["comes_from"][0]["object"] == "metrics.run_scores" and not told["is_whole"]
    assert described.structured_content["object"] == "labels.kappa"
    assert len(listed.structured_content["rows"]) == 5


def test_a_refusal_is_an_answer_with_its_sentence(server):
    _, _, refused = asked(
        server,
        ("query", {"sql": "drop view metrics.ranked; select 1"}),
        ("query", {"sql": "select 1", "limit": 6}),
        ("describe", {"name": "leaderbord"}),
        ("printed_number", {"number": 0.83931}),
        ("query", {}),
        ("leaderboard", {"collection": "sample-passages", "measure": ["map"]}),
    )
    assert all(one.is_error for one in refused)
    assert "read-only" in refused[0].content[0].text
    assert refused[1].content[0].text.endswith("limit must be between 1 and 5, the maximum of this server, not 6")
    assert "did you mean" in refused[2].content[0].text
    assert "no paper prints 0.83931" in refused[3].content[0].text
    assert "leaderboard has no argument 'measure'; its arguments: collection, measures, " in refused[5].content[0].text


@pytest.mark.campaign
def test_the_command_speaks_on_standard_input_and_output(sample_database):
    sdk = pytest.importorskip("mcp", reason=NEEDS_SDK)
    from mcp.client.stdio import StdioServerParameters, stdio_client

    started = StdioServerParameters(
        command=sys.executable, args=["-m", "dltrack_db", "mcp", "--db", str(sample_database), "--rows", "7"]
    )
    assert sdk
    instructions, tools, (answer,) = asked(stdio_client(started), ("query", {"sql": "from range(9)"}))
    assert {tool.name for tool in tools} == TOOLS and "at most 7 rows" in instructions
    assert len(answer.structured_content["rows"]) == 7


@pytest.mark.more
def test_without_the_sdk_the_command_says_where_to_get_it(sample_database, monkeypatch):
    monkeypatch.setitem(sys.modules, "dltrack_db.plugins.mcp.server", None)
    with pytest.raises(DltrackError, match=r"pip install 'dltrack\[mcp\]'"):
        command.mcp(sample_database)
