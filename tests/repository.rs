//! Holds what the repository says about itself: its layers and invariants, its README, its links, its corpus.

#[path = "repository/corpus.rs"]
mod corpus;
#[path = "repository/invariants.rs"]
mod invariants;
#[path = "repository/layers.rs"]
mod layers;
#[path = "repository/links.rs"]
mod links;
#[path = "repository/readme.rs"]
mod readme;
#[path = "repository/sources.rs"]
mod sources;
