//! Reads the tables of index-builder/README.md. The module of each table has a test that compares it with the code.

const README: &str = include_str!("../README.md");

/// Returns the cells of the table with this first heading, row by row.
pub(crate) fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let heading = format!("| {heading} |");
    let mut tables = README.lines().skip_while(|line| !line.starts_with(&heading));
    assert!(tables.next().is_some(), "no table begins with {heading}");
    let rows = tables.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// Returns the values of a cell, which are in backticks.
pub(crate) fn values(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Checks that a table of two columns has the values of the code, and that the outcome of each begins with that of the
/// code.
#[track_caller]
pub(crate) fn check<'v>(heading: &str, of_code: impl IntoIterator<Item = (&'v str, String)>) {
    let mut of_code: Vec<(&str, String)> = of_code.into_iter().collect();
    let mut of_readme: Vec<(&str, &str)> = Vec::new();
    for row in rows(heading) {
        of_readme.extend(values(row[0]).into_iter().map(|value| (value, row[1])));
    }
    of_code.sort();
    of_readme.sort_unstable();
    let [in_code, in_readme]: [Vec<&str>; 2] =
        [of_code.iter().map(|row| row.0).collect(), of_readme.iter().map(|row| row.0).collect()];
    assert_eq!(in_code, in_readme, "the values of {heading}");
    for ((value, outcome), (_, cell)) in of_code.iter().zip(of_readme) {
        assert!(cell.starts_with(outcome), "{value} of {heading}: {outcome} in the code, {cell} in the README");
    }
}

/// The README's words for a value that is skipped.
pub(crate) fn left_out(reason: &crate::report::skip::Reason) -> String {
    format!("left out as `{}`", reason.name)
}

/// The README's words for the value of a field.
pub(crate) fn becomes(value: &impl serde::Serialize) -> String {
    format!("`{}`", serde_json::to_value(value).unwrap().as_str().unwrap())
}
