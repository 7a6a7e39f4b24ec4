use crate::model::bill::{BillStatus, Chamber};
use crate::model::export_format::ExportFormat;
use crate::model::match_mode::MatchMode;
use crate::model::order::Order;
use crate::model::resource::Resource;
use crate::model::statute::StatuteStatus;
use crate::model::vocabulary::vocabulary;

/// The maximum length of a decoded value, in characters.
pub const MAX_VALUE_CHARS: usize = 200;

vocabulary! {
    /// A query parameter. Each endpoint has its own list of the parameters it accepts.
    Parameter {
        /// The jurisdiction of a record.
        Jurisdiction = "jurisdiction",
        /// A topic of a record.
        Topic = "topic",
        /// One of several topics of a record.
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
        /// The words of a record to search for.
        Q = "q",
        /// Which of the words of `q` a record must have.
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
        /// The fields of records to return.
        Fields = "fields",
        /// The maximum number of records on a page.
        Limit = "limit",
        /// The number of records before the page.
        Offset = "offset",
        /// The format of an export.
        Format = "format",
        /// Whether a CSV export begins with a byte order mark.
        Bom = "bom",
        /// The build after which records have changed.
        Since = "since",
        /// The list of a record.
        Resource = "resource",
        /// The build of the index that answers.
        Build = "build",
    }
}

impl Parameter {
    /// Whether the parameter may be repeated. [`Self::TopicAll`] matches all of its values, every other any of them.
    pub fn is_repeatable(self) -> bool {
        matches!(
            self,
            Self::Jurisdiction
                | Self::Topic
                | Self::TopicAll
                | Self::Court
                | Self::Status
                | Self::Chamber
                | Self::Session
                | Self::Id
        )
    }

    /// The maximum number of values, where that is bounded by more than the length of a request.
    pub fn max_values(self) -> Option<usize> {
        (self == Self::Id).then_some(100)
    }

    /// Describes the parameter at the endpoints of a list.
    pub fn spec(self, resource: Resource) -> ParameterSpec {
        let (values, example, description) = match self {
            Self::Jurisdiction => (
                Values::Jurisdiction,
                "CA",
                "An id (`ca`), abbreviation (`CA`), slug (`new-york`), name or other usual name of a jurisdiction. One \
                 that is not in the catalogue is refused. Repeated: any of them.",
            ),
            Self::Topic => (
                Values::Text,
                "privacy",
                "A topic's tag (`landlord-tenant`), with spaces or underscores in place of hyphens if you like, or one \
                 of its other names (`tenant`). Repeated: any of them.",
            ),
            Self::TopicAll => (
                Values::Text,
                "criminal-law",
                "A topic, given as in `topic`. Repeated: every one of them. With `topic`: one of those as well.",
            ),
            Self::Court => (
                Values::Text,
                "ninth circuit",
                "A level (`supreme`, `appellate`, `circuit`, `trial`, `district`, `bankruptcy`, `special`) with those \
                 below it, a court's id or other name (`scotus`, `ca9`), or words of its name. Repeated: any of them.",
            ),
            Self::Status => {
                let description = "The status of the record. Repeated: any of them.";
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
                "The chamber a bill began in. Repeated: any of them.",
            ),
            Self::Session => (
                Values::Text,
                "federal-117",
                "The session of a legislature, as the ids of its bills begin: the id of the jurisdiction, a hyphen and \
                 the session (`wy-2025`, `ca-2017-2018`), or the number of a Congress (`federal-117`). Repeated: any of \
                 them. The facet `session` has them all.",
            ),
            Self::Congress => (
                Values::Congress,
                "117",
                "The number of a Congress: its federal bills. No bill of another jurisdiction matches.",
            ),
            Self::Q => (
                Values::SearchTerms,
                match resource {
                    Resource::Statutes => "18 USC 1341",
                    Resource::Cases => "roe v wade",
                    Resource::Bills => "HR 3684",
                },
                "Words of the title or name, the summary, the citations, the numbers, the topics, the court or the \
                 jurisdiction, or of the text behind the record, which is not served, in any form and with their \
                 synonyms; quoted words in exactly these forms, adjacent and in order. `AND`, `OR`, `NOT` and `-` before a word are operators. A citation, in any form that \
                 `citation` takes, also finds the records with that citation. At least one letter or digit, at most 32 \
                 words, those of phrases among them, and no quotation mark without another one. `meta.match` and \
                 `meta.corrected` of the response say how the words were read.",
            ),
            Self::Match => (
                words(MatchMode::ALL, MatchMode::as_str),
                MatchMode::All.as_str(),
                "Which of the words of `q` a record must have: `all`, or `any` of those that are no stop words. \
                 Without it, or with `auto`: all if any record has them all, otherwise any, and a word that no record \
                 has is read as the nearest one that records do have.",
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
                        "One citation, spelled as you like, also in full or with a subsection. A text that cannot be one \
                         is refused; a citation that no record has matches nothing."
                    }
                    Resource::Bills => {
                        "One citation, spelled as you like: of the law that a bill became (`Public Law 117-159`), or of a \
                         federal bill by its number and Congress (`H.R. 3684, 117th Cong.`), also with its name, a \
                         session or a section. A text that cannot be one is refused; a citation that no record has \
                         matches nothing."
                    }
                },
            ),
            Self::EffectiveFrom => {
                (Values::Date, "1990-01-01", "The first day of the date the statute became effective.")
            }
            Self::EffectiveTo => (Values::Date, "2020-12-31", "The last day of the date the statute became effective."),
            Self::DecidedFrom => (Values::Date, "1970-01-01", "The first day of the decision's date."),
            Self::DecidedTo => (Values::Date, "2020-12-31", "The last day of the decision's date."),
            Self::IntroducedFrom => (Values::Date, "2020-01-01", "The first day of the date of introduction."),
            Self::IntroducedTo => (Values::Date, "2023-12-31", "The last day of the date of introduction."),
            Self::Id => (
                Values::Text,
                match resource {
                    Resource::Statutes => "federal-usc-18-1341",
                    Resource::Cases => "scotus-410-us-113",
                    Resource::Bills => "federal-117-hr-3684",
                },
                "The id of a record. Repeated, at most 100 times: any of them; `limit=100` has them all on one page. An \
                 id that no record has selects nothing.",
            ),
            Self::Sort => (
                words(Order::ALL, Order::as_str),
                Order::Newest.as_str(),
                "An order other than the list's own: by date, with undated records last, or by relevance to `q`, which \
                 `relevance` requires and which is the order of every request with `q` that names no other. Ties keep \
                 the list's own order.",
            ),
            Self::Fields => (
                Values::Fields,
                "id,topics",
                "The fields that records are to have, with commas between: only these, in the records' own order.",
            ),
            Self::Limit => (Values::Limit, "10", "The maximum number of records on the page."),
            Self::Offset => (Values::Offset, "20", "The number of records before the page."),
            Self::Format => (Values::Format, ExportFormat::Ndjson.as_str(), "The format of the file."),
            Self::Bom => (
                Values::Flag,
                "false",
                "Whether the file begins with a UTF-8 byte order mark, by which Excel knows that its text is UTF-8. \
                 `true` needs `format=csv`.",
            ),
            Self::Since => (
                Values::Since,
                "2026-01-31",
                "The build from which on changes are listed: its id, as `Lexdex-Build` of an earlier response names it, or \
                 a time, for the build that was current then. A time is a date (its first moment in UTC) or an RFC 3339 \
                 time; one in the future is refused.",
            ),
            Self::Resource => (
                words(Resource::ALL, Resource::as_str),
                Resource::Bills.as_str(),
                "The list whose changes are listed. Without it: all of them.",
            ),
            Self::Build => (
                Values::Build,
                "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184",
                "The build of the index that is to answer, as `Lexdex-Build` of an earlier response names it. If the \
                 server does not have it any more, or not yet, the response is 412.",
            ),
        };
        ParameterSpec { description, values, example }
    }
}

/// The description of a parameter, from which the documentation is made.
pub struct ParameterSpec {
    /// The meaning of the parameter, as the documentation states it. Code is between backticks.
    pub description: &'static str,
    /// The values that the parameter accepts.
    pub values: Values,
    /// A value, as a request contains it.
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
    /// A number of records on a page.
    Limit,
    /// A number of records before a page.
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
    fn description_names_the_maximum_number_of_values() {
        for parameter in Parameter::ALL.iter().filter(|parameter| parameter.max_values().is_some()) {
            let said = format!("Repeated, at most {} times: any of them", parameter.max_values().unwrap());
            assert!(parameter.spec(Resource::Bills).description.contains(&said), "{parameter}");
        }
    }
}
