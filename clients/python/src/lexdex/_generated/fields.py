"""The names of the fields of each kind of record, as `fields` takes them, in the records' order."""

from typing import Literal, TypeAlias

StatuteField: TypeAlias = Literal[
    "id",
    "jurisdiction",
    "jurisdictionId",
    "title",
    "titleNumber",
    "sectionNumber",
    "status",
    "effectiveDate",
    "topics",
    "summary",
    "meta",
]

CaseField: TypeAlias = Literal[
    "id", "caseName", "citation", "court", "jurisdiction", "jurisdictionId", "decisionDate", "topics", "summary", "meta"
]

BillField: TypeAlias = Literal[
    "id",
    "billNumber",
    "title",
    "jurisdiction",
    "jurisdictionId",
    "chamber",
    "status",
    "introducedDate",
    "topics",
    "summary",
    "meta",
]

MetaField: TypeAlias = Literal["source", "jurisdiction", "last_updated", "citation", "license"]
