//! The tables of index-builder/README.md, which are those of the code, row by row: each table's module has a test.

const README: &str = include_str!("../README.md");

/// The rows of the table whose first heading is this, as cells.
pub(crate) fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let heading = format!("| {heading} |");
    let mut tables = README.lines().skip_while(|line| !line.starts_with(&heading));
    assert!(tables.next().is_some(), "no table begins with {heading}");
    let rows = tables.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// The source's values that a cell names: whatever stands between backticks.
pub(crate) fn values(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Checks that a table of two columns has the values of the code, and that what becomes of each begins so.
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

/// How the README says that something is left out.
pub(crate) fn left_out(reason: &crate::report::skip::Reason) -> String {
    format!("left out as `{}`", reason.name)
}

/// How the README says what a field becomes.
pub(crate) fn becomes(value: &impl serde::Serialize) -> String {
    format!("`{}`", serde_json::to_value(value).unwrap().as_str().unwrap())
}
