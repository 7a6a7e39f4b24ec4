/*!
The tools: their names, and their descriptions for models.
*/

use lexdex_core::model::Resource;

use crate::http::response::catalogues::CatalogueKind;

pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// The name that is shown to people.
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) function: ToolFunction,
}

/// The function of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolFunction {
    /// One request to the API.
    Api(ToolKind),
    /// The best results of all lists.
    Search,
    /// A result of [`ToolFunction::Search`] as a document.
    Fetch,
}

/// The request to the API that a tool becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolKind {
    /// A page of a list.
    Search(Resource),
    Record,
    /// The citations in a text, with the records that they refer to.
    Citations,
    /// The number of records for each value of each facet.
    Facets,
    /// A catalogue of values.
    Values,
    /// The coverage of the lists.
    Coverage,
}

/// Every tool, in the order in which clients see them.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "search_statutes",
        title: "Search statutes",
        description: "Finds sections of federal and state codes by words, citation, jurisdiction, topic, status or date. \
            Returns one page and the exact total.",
        function: ToolFunction::Api(ToolKind::Search(Resource::Statutes)),
    },
    Tool {
        name: "search_cases",
        title: "Search court cases",
        description: "Finds decisions of courts by words, citation, court, jurisdiction, topic or date. Returns one \
            page and the exact total.",
        function: ToolFunction::Api(ToolKind::Search(Resource::Cases)),
    },
    Tool {
        name: "search_bills",
        title: "Search bills",
        description: "Finds bills and resolutions of legislatures by words, number, Congress, jurisdiction, topic, status, \
            chamber or date. Returns one page and the exact total.",
        function: ToolFunction::Api(ToolKind::Search(Resource::Bills)),
    },
    Tool {
        name: "get_record",
        title: "Get a record",
        description: "Returns one statute, case, bill or jurisdiction with all its fields, and the public addresses \
            of its text (`texts`) if they are known. The text itself is not served.",
        function: ToolFunction::Api(ToolKind::Record),
    },
    Tool {
        name: "check_citations",
        title: "Check the citations of a text",
        description: "Finds every citation in a text (cases, statutes, session laws, bills, short forms, id. and \
            supra), with the record that it refers to, and whether the name and the year beside it agree with that \
            record. Check your own text before you show it. `status` is `found`, `ambiguous` (several records), \
            `not_in_index`, `cannot_exist` (no such volume, year or page), `not_checkable` (a rule, constitution, \
            regulation or treatise), `unresolved` (a short form without an earlier citation) or `not_a_citation` (it \
            only looks like one).",
        function: ToolFunction::Api(ToolKind::Citations),
    },
    Tool {
        name: "count_facets",
        title: "Count by facet",
        description: "Counts the matching records of a list by jurisdiction, topic, court, status, chamber or year, \
            without returning them. The filters are those of the list's search. The counts of a facet ignore the \
            filter on that facet.",
        function: ToolFunction::Api(ToolKind::Facets),
    },
    Tool {
        name: "list_values",
        title: "List the values of a filter",
        description: "Lists the courts, jurisdictions or topics that the filters accept, by page, with their counts. \
            Searches accept common names. A misspelled jurisdiction is an error that suggests the nearest; a \
            misspelled court or topic matches no record, and `unknown` in the result names the nearest.",
        function: ToolFunction::Api(ToolKind::Values),
    },
    Tool {
        name: "coverage",
        title: "Show the coverage of the index",
        description: "Returns for each list and jurisdiction the number of records in this index, their dates and \
            sources, and how complete they are, by page. Call it with `resource` and `jurisdiction` before you draw \
            conclusions from an empty result.",
        function: ToolFunction::Api(ToolKind::Coverage),
    },
    Tool {
        name: "search",
        title: "Search everything",
        description: "Finds up to 20 cases, statutes and bills by words or a citation. The other searches have \
            filters, pages and totals.",
        function: ToolFunction::Search,
    },
    Tool {
        name: "fetch",
        title: "Fetch a result",
        description: "Returns a result of `search` with its summary and other fields. The full text is not served.",
        function: ToolFunction::Fetch,
    },
];

/// The records that [`ToolKind::Record`] answers with; `None` is a jurisdiction.
pub(crate) const RECORDS: &[(&str, Option<Resource>)] = &[
    (Resource::Statutes.as_str(), Some(Resource::Statutes)),
    (Resource::Cases.as_str(), Some(Resource::Cases)),
    (Resource::Bills.as_str(), Some(Resource::Bills)),
    (JURISDICTIONS, None),
];

/// The name of the list of jurisdictions.
pub(crate) const JURISDICTIONS: &str = "jurisdictions";

/// The lists that [`ToolKind::Facets`] counts.
pub(crate) const LISTS: &[(&str, Resource)] = &[
    (Resource::Statutes.as_str(), Resource::Statutes),
    (Resource::Cases.as_str(), Resource::Cases),
    (Resource::Bills.as_str(), Resource::Bills),
];

/// The catalogues that [`ToolKind::Values`] answers with.
pub(crate) const VALUES: &[(&str, CatalogueKind)] = &[
    ("courts", CatalogueKind::Courts),
    (JURISDICTIONS, CatalogueKind::Jurisdictions),
    ("topics", CatalogueKind::Topics),
];

/// The default number of records on a page.
pub(crate) const DEFAULT_LIMIT: &str = "10";

/// Returns the default fields of the records on a page, enough to choose among them.
pub(crate) const fn default_fields(resource: Resource) -> &'static str {
    match resource {
        // `meta` has the citation.
        Resource::Statutes => "id,jurisdiction,title,sectionNumber,status,meta",
        Resource::Cases => "id,caseName,citation,court,decisionDate",
        Resource::Bills => "id,billNumber,title,jurisdiction,status,introducedDate",
    }
}

/// The note in every result.
pub(crate) const NOTE: &str = "Not found means not in this index. It does not mean that the law does not exist.";

/// The description of the service that clients may pass to their model.
pub(crate) const INSTRUCTIONS: &str = "Records of U.S. law: statutes, court cases, bills and jurisdictions. Totals \
    are exact. Not found means not in this index: `coverage` shows its contents. Never cite a case, a statute or a \
    bill that no tool has returned: `check_citations` checks a draft. Searches return 10 records with a few fields. \
    While `meta.hasMore` is true, get the next page with `offset` and the `build` of the first result. `fields` \
    selects other fields, and `get_record` returns a whole record and the addresses of its text. `unknown` in an \
    empty result names values that match nothing, and the nearest ones. `url` in a result is the corresponding \
    request to this server's JSON API. This is legal information, not legal advice.";

/// Finds a tool by its name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::request::fields::Fields;
    use crate::http::request::params::MAX_LIMIT;

    #[test]
    fn defaults_are_values_that_the_api_accepts() {
        assert!((1..=MAX_LIMIT).contains(&DEFAULT_LIMIT.parse().unwrap()));
        for (_, resource) in LISTS {
            let (fields, errors) = Fields::parse(default_fields(*resource), *resource);
            assert_eq!(errors, []);
            assert_ne!(fields, Fields::all(*resource));
        }
    }
}
