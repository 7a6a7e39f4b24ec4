//! The names of codes in the explorer, which are those of the table of reporters.

use lexdex_core::citations::cited_names;
use lexdex_tests::generated;

#[test]
fn generated_names_of_codes_are_those_of_the_table() {
    let rows: String = cited_names().iter().map(|(usual, cited)| format!("  [\"{usual}\", \"{cited}\"],\n")).collect();
    let comment =
        "// The name by which each code is cited, if it is not the usual one. `tests/generate` writes this file.";
    generated::check("src/explorer/codes.js", &format!("{comment}\n\nexport const CITED_NAMES = [\n{rows}];\n"));
}
