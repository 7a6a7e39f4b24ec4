"""Tells Schemathesis the rules of lexdex that its schemas cannot express."""

import os
import re
import urllib.request

import schemathesis
from hypothesis import strategies as st

# The catalog is data, and not in the document.
JURISDICTIONS = ["federal", "US", "ca", "NY", "new-york", "Puerto Rico", "district of columbia"]
schemathesis.openapi.format("jurisdiction", st.sampled_from(JURISDICTIONS))

# A letter or a digit, and quotation marks in pairs.
schemathesis.openapi.format("words", st.from_regex(r'\A("[a-z]{1,9}" )?[A-Za-z0-9§. -]{0,30}[a-z0-9]\Z'))

# Letters or digits without a quotation mark, not too many.
PLAIN_WORDS = re.compile(r'(?=.*[A-Za-z0-9])[^"\u201c-\u201e\u301d\u301e\uff02]{1,60}\Z', re.DOTALL)

# The build that the server has; any other is well-formed, and answered with 412.
with urllib.request.urlopen(os.environ["SERVER"] + "/readyz") as response:
    BUILD = response.headers["Lexdex-Build"]
BUILD_ID = re.compile(r"[0-9a-f]{64}")

# The build from which changes are listed. Any other text is refused, and a build or a time before the history is 410.
schemathesis.openapi.format("build-or-time", st.sampled_from([BUILD, "1970-01-01", "2020-02-29T12:00:00Z"]))

# Lists of any text.
TEXTS = ["topic", "topic_all", "court", "session", "id"]

MAX_IDS = 100

RANGES = [("effective_from", "effective_to"), ("decided_from", "decided_to"), ("introduced_from", "introduced_to")]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Mends requests whose parameters contradict each other: a schema describes one parameter at a time."""
    query = case.query
    # A schema cannot say which names the catalog has.
    jurisdictions = query.get("jurisdiction", [])
    if isinstance(jurisdictions, list) and jurisdictions and all(isinstance(value, str) for value in jurisdictions):
        query["jurisdiction"] = [value if value in JURISDICTIONS else "ca" for value in jurisdictions]
    if isinstance(query.get("build"), str) and BUILD_ID.fullmatch(query["build"]):
        query["build"] = BUILD
    # Other words than those of the format are valid, too.
    if isinstance(query.get("q"), str) and PLAIN_WORDS.match(query["q"]):
        query["q"] = "law"
    # A citation needs a name and a number, and a schema cannot say so.
    citation = query.get("citation")
    if isinstance(citation, str) and citation.strip() and len(citation) <= 200:
        query["citation"] = "410 U.S. 113"
    # A schema cannot say that a text is a build or a time.
    since = query.get("since")
    if isinstance(since, str) and since.strip() and len(since) <= 200:
        query["since"] = BUILD
    # A string outside a list is sent like a list of one string, which is valid. An empty one is not.
    for name in TEXTS:
        if isinstance(query.get(name), (str, int, float)):
            query[name] = ""
    # Too many long ids would be a target that is too long.
    if isinstance(query.get("id"), list) and len(query["id"]) > MAX_IDS:
        query["id"] = ["a"] * len(query["id"])
    for first, last in RANGES:
        if isinstance(query.get(first), str) and isinstance(query.get(last), str) and query[first] > query[last]:
            query[first], query[last] = query[last], query[first]
    if query.get("bom") in [True, "true"] and query.get("format", "ndjson") == "ndjson":
        query["format"] = "csv"
    if (query.get("sort") == "relevance" or query.get("match")) and not query.get("q"):
        query["q"] = "law"
