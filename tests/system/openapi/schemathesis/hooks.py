"""Gives Schemathesis the rules of lexdex that its schemas cannot express."""

import json
import os
import re
import urllib.request

import schemathesis
from hypothesis import strategies as st

# The catalog is data, and not in the document.
JURISDICTIONS = ["federal", "US", "ca", "NY", "new-york", "Puerto Rico", "district of columbia"]
schemathesis.openapi.format("jurisdiction", st.sampled_from(JURISDICTIONS))

# Texts with a letter or a digit, and with paired quotation marks.
schemathesis.openapi.format("words", st.from_regex(r'\A("[a-z]{1,9}" )?[A-Za-z0-9§. -]{0,30}[a-z0-9]\Z'))

# Texts with a letter or a digit, without quotation marks and not too long.
PLAIN_WORDS = re.compile(r'(?=.*[A-Za-z0-9])[^"\u201c-\u201e\u301d\u301e\uff02]{1,60}\Z', re.DOTALL)

# The build that the server has. Any other well-formed build gets 412.
with urllib.request.urlopen(os.environ["SERVER"] + "/readyz") as response:
    BUILD = response.headers["Lexdex-Build"]
BUILD_ID = re.compile(r"[0-9a-f]{64}")

# The build from which changes are listed. Other texts get 400, and a build or a time before the history gets 410.
schemathesis.openapi.format("build-or-time", st.sampled_from([BUILD, "1970-01-01", "2020-02-29T12:00:00Z"]))

with urllib.request.urlopen(os.environ["SERVER"] + "/openapi.json") as response:
    DOCUMENT = json.load(response)
SCHEMAS = {
    parameter["name"]: parameter["schema"]
    for operations in DOCUMENT["paths"].values()
    for operation in operations.values()
    for parameter in operation["parameters"]
    if parameter["in"] == "query"
}

# Parameters that are lists of arbitrary texts.
TEXTS = [name for name, schema in SCHEMAS.items() if "pattern" in schema.get("items", {})]

MAX_IDS = 100

MAX_CONTEXT = 4096

RANGES = [(name, name.replace("_from", "_to")) for name in SCHEMAS if name.endswith("_from")]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Corrects requests whose parameters contradict each other: a schema describes one parameter at a time."""
    query = case.query
    # A schema cannot express which names the catalog has.
    jurisdictions = query.get("jurisdiction", [])
    if isinstance(jurisdictions, list) and jurisdictions and all(isinstance(value, str) for value in jurisdictions):
        query["jurisdiction"] = [value if value in JURISDICTIONS else "ca" for value in jurisdictions]
    if isinstance(query.get("build"), str) and BUILD_ID.fullmatch(query["build"]):
        query["build"] = BUILD
    # Words that do not match the format can also be valid.
    if isinstance(query.get("q"), str) and PLAIN_WORDS.match(query["q"]):
        query["q"] = "law"
    # A schema cannot express that a citation needs a name and a number.
    citation = query.get("citation")
    if isinstance(citation, str) and citation.strip() and len(citation) <= 200:
        query["citation"] = "410 U.S. 113"
    # A schema cannot express that a text is a build or a time.
    since = query.get("since")
    if isinstance(since, str) and since.strip() and len(since) <= 200:
        query["since"] = BUILD
    # A single string is sent like a list of one string, which is valid unless it is empty.
    for name in TEXTS:
        if isinstance(query.get(name), (str, int, float)):
            query[name] = ""
    # Too many long ids would exceed the maximum length of a target.
    if isinstance(query.get("id"), list) and len(query["id"]) > MAX_IDS:
        query["id"] = ["a"] * len(query["id"])
    for first, last in RANGES:
        if isinstance(query.get(first), str) and isinstance(query.get(last), str) and query[first] > query[last]:
            query[first], query[last] = query[last], query[first]
    if query.get("bom") in [True, "true"]:
        query["format"] = "csv"
    if query.get("format") in ["bibtex", "ris", "csl-json"]:
        query.pop("fields", None)
    if (query.get("sort") == "relevance" or query.get("match")) and not query.get("q"):
        query["q"] = "law"
    # A schema cannot express that a context is one that the server has given.
    body = case.body
    if isinstance(body, dict) and isinstance(body.get("context"), str) and len(body["context"]) <= MAX_CONTEXT:
        body.pop("context")
