use std::sync::LazyLock;

use crate::model::bill::{BillStatus, Chamber};
use crate::model::match_mode::MatchMode;
use crate::model::order::Order;
use crate::model::record_format::RecordFormat;
use crate::model::resource::Resource;
use crate::model::statute::StatuteStatus;
use crate::model::vocabulary::vocabulary;

/// The maximum length of a decoded value, in characters, except of a search.
pub const MAX_VALUE_CHARS: usize = 200;

/// The maximum length of a search, in characters.
const MAX_SEARCH_CHARS: usize = 1000;

/// The maximum number of values of a repeatable parameter in one request.
pub const MAX_VALUES: usize = 100;

vocabulary! {
    /// A query parameter. Each endpoint has its own list of the parameters it accepts.
    Parameter {
        /// The jurisdiction of a record.
        Jurisdiction = "jurisdiction",
        /// A topic of a record.
        Topic = "topic",
        /// A topic that a record must have, in addition to others.
        TopicAll = "topic_all",
        /// The court of a case, or a level of courts.
        Court = "court",
        /// The status of a statute or a bill.
        Status = "status",
        /// The originating chamber of a bill.
        Chamber = "chamber",
        /// The session of a bill.
        Session = "session",
        /// The Congress of a federal bill.
        Congress = "congress",
        /// The search query.
        Q = "q",
        /// Whether a record must have all words of `q` or any.
        Match = "match",
        /// A citation of a record.
        Citation = "citation",
        /// The earliest effective date of a statute.
        EffectiveFrom = "effective_from",
        /// The latest effective date of a statute.
        EffectiveTo = "effective_to",
        /// The earliest date of decision of a case.
        DecidedFrom = "decided_from",
        /// The latest date of decision of a case.
        DecidedTo = "decided_to",
        /// The earliest date of introduction of a bill.
        IntroducedFrom = "introduced_from",
        /// The latest date of introduction of a bill.
        IntroducedTo = "introduced_to",
        /// The id of a record.
        Id = "id",
        /// The order of a list.
        Sort = "sort",
        /// The fields to return.
        Fields = "fields",
        /// The maximum number of records on a page.
        Limit = "limit",
        /// The number of records to skip.
        Offset = "offset",
        /// The format of an export.
        Format = "format",
        /// Whether a CSV export begins with a byte order mark.
        Bom = "bom",
        /// The build since which changes are listed.
        Since = "since",
        /// The list of a record.
        Resource = "resource",
        /// The build of the index that must answer.
        Build = "build",
    }
}

impl Parameter {
    /// Returns the filters of a list, in the order of the documentation.
    pub fn filters(list: Resource) -> &'static [Self] {
        static FILTERS: LazyLock<Vec<Vec<Parameter>>> = LazyLock::new(|| {
            let takes = |list: &Resource, parameter: &Parameter| {
                parameter.filter().is_some_and(|(_, lists)| lists.contains(list))
            };
            let filters = |list| Parameter::ALL.iter().copied().filter(|parameter| takes(list, parameter)).collect();
            Resource::ALL.iter().map(filters).collect()
        });
        &FILTERS[list as usize]
    }

    /// Returns the condition that the parameter sets, or `None` if it does not select records.
    pub fn filter_kind(self) -> Option<FilterKind> {
        self.filter().map(|(kind, _)| kind)
    }

    /// Returns the condition that the parameter sets, and the lists whose records it selects.
    fn filter(self) -> Option<(FilterKind, &'static [Resource])> {
        use Resource::{Bills, Cases, Statutes};
        Some(match self {
            Self::Jurisdiction => (FilterKind::Jurisdiction, Resource::ALL),
            Self::Topic => (FilterKind::Topic, Resource::ALL),
            Self::TopicAll => (FilterKind::TopicAll, Resource::ALL),
            Self::Court => (FilterKind::Court, &[Cases]),
            Self::Status => (FilterKind::Status, &[Statutes, Bills]),
            Self::Chamber => (FilterKind::Chamber, &[Bills]),
            Self::Session => (FilterKind::Session, &[Bills]),
            Self::Congress => (FilterKind::Congress, &[Bills]),
            Self::Q => (FilterKind::Search, Resource::ALL),
            Self::Match => (FilterKind::MatchMode, Resource::ALL),
            Self::Citation => (FilterKind::Citation, Resource::ALL),
            Self::EffectiveFrom => (FilterKind::FirstDay { last: Self::EffectiveTo }, &[Statutes]),
            Self::EffectiveTo => (FilterKind::LastDay, &[Statutes]),
            Self::DecidedFrom => (FilterKind::FirstDay { last: Self::DecidedTo }, &[Cases]),
            Self::DecidedTo => (FilterKind::LastDay, &[Cases]),
            Self::IntroducedFrom => (FilterKind::FirstDay { last: Self::IntroducedTo }, &[Bills]),
            Self::IntroducedTo => (FilterKind::LastDay, &[Bills]),
            Self::Id => (FilterKind::Id, Resource::ALL),
            Self::Sort
            | Self::Fields
            | Self::Limit
            | Self::Offset
            | Self::Format
            | Self::Bom
            | Self::Since
            | Self::Resource
            | Self::Build => return None,
        })
    }

    /// Returns whether the parameter may be repeated. Values of [`Self::TopicAll`] must all match; of other parameters,
    /// any.
    pub fn is_repeatable(self) -> bool {
        matches!(
            self.filter_kind(),
            Some(
                FilterKind::Jurisdiction
                    | FilterKind::Topic
                    | FilterKind::TopicAll
                    | FilterKind::Court
                    | FilterKind::Status
                    | FilterKind::Chamber
                    | FilterKind::Session
                    | FilterKind::Id
            )
        )
    }

    /// Returns the maximum length of a decoded value, in characters.
    pub fn max_chars(self) -> usize {
        if self == Self::Q { MAX_SEARCH_CHARS } else { MAX_VALUE_CHARS }
    }

    /// Returns the description of the parameter for a list.
    pub fn spec(self, resource: Resource) -> ParameterSpec {
        let (values, example, description) = match self {
            Self::Jurisdiction => (
                Values::Jurisdiction,
                "CA",
                "A jurisdiction, by its id (`ca`), abbreviation (`CA`), slug (`new-york`), name or another common \
                 name. An unknown name is an error. May be repeated to match any of the values.",
            ),
            Self::Topic => (
                Values::Text,
                "privacy",
                "A topic, by its tag (`landlord-tenant`, also with spaces or underscores) or one of its other names \
                 (`tenant`). May be repeated to match any of the values. Not every record has topics: `withTopics` of \
                 the coverage is the number of those that do.",
            ),
            Self::TopicAll => (
                Values::Text,
                "criminal-law",
                "A topic, as in `topic`. May be repeated: a record must match all of the values, and one of `topic` \
                 if both are given.",
            ),
            Self::Court => (
                Values::Text,
                "ninth circuit",
                "A court, by its id (`scotus`, `ca9`), name or words of its name; or a level of courts, which \
                 includes the levels below it (`supreme`, `appellate`, `circuit`, `trial`, `district`, `bankruptcy`, \
                 `special`). May be repeated to match any of the values.",
            ),
            Self::Status => {
                let description = "The status of the record. May be repeated to match any of the values.";
                match resource {
                    Resource::Statutes => {
                        let example = StatuteStatus::Active.as_str();
                        (words(StatuteStatus::ALL, StatuteStatus::as_str), example, description)
                    }
                    Resource::Cases | Resource::Bills => {
                        let example = BillStatus::Signed.as_str();
                        (words(BillStatus::ALL, BillStatus::as_str), example, description)
                    }
                }
            }
            Self::Chamber => (
                words(Chamber::ALL, Chamber::as_str),
                Chamber::Senate.as_str(),
                "The chamber in which the bill was introduced. May be repeated to match any of the values.",
            ),
            Self::Session => (
                Values::Text,
                "federal-117",
                "A session of a legislature: the id of the jurisdiction, a hyphen, and the session (`wy-2025`, \
                 `ca-2017-2018`) or the number of the Congress (`federal-117`). The facet `session` lists all \
                 sessions. May be repeated to match any of the values.",
            ),
            Self::Congress => (Values::Congress, "117", "The number of a Congress. Only federal bills match."),
            Self::Q => (
                Values::SearchTerms,
                match resource {
                    Resource::Statutes => "18 USC 1341",
                    Resource::Cases => "roe v wade",
                    Resource::Bills => "HR 3684",
                },
                "A full-text search over titles, names, summaries, citations, numbers, topics, courts, \
                 jurisdictions and sessions, and over texts that are not served. Other forms and synonyms of a word \
                 match, too; words in quotation marks match exactly and in this order. `AND`, `OR`, `NOT` and `-` \
                 before a word are operators. A citation also finds the records that have it. At most 32 words count, \
                 the rarest; more that must count (quoted, excluded, beside operators, or with `match=all`) are an \
                 error. `meta` shows how the words were read: `match`, `corrected`, `hint`.",
            ),
            Self::Match => (
                words(MatchMode::ALL, MatchMode::as_str),
                MatchMode::All.as_str(),
                "Whether a record must have `all` words of `q`, or `any` of them. Stop words do not count. `auto`, the \
                 default, requires enough of the words: all if three records or more have them, otherwise the \
                 rarest. A word that no record has is replaced by the nearest one, unless `all` are required.",
            ),
            Self::Citation => (
                Values::Text,
                match resource {
                    Resource::Statutes => "18 U.S.C. § 1341",
                    Resource::Cases => "410 US 113",
                    Resource::Bills => "Pub. L. 117-159",
                },
                match resource {
                    Resource::Statutes | Resource::Cases => {
                        "A citation, in any usual spelling; a case name or a subsection in it is allowed. A \
                         text that is not a citation is an error; a citation that no record has matches nothing."
                    }
                    Resource::Bills => {
                        "A citation, in any usual spelling: of the law that a bill became (`Public Law \
                         117-159`), or of a federal bill by number and Congress (`H.R. 3684, 117th Cong.`); its \
                         name, a session or a section is allowed. A text that is not a citation is an error; a \
                         citation that no record has matches nothing."
                    }
                },
            ),
            Self::EffectiveFrom => (Values::Date, "1990-01-01", "The earliest effective date, inclusive."),
            Self::EffectiveTo => (Values::Date, "2020-12-31", "The latest effective date, inclusive."),
            Self::DecidedFrom => (Values::Date, "1970-01-01", "The earliest date of decision, inclusive."),
            Self::DecidedTo => (Values::Date, "2020-12-31", "The latest date of decision, inclusive."),
            Self::IntroducedFrom => (Values::Date, "2020-01-01", "The earliest date of introduction, inclusive."),
            Self::IntroducedTo => (Values::Date, "2023-12-31", "The latest date of introduction, inclusive."),
            Self::Id => (
                Values::Text,
                match resource {
                    Resource::Statutes => "federal-usc-18-1341",
                    Resource::Cases => "scotus-410-us-113",
                    Resource::Bills => "federal-117-hr-3684",
                },
                "The id of a record. May be repeated up to 100 times to match any of the values; `limit=100` returns \
                 them all on one page. An unknown id matches nothing.",
            ),
            Self::Sort => (
                words(Order::ALL, Order::as_str),
                Order::Newest.as_str(),
                "The order of the records: by date, with undated records last, or by relevance, which requires `q`. \
                 The default is `relevance` with `q`, otherwise the list's own order, which also breaks ties.",
            ),
            Self::Fields => (
                Values::Fields,
                "id,topics",
                "The fields to return, separated by commas. Records keep their own field order.",
            ),
            Self::Limit => (Values::Limit, "10", "The maximum number of records on the page."),
            Self::Offset => (Values::Offset, "20", "The number of records before the page."),
            Self::Format => (Values::Format, RecordFormat::Ndjson.as_str(), "The format of the file."),
            Self::Bom => (
                Values::Flag,
                "false",
                "Whether the file begins with a UTF-8 byte order mark, which Excel needs to detect UTF-8. `true` \
                 requires `format=csv`.",
            ),
            Self::Since => (
                Values::Since,
                "2026-01-31",
                "The build since which changes are listed: its id, from `Lexdex-Build` of an earlier response, or a \
                 time at which it was current. A time is a date (from 00:00 UTC) or an RFC 3339 time, and must not \
                 be in the future.",
            ),
            Self::Resource => (
                words(Resource::ALL, Resource::as_str),
                Resource::Bills.as_str(),
                "The list whose changes are returned. The default is all lists.",
            ),
            Self::Build => (
                Values::Build,
                "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184",
                "The build of the index that must answer, from `Lexdex-Build` of an earlier response. If the server \
                 does not serve this build, the response is 412.",
            ),
        };
        ParameterSpec { description, values, example }
    }
}

/// The condition that a filter sets on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterKind {
    /// The jurisdiction is one of the values.
    Jurisdiction,
    /// A topic is one of the values.
    Topic,
    /// Every value is a topic of the record.
    TopicAll,
    /// The court, or a level that it belongs to, is one of the values.
    Court,
    /// The field `status` is one of the values.
    Status,
    /// The field `chamber` is one of the values.
    Chamber,
    /// The session is one of the values.
    Session,
    /// The bill is a federal one of this Congress.
    Congress,
    /// The search finds the record.
    Search,
    /// The search finds the record in this way.
    MatchMode,
    /// The record has the citation.
    Citation,
    /// The date of the list is this day or a later one, up to that of the other parameter.
    FirstDay {
        /// The parameter of the last day.
        last: Parameter,
    },
    /// The date of the list is this day or an earlier one.
    LastDay,
    /// The field `id` is one of the values.
    Id,
}

/// The description of a parameter, from which the documentation is generated.
pub struct ParameterSpec {
    /// The meaning of the parameter, with code in backticks.
    pub description: &'static str,
    /// The values that the parameter accepts.
    pub values: Values,
    /// An example value.
    pub example: &'static str,
}

/// The values that a parameter accepts.
pub enum Values {
    /// A name of a jurisdiction in the catalogue.
    Jurisdiction,
    /// Any text.
    Text,
    /// Words and quoted phrases.
    SearchTerms,
    /// A date, `YYYY-MM-DD`.
    Date,
    /// A word of a closed vocabulary.
    Words(Vec<&'static str>),
    /// Names of a record's fields, separated by commas.
    Fields,
    /// The number of a Congress.
    Congress,
    /// The number of records on a page.
    Limit,
    /// The number of records before a page.
    Offset,
    /// The format of an export.
    Format,
    /// `true`, or `false`, the default.
    Flag,
    /// The id of a build.
    Build,
    /// The id of a build, a date or a time.
    Since,
}

fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Values {
    Values::Words(all.iter().map(|value| word(*value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_of_id_has_the_maximum_number_of_values() {
        let said = format!("repeated up to {MAX_VALUES} times");
        assert!(Resource::ALL.iter().all(|list| Parameter::Id.spec(*list).description.contains(&said)));
    }
}
