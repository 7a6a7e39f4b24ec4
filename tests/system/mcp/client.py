"""Calls every tool of a server in both revisions of the protocol, and checks the results by their schemas.

Prints each revision as a line of JSON. With a command after the address, speaks to that over standard input and output.
With `--until-refused`, calls a tool until the server refuses it, and prints the error.
"""

import asyncio
import json
import sys
import urllib.request
from urllib.parse import urljoin

import jsonschema
import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

SERVER, *COMMAND = (argument for argument in sys.argv[1:] if argument != "--until-refused")

TARGET = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:]) if COMMAND else SERVER

TEXT = "See Roe v. Wade, 410 U.S. 113, 153 (1973); id. at 154; Smith v. Jones, 410 U.S. 113 (1999); 18 U.S.C. § 1341."

CALLS = [
    ("search_statutes", {"q": "fraud", "jurisdiction": ["federal"]}),
    ("search_cases", {"q": "privacy", "court": ["scotus"], "limit": 3, "fields": ["id", "meta"]}),
    ("search_bills", {"congress": 117, "status": ["signed"]}),
    ("get_record", {"resource": "statutes", "id": "federal-usc-18-1341"}),
    ("get_record", {"resource": "cases", "id": "scotus-410-us-113"}),
    ("get_record", {"resource": "bills", "id": "federal-117-hr-3684"}),
    ("get_record", {"resource": "jurisdictions", "id": "ca"}),
    ("check_citations", {"text": TEXT}),
    ("count_facets", {"resource": "cases", "topic": ["privacy"]}),
    ("count_facets", {"resource": "statutes", "status": ["repealed"]}),
    ("list_values", {"of": "courts"}),
    ("list_values", {"of": "topics"}),
    ("list_values", {"of": "jurisdictions"}),
    ("coverage", {}),
    ("coverage", {"resource": "cases", "jurisdiction": ["ca"]}),
    ("search_cases", {"court": ["nineth circuit"]}),
    ("search", {"query": "Roe v. Wade"}),
    ("fetch", {"id": "cases/scotus-410-us-113"}),
]

MISTAKES = [
    ("search_cases", {"jurisdiction": ["atlantis"]}, "is not in the catalogue"),
    ("get_record", {"resource": "cases", "id": "scotus-410-us-112"}, "scotus-410-us-113"),
]


def fetch(url: str, text: str | None = None) -> dict:
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    body = text and text.encode()
    with urllib.request.urlopen(urllib.request.Request(urljoin(SERVER, url), body, headers)) as response:
        return json.load(response)


async def check(mode: str, missing: int) -> None:
    async with Client(TARGET, mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        for tool in tools.values():
            for schema in (tool.input_schema, tool.output_schema):
                jsonschema.Draft202012Validator.check_schema(schema)
        assert {name for name, _ in CALLS} == set(tools), tools.keys()
        for name, arguments in CALLS:
            jsonschema.Draft202012Validator(tools[name].input_schema).validate(arguments)
            # The client also validates the answer, with a validator that supports only the default dialect.
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result
            answer = result.structured_content
            jsonschema.Draft202012Validator(tools[name].output_schema).validate(answer)
            assert json.loads(result.content[0].text) == answer
            if name in ("search", "fetch"):
                continue
            response = fetch(answer["url"], arguments.get("text"))
            if name in ("coverage", "list_values"):
                assert all(entry in response["data"] for entry in answer["data"]), name
            else:
                for record in answer["data"] if name.startswith("search_") else []:
                    assert fetch(record.pop("url"))["data"]["id"] == record["id"]
                assert {member: answer[member] for member in response} == response, name
        for name, arguments, expected in MISTAKES:
            result = await client.call_tool(name, arguments)
            assert result.is_error and expected in result.content[0].text, result
        resources = (await client.list_resources()).resources
        assert len(resources) > 5
        record = await client.read_resource("lexdex://cases/scotus-410-us-113")
        assert json.loads(record.contents[0].text) == fetch("/api/v1/cases/scotus-410-us-113")
        try:
            await client.read_resource("lexdex://cases/none")
        except MCPError as error:
            assert error.error.code == missing, error
        else:
            raise AssertionError("a missing resource was read")
        print(json.dumps(client.protocol_version))


async def call_until_refused() -> None:
    async with Client(SERVER, mode="legacy") as client:
        while True:
            try:
                await client.call_tool("coverage", {"resource": "bills", "jurisdiction": "wy"})
            except MCPError as error:
                print(json.dumps({"code": error.error.code, "message": error.error.message, "data": error.error.data}))
                return


async def main() -> None:
    if "--until-refused" in sys.argv:
        return await call_until_refused()
    await check("auto", types.INVALID_PARAMS)
    await check("legacy", -32002)


asyncio.run(main())
