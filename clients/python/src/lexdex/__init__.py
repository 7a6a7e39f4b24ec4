"""A client of lexdex, a service over U.S. law: statutes, court cases, bills and jurisdictions.

`Lexdex` is the client, `AsyncLexdex` the one for asyncio and trio. Each has the lists `statutes`, `cases` and `bills`,
and methods for everything else.
"""

from ._async_client import AsyncLexdex
from ._client import Lexdex
from ._export import MissingExtra
from ._generated.fields import BillField, CaseField, StatuteField
from ._generated.models import (
    Bill,
    BillFacets,
    Case,
    CaseFacets,
    CheckedCitation,
    CheckedCitationList,
    Court,
    Coverage,
    CoverageList,
    FacetValue,
    Jurisdiction,
    ListMeta,
    PartialBill,
    PartialCase,
    PartialStatute,
    RecordChange,
    RecordMeta,
    Statute,
    StatuteFacets,
    Suggestion,
    SuggestionList,
    Topic,
)
from ._page import Page
from ._settings import VERSION as __version__
from ._walk import AsyncWalk, Walk
from .errors import (
    ApiError,
    BadRequest,
    BuildChanged,
    Gone,
    LexdexError,
    NotFound,
    RateLimited,
    TransportError,
    Unavailable,
    UnexpectedResponse,
)

__all__ = [
    "ApiError",
    "AsyncLexdex",
    "AsyncWalk",
    "BadRequest",
    "Bill",
    "BillFacets",
    "BillField",
    "BuildChanged",
    "Case",
    "CaseFacets",
    "CaseField",
    "RecordChange",
    "CheckedCitation",
    "CheckedCitationList",
    "Court",
    "Coverage",
    "CoverageList",
    "FacetValue",
    "Gone",
    "Jurisdiction",
    "Lexdex",
    "LexdexError",
    "ListMeta",
    "MissingExtra",
    "NotFound",
    "Page",
    "PartialBill",
    "PartialCase",
    "PartialStatute",
    "RateLimited",
    "RecordMeta",
    "Statute",
    "StatuteFacets",
    "StatuteField",
    "Suggestion",
    "SuggestionList",
    "Topic",
    "TransportError",
    "Unavailable",
    "UnexpectedResponse",
    "Walk",
    "__version__",
]
