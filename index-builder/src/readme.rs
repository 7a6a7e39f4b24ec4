//! Reads the tables of index-builder/README.md, for tests that compare one with the code.

const README: &str = include_str!("../README.md");

/// Returns the cells of the table with this first heading, row by row.
pub(crate) fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let heading = format!("| {heading} |");
    let mut tables = README.lines().skip_while(|line| !line.starts_with(&heading));
    assert!(tables.next().is_some(), "no table begins with {heading}");
    let rows = tables.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}
