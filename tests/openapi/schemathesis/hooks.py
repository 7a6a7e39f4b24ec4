"""What the schemas of lexdex cannot say, for Schemathesis."""

import schemathesis
from hypothesis import strategies as st

# The catalogue is data, and not in the document.
JURISDICTIONS = ["federal", "US", "ca", "NY", "new-york", "Puerto Rico", "district of columbia"]
schemathesis.openapi.format("jurisdiction", st.sampled_from(JURISDICTIONS))

# A letter or a digit, and quotation marks in pairs.
schemathesis.openapi.format("words", st.from_regex(r'\A("[a-z]{1,9}" )?[A-Za-z0-9§. -]{0,40}[a-z0-9]\Z'))

# Lists of any text.
TEXTS = ["topic", "court"]

RANGES = [("effective_from", "effective_to"), ("decided_from", "decided_to"), ("introduced_from", "introduced_to")]


@schemathesis.hook
def before_call(context, case, kwargs):
    """A schema looks at one parameter at a time; the service refuses two that contradict each other."""
    query = case.query
    # A text without a list around it is a list of one when it is sent: nothing is wrong with it.
    jurisdictions = query.get("jurisdiction", [])
    is_known = isinstance(jurisdictions, list) and all(value in JURISDICTIONS for value in jurisdictions)
    for name in TEXTS:
        if is_known and isinstance(query.get(name), (str, int, float)):
            query[name] = [str(query[name])]
    for first, last in RANGES:
        if isinstance(query.get(first), str) and isinstance(query.get(last), str) and query[first] > query[last]:
            query[first], query[last] = query[last], query[first]
    if query.get("sort") == "relevance" and not query.get("q"):
        query["q"] = "law"
