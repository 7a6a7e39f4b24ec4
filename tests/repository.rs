//! What the repository promises about itself: its README, its layers, its corpus.

#[path = "repository/corpus.rs"]
mod corpus;
#[path = "repository/links.rs"]
mod links;
#[path = "repository/readme.rs"]
mod readme;
#[path = "repository/tidy.rs"]
mod tidy;
