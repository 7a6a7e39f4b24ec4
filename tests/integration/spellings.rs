/*!
Every spelling in the table of reporters and codes, for every reporter and code that the bundled corpus cites, finds one
record: by `citation`, first by `q`, and in a sentence. The cases come from the table.
*/

use std::collections::{BTreeMap, HashSet};

use super::contract::{Contract, List, bundled_corpus, text};
use super::support::{Query, TestApp, target};

const TABLE: &str = include_str!("../../crates/core/src/citations/reporters.tsv");

/// A line of the table.
struct TableLine {
    kind: &'static str,
    name: &'static str,
    spellings: Vec<String>,
}

/// A citation of a record, split at the name of its reporter or code.
struct SplitCitation<'c> {
    list: List,
    id: &'c str,
    before: String,
    after: String,
}

#[test]
fn every_spelling_of_the_table_finds_the_same_record() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let lines = lines();
    let usual: HashSet<String> = lines.iter().map(|line| loose(line.name)).collect();
    let cited = cited(&contract, &lines);
    let (mut n_spellings, mut missed) = (0, Vec::new());
    for (line, citation) in &cited {
        let line = &lines[*line];
        // The usual name of another reporter means that one.
        let is_of_line = |spelling: &&String| loose(spelling) == loose(line.name) || !usual.contains(&loose(spelling));
        for spelling in line.spellings.iter().filter(is_of_line) {
            n_spellings += 1;
            missed.extend(citation.misses(&app, spelling));
        }
    }
    assert!(cited.len() > 150 && n_spellings > 1500, "{} reporters with {n_spellings} spellings", cited.len());
    assert!(missed.is_empty(), "{} of {n_spellings} missed: {missed:#?}", missed.len());
}

fn lines() -> Vec<TableLine> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        // A tilde stands before a spelling that counts only where the text names the state. No name begins with a
        // parenthesis.
        let is_alone = |spelling: &&str| !spelling.is_empty() && !spelling.starts_with(['~', '(']);
        let spellings = [columns[1]].into_iter().chain(columns[5].split('|')).filter(is_alone);
        TableLine { kind: columns[0], name: columns[1], spellings: spellings.flat_map(alternatives).collect() }
    });
    lines.collect()
}

/// Returns the spellings that the table writes as one, with alternatives in braces.
fn alternatives(spelling: &str) -> Vec<String> {
    let Some((before, rest)) = spelling.split_once('{') else {
        return vec![spelling.to_owned()];
    };
    let (inside, after) = rest.split_once('}').unwrap();
    let ends = alternatives(after);
    inside.split('/').flat_map(|one| ends.iter().map(move |end| format!("{before}{one}{end}"))).collect()
}

/// Returns the letters and digits of a name.
fn loose(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// Returns a citation of the corpus for each line of the table that the corpus cites.
fn cited<'c>(contract: &'c Contract, lines: &[TableLine]) -> BTreeMap<usize, SplitCitation<'c>> {
    let mut cited = BTreeMap::new();
    for list in List::ALL {
        for record in contract.records(list) {
            let own = [&record["citation"], &record["meta"]["citation"]].into_iter().filter_map(|own| own.as_str());
            let parallel = contract.texts.aliases_of(list, record);
            for citation in own.chain(parallel.iter().map(String::as_str)) {
                let kinds: &[&str] = match list {
                    List::Statutes => &["statute"],
                    List::Cases => &["case"],
                    List::Bills => &["session"],
                };
                let of_kind = (0..lines.len()).filter(|line| kinds.contains(&lines[*line].kind));
                let parts: Vec<_> =
                    of_kind.filter_map(|line| Some((line, split(citation, lines[line].name)?))).collect();
                let longest = parts.iter().map(|(line, _)| lines[*line].name.len()).max();
                for (line, (before, after)) in parts {
                    if Some(lines[line].name.len()) == longest {
                        cited.entry(line).or_insert(SplitCitation { list, id: text(record, "id"), before, after });
                    }
                }
            }
        }
    }
    cited
}

/// Splits a citation at a name that stands alone or between spaces.
fn split(citation: &str, name: &str) -> Option<(String, String)> {
    let (before, after) = citation.split_once(name)?;
    let stands_alone = (before.is_empty() || before.ends_with(' ')) && after.starts_with(' ');
    stands_alone.then(|| (before.to_owned(), after.to_owned()))
}

impl SplitCitation<'_> {
    /// Returns the ways in which a spelling does not find only the record.
    fn misses(&self, app: &TestApp, spelling: &str) -> Vec<String> {
        let citation = format!("{}{spelling}{}", self.before, self.after);
        let query = |name| -> Query { vec![(name, citation.clone())] };
        let listed = app.get(&target(self.list.path(), &query("citation"))).good();
        let searched = app.get(&target(self.list.path(), &query("q"))).good();
        let sentence = format!("The rule of {citation} is old.");
        let checked = app.post("/api/v1/citations", "text/plain", sentence).good();
        let found = [
            ("citation", &listed["data"][0]["id"], listed["meta"]["total"] == 1),
            ("q", &searched["data"][0]["id"], true),
            ("check", &checked["data"][0]["records"][0]["id"], checked["data"][0]["status"] == "found"),
        ];
        let missed = found.into_iter().filter(|(_, found, is_one)| **found != self.id || !is_one);
        missed.map(|(way, found, _)| format!("{way} {citation:?}: {found} for {}", self.id)).collect()
    }
}
