"""Contains all the data models used in inputs/outputs"""

from .bill import Bill
from .bill_facets import BillFacets
from .bill_facets_data import BillFacetsData
from .bill_status import BillStatus
from .case import Case
from .case_facets import CaseFacets
from .case_facets_data import CaseFacetsData
from .catalogue_meta import CatalogueMeta
from .chamber import Chamber
from .change_kind import ChangeKind
from .change_list import ChangeList
from .checked_citation import CheckedCitation
from .checked_citation_list import CheckedCitationList
from .citation_kind import CitationKind
from .citation_span import CitationSpan
from .citation_status import CitationStatus
from .citations_meta import CitationsMeta
from .citations_meta_statuses import CitationsMetaStatuses
from .cited_record import CitedRecord
from .code_titles import CodeTitles
from .completeness import Completeness
from .counts import Counts
from .court import Court
from .court_level import CourtLevel
from .court_list import CourtList
from .coverage import Coverage
from .coverage_list import CoverageList
from .coverage_meta import CoverageMeta
from .facet_value import FacetValue
from .facets_meta import FacetsMeta
from .facets_meta_corrected import FacetsMetaCorrected
from .jurisdiction import Jurisdiction
from .jurisdiction_answer import JurisdictionAnswer
from .jurisdiction_level import JurisdictionLevel
from .jurisdiction_list import JurisdictionList
from .list_meta import ListMeta
from .list_meta_corrected import ListMetaCorrected
from .match import Match
from .match_rule import MatchRule
from .partial_bill import PartialBill
from .partial_case import PartialCase
from .partial_statute import PartialStatute
from .record_change import RecordChange
from .record_meta import RecordMeta
from .resource import Resource
from .sort import Sort
from .source import Source
from .statute import Statute
from .statute_facets import StatuteFacets
from .statute_facets_data import StatuteFacetsData
from .statute_status import StatuteStatus
from .suggestion import Suggestion
from .suggestion_kind import SuggestionKind
from .suggestion_list import SuggestionList
from .suggestions_meta import SuggestionsMeta
from .suggestions_meta_corrected import SuggestionsMetaCorrected
from .topic import Topic
from .topic_list import TopicList
from .written_name import WrittenName
from .written_year import WrittenYear

__all__ = (
    "Bill",
    "BillFacets",
    "BillFacetsData",
    "BillStatus",
    "Case",
    "CaseFacets",
    "CaseFacetsData",
    "CatalogueMeta",
    "Chamber",
    "ChangeKind",
    "ChangeList",
    "CheckedCitation",
    "CheckedCitationList",
    "CitationKind",
    "CitationsMeta",
    "CitationsMetaStatuses",
    "CitationSpan",
    "CitationStatus",
    "CitedRecord",
    "CodeTitles",
    "Completeness",
    "Counts",
    "Court",
    "CourtLevel",
    "CourtList",
    "Coverage",
    "CoverageList",
    "CoverageMeta",
    "FacetsMeta",
    "FacetsMetaCorrected",
    "FacetValue",
    "Jurisdiction",
    "JurisdictionAnswer",
    "JurisdictionLevel",
    "JurisdictionList",
    "ListMeta",
    "ListMetaCorrected",
    "Match",
    "MatchRule",
    "PartialBill",
    "PartialCase",
    "PartialStatute",
    "RecordChange",
    "RecordMeta",
    "Resource",
    "Sort",
    "Source",
    "Statute",
    "StatuteFacets",
    "StatuteFacetsData",
    "StatuteStatus",
    "Suggestion",
    "SuggestionKind",
    "SuggestionList",
    "SuggestionsMeta",
    "SuggestionsMetaCorrected",
    "Topic",
    "TopicList",
    "WrittenName",
    "WrittenYear",
)
