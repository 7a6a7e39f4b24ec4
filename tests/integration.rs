//! The promises of the service, each tested as a client would: a request in, a whole answer out.

mod integration {
    // How the tests ask, what they ask over, and what they expect.
    mod contract;
    mod corpus;
    mod queries;
    mod support;

    // What is served.
    mod bodies;
    mod catalogues;
    mod explorer;
    mod export;
    mod facets;
    mod filters;
    mod links;
    mod lists;
    mod oracle;
    mod pages;
    mod random_corpora;
    mod records;
    mod search;

    // What is refused, and how.
    mod errors;
    mod hostile;
    mod parameters;

    // What holds for every request.
    mod caching;
    mod compression;
    mod http;
    mod metrics;
    mod rate_limit;
    mod transport;
}
