//! Checks the statements of the repository about itself: invariants, README, links, workflows, and the bundled corpus.

#[path = "repository/codes.rs"]
mod codes;
#[path = "repository/corpus.rs"]
mod corpus;
#[path = "repository/invariants.rs"]
mod invariants;
#[path = "repository/links.rs"]
mod links;
#[path = "repository/readme.rs"]
mod readme;
#[path = "repository/sources.rs"]
mod sources;
#[path = "repository/version.rs"]
mod version;
#[path = "repository/workflows.rs"]
mod workflows;
