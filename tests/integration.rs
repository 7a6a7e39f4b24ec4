//! Tests of the service as a client sees it: each sends a request and compares the whole response.

mod integration {
    // The test client, the corpora, the queries and the expected results.
    mod contract;
    mod corpus;
    mod queries;
    mod support;

    // Successful responses.
    mod aliases;
    mod bodies;
    mod briefs;
    mod catalogues;
    mod citation_check;
    mod citation_references;
    mod cited_bills;
    mod explorer;
    mod export;
    mod facets;
    mod filters;
    mod history;
    mod ids;
    mod links;
    mod lists;
    mod mcp;
    mod oracle;
    mod pages;
    mod random_corpora;
    mod records;
    mod references;
    mod search;
    mod similar;
    mod spellings;
    mod state_sections;
    mod suggestion_bounds;
    mod suggestions;
    mod summaries;
    mod text_links;
    mod view_pages;

    // Errors.
    mod citation_check_errors;
    mod citation_parts;
    mod errors;
    mod hostile;
    mod parameters;
    mod query_encoding;
    mod unreadable_citations;

    // The finder of citations. eyecite is a program that tests/install-tools installs.
    #[cfg(target_os = "linux")]
    mod eyecite;
    mod found_citations;

    // Rules that apply to every request.
    mod base_path;
    mod builds;
    mod caching;
    mod compression;
    mod etags;
    mod http;
    mod metrics;
    mod rate_limit;
    mod request_cost;
    mod site;
    mod transport;
}
