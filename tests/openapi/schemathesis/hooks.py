"""Tells Schemathesis the rules of lexdex that its schemas cannot express."""

import schemathesis
from hypothesis import strategies as st

# The catalog is data, and not in the document.
JURISDICTIONS = ["federal", "US", "ca", "NY", "new-york", "Puerto Rico", "district of columbia"]
schemathesis.openapi.format("jurisdiction", st.sampled_from(JURISDICTIONS))

# A letter or a digit, and quotation marks in pairs.
schemathesis.openapi.format("words", st.from_regex(r'\A("[a-z]{1,9}" )?[A-Za-z0-9§. -]{0,30}[a-z0-9]\Z'))

# Lists of any text.
TEXTS = ["topic", "topic_all", "court", "id"]

RANGES = [("effective_from", "effective_to"), ("decided_from", "decided_to"), ("introduced_from", "introduced_to")]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Mends requests whose parameters contradict each other: a schema describes one parameter at a time."""
    query = case.query
    # A string outside a list is sent like a list of one string, which is valid.
    jurisdictions = query.get("jurisdiction", [])
    is_known = isinstance(jurisdictions, list) and all(value in JURISDICTIONS for value in jurisdictions)
    for name in TEXTS:
        if is_known and isinstance(query.get(name), (str, int, float)):
            query[name] = [str(query[name])]
    for first, last in RANGES:
        if isinstance(query.get(first), str) and isinstance(query.get(last), str) and query[first] > query[last]:
            query[first], query[last] = query[last], query[first]
    if query.get("bom") in [True, "true"] and query.get("format", "ndjson") == "ndjson":
        query["format"] = "csv"
    if (query.get("sort") == "relevance" or query.get("match")) and not query.get("q"):
        query["q"] = "law"
