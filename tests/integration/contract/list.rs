/*!
The lists of the service, with their parameters in the order of the documentation.
*/

/// A list of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::integration) enum List {
    Statutes,
    Cases,
    Bills,
}

impl List {
    pub(in crate::integration) const ALL: [Self; 3] = [Self::Statutes, Self::Cases, Self::Bills];

    pub(in crate::integration) fn path(self) -> &'static str {
        match self {
            Self::Statutes => "/api/v1/statutes",
            Self::Cases => "/api/v1/cases",
            Self::Bills => "/api/v1/bills",
        }
    }

    pub(in crate::integration) fn folder(self) -> &'static str {
        &self.path()["/api/v1/".len()..]
    }

    /// The field by which the list is filtered and sorted by date.
    pub(in crate::integration) fn date_field(self) -> &'static str {
        match self {
            Self::Statutes => "effectiveDate",
            Self::Cases => "decisionDate",
            Self::Bills => "introducedDate",
        }
    }

    /// The parameters for the first and the last day of that date.
    pub(in crate::integration) fn date_parameters(self) -> [&'static str; 2] {
        match self {
            Self::Statutes => ["effective_from", "effective_to"],
            Self::Cases => ["decided_from", "decided_to"],
            Self::Bills => ["introduced_from", "introduced_to"],
        }
    }

    pub(in crate::integration) fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Statutes => &[
                "jurisdiction",
                "topic",
                "topic_all",
                "status",
                "q",
                "match",
                "citation",
                "effective_from",
                "effective_to",
                "id",
                "sort",
                "fields",
                "limit",
                "offset",
            ],
            Self::Cases => &[
                "jurisdiction",
                "topic",
                "topic_all",
                "court",
                "q",
                "match",
                "citation",
                "decided_from",
                "decided_to",
                "id",
                "sort",
                "fields",
                "limit",
                "offset",
            ],
            Self::Bills => &[
                "jurisdiction",
                "topic",
                "topic_all",
                "status",
                "chamber",
                "session",
                "congress",
                "q",
                "match",
                "citation",
                "introduced_from",
                "introduced_to",
                "id",
                "sort",
                "fields",
                "limit",
                "offset",
            ],
        }
    }
}
