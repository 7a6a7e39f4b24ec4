/*!
The endpoints of the service and their path templates. The router maps endpoints to handlers.

Paths are matched with `matchit`, the crate that axum's router uses. axum's router also clones and boxes handlers and
fills unused extension maps for every request, which takes a tenth of the instructions of a request.
*/

use std::sync::LazyLock;

use axum::http::{Method, Uri};

use Resource::{Bills, Cases, Statutes};
use lexdex_core::model::Resource;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    /// A page of the records that match.
    List(Resource),
    Record(Resource),
    /// The records that are similar to one record.
    Similar(Resource),
    /// The number of matching records for each value of each facet.
    Facets(Resource),
    /// All records that match, as a file.
    Export(Resource),
    Jurisdictions,
    Jurisdiction,
    Topics,
    Courts,
    Coverage,
    /// The records that differ from an earlier build.
    Changes,
    /// New and changed records, for feed readers.
    Feed(Resource),
    /// Completions of a partly typed search.
    Suggest,
    /// A check of the citations in a text.
    Citations,
    /// Messages of the Model Context Protocol (MCP), from AI tools.
    Mcp,
    OpenApi,
    /// A description of the service for language models.
    Llms,
    Docs,
    DocsStyle,
    Liveness,
    Readiness,
    /// The HTML page of the explorer, the same for all views of all lists.
    ExplorerPage,
    /// The HTML page that checks the citations of a text.
    CheckPage,
    /// The HTML page of a list, and with a query that of a search.
    ListPage(Resource),
    /// The HTML page of a record.
    RecordPage(Resource),
    /// A script, style sheet or image of the explorer.
    ExplorerAsset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Methods {
    /// GET and HEAD, without a request body.
    Read,
    /// POST, with a request body.
    Post,
}

impl Methods {
    /// The names of the methods, as in `Allow`.
    pub(crate) const fn names(self) -> &'static str {
        match self {
            Self::Read => "GET, HEAD, OPTIONS",
            Self::Post => "POST, OPTIONS",
        }
    }

    /// Returns whether the endpoint's handler answers this method. The router answers OPTIONS.
    pub(crate) fn is_handled(self, method: &Method) -> bool {
        match self {
            Self::Read => matches!(*method, Method::GET | Method::HEAD),
            Self::Post => *method == Method::POST,
        }
    }
}

impl Endpoint {
    /// Returns the methods that the endpoint answers.
    pub(crate) fn methods(self) -> Methods {
        match self {
            Self::Citations | Self::Mcp => Methods::Post,
            _ => Methods::Read,
        }
    }

    /// Returns whether the endpoint is part of the explorer.
    pub(crate) fn is_explorer(self) -> bool {
        self.is_page() || self == Self::ExplorerAsset
    }

    /// Returns whether the endpoint is an HTML page of the explorer.
    pub(crate) fn is_page(self) -> bool {
        matches!(self, Self::ExplorerPage | Self::CheckPage | Self::ListPage(_) | Self::RecordPage(_))
    }

    /// Returns whether the page at this address holds a record or results.
    pub(crate) fn holds_records(self, address: &Uri) -> bool {
        match self {
            Self::RecordPage(_) => true,
            Self::ListPage(_) => address.query().is_some_and(|query| !query.is_empty()),
            _ => false,
        }
    }
}

/// Every path template with its endpoint. The reference and `/llms.txt` list the operations in this order.
pub(crate) const TEMPLATES: &[(&str, Endpoint)] = &[
    ("/api/v1/statutes", Endpoint::List(Statutes)),
    ("/api/v1/cases", Endpoint::List(Cases)),
    ("/api/v1/bills", Endpoint::List(Bills)),
    ("/api/v1/statutes/{id}", Endpoint::Record(Statutes)),
    ("/api/v1/cases/{id}", Endpoint::Record(Cases)),
    ("/api/v1/bills/{id}", Endpoint::Record(Bills)),
    ("/api/v1/statutes/{id}/similar", Endpoint::Similar(Statutes)),
    ("/api/v1/cases/{id}/similar", Endpoint::Similar(Cases)),
    ("/api/v1/bills/{id}/similar", Endpoint::Similar(Bills)),
    ("/api/v1/statutes/facets", Endpoint::Facets(Statutes)),
    ("/api/v1/cases/facets", Endpoint::Facets(Cases)),
    ("/api/v1/bills/facets", Endpoint::Facets(Bills)),
    ("/api/v1/statutes/export", Endpoint::Export(Statutes)),
    ("/api/v1/cases/export", Endpoint::Export(Cases)),
    ("/api/v1/bills/export", Endpoint::Export(Bills)),
    ("/api/v1/jurisdictions", Endpoint::Jurisdictions),
    ("/api/v1/jurisdictions/{id}", Endpoint::Jurisdiction),
    ("/api/v1/topics", Endpoint::Topics),
    ("/api/v1/courts", Endpoint::Courts),
    ("/api/v1/coverage", Endpoint::Coverage),
    ("/api/v1/changes", Endpoint::Changes),
    ("/api/v1/statutes.atom", Endpoint::Feed(Statutes)),
    ("/api/v1/cases.atom", Endpoint::Feed(Cases)),
    ("/api/v1/bills.atom", Endpoint::Feed(Bills)),
    ("/api/v1/suggest", Endpoint::Suggest),
    ("/api/v1/citations", Endpoint::Citations),
    ("/mcp", Endpoint::Mcp),
    ("/openapi.json", Endpoint::OpenApi),
    ("/api/openapi.json", Endpoint::OpenApi),
    ("/llms.txt", Endpoint::Llms),
    ("/docs", Endpoint::Docs),
    ("/docs/style.css", Endpoint::DocsStyle),
    ("/healthz", Endpoint::Liveness),
    ("/readyz", Endpoint::Readiness),
    // The explorer's views have the API's paths without `/api/v1`.
    ("/", Endpoint::ExplorerPage),
    ("/check", Endpoint::CheckPage),
    ("/statutes", Endpoint::ListPage(Statutes)),
    ("/cases", Endpoint::ListPage(Cases)),
    ("/bills", Endpoint::ListPage(Bills)),
    ("/statutes/{id}", Endpoint::RecordPage(Statutes)),
    ("/cases/{id}", Endpoint::RecordPage(Cases)),
    ("/bills/{id}", Endpoint::RecordPage(Bills)),
    ("/explorer/{file}", Endpoint::ExplorerAsset),
];

/// A row of [`TEMPLATES`].
#[derive(Clone)]
pub(crate) struct Route {
    /// The template. It is safe to log, because it holds nothing from the client.
    pub(crate) template: &'static str,
    pub(crate) endpoint: Endpoint,
    /// The row's position in [`TEMPLATES`].
    pub(crate) position: usize,
}

/// Matches paths to routes, with and without a trailing slash.
static ROUTES: LazyLock<matchit::Router<Route>> = LazyLock::new(|| {
    let mut routes = matchit::Router::new();
    let mut insert = |path: &str, route: &Route| {
        routes.insert(path, route.clone()).expect("no two templates match the same paths");
    };
    for (position, &(template, endpoint)) in TEMPLATES.iter().enumerate() {
        let route = Route { template, endpoint, position };
        insert(template, &route);
        if template != "/" {
            insert(&format!("{template}/"), &route);
        }
    }
    routes
});

/// Builds the matcher in advance, so that the first request need not wait for it.
pub(crate) fn prepare() {
    LazyLock::force(&ROUTES);
}

/// Finds the route of a request's path.
pub(crate) fn route(path: &str) -> Option<&'static Route> {
    ROUTES.at(path).ok().map(|matched| matched.value)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lexdex_core::corpus::text::RESERVED_IDS;

    use super::*;

    #[test]
    fn names_in_the_place_of_record_ids_are_reserved() {
        let under_lists = TEMPLATES.iter().filter_map(|(template, _)| {
            let is_record = |(_, other): &(&str, Endpoint)| matches!(other, Endpoint::Record(_));
            let lists = TEMPLATES.iter().filter(|row| is_record(row));
            let mut names = lists.filter_map(|(record, _)| template.strip_prefix(record.strip_suffix("{id}")?));
            names.next().filter(|name| !name.starts_with("{id}"))
        });
        assert_eq!(under_lists.collect::<BTreeSet<_>>(), RESERVED_IDS.into());
    }
}
