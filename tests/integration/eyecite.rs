/*!
Compares the citations that lexdex finds in sentences with those of eyecite, the citation finder of the Free Law
Project. `eyecite/oracle.py` gives the sentences: 5,000 generated ones and, if there are real data, 500 of real
opinions.

Citations are equal if their spans and standard forms are equal. The rules of the comparison:

- Punctuation at the ends of a span is ignored: eyecite's `supra,` has a comma.
- Two citations that overlap and have different spans are one difference.
- Eyecite's classes `UnknownCitation` (a section sign without a code) and `ReferenceCitation` (a name with a page) are
  not citations in lexdex. Eyecite has no bills, no lookalikes, and none of the reporters that lexdex adds to its table.
  None of these count.
- Journals, statutes and cases are compared alike: eyecite's standard form is the text with the usual abbreviation of the
  reporter, so that spaces, commas, section and paragraph signs, the words for them, and `No.` do not count.
- The standard forms of `id.` and of `supra` are always equal.

Each difference belongs to a class, and `eyecite/differences.tsv` says for each class which side is right.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use lexdex_core::citations::find_citations;
use lexdex_core::model::CitationKind;
use lexdex_tests::skip::{is_there, skip_without_data};
use lexdex_tests::tool::ROOT;
use serde_json::Value;

const TABLE: &str = include_str!("../../crates/core/src/citations/reporters.tsv");

const ABBREVIATIONS: &str = include_str!("../../crates/core/src/citations/abbreviations.tsv");

/// A citation that one of the sides finds. The span is in bytes.
#[derive(Clone, Debug)]
struct Found {
    span: Range<usize>,
    standard: String,
    /// Whether it is a section of a list, which only lexdex finds.
    is_section_of_list: bool,
}

/// A citation that only one side finds, or that the sides find differently.
#[derive(Debug)]
struct Difference {
    text: String,
    theirs: Option<Found>,
    ours: Option<Found>,
}

/// The results of a comparison.
#[derive(Default)]
struct Comparison {
    n_citations: usize,
    n_equal_spans: usize,
    n_equal: usize,
    differences: Vec<Difference>,
}

impl Comparison {
    fn add(&mut self, text: &str, theirs: Vec<Found>, mut ours: Vec<Found>) {
        for theirs in theirs {
            let overlaps = |ours: &Found| ours.span.start < theirs.span.end && theirs.span.start < ours.span.end;
            let is_same = |ours: &Found| ours.span == theirs.span;
            let idx = ours.iter().position(is_same).or_else(|| ours.iter().position(overlaps));
            let ours = idx.map(|idx| ours.remove(idx));
            self.n_citations += 1;
            let has_equal_span = ours.as_ref().is_some_and(is_same);
            let is_equal = has_equal_span && ours.as_ref().is_some_and(|ours| ours.standard == theirs.standard);
            self.n_equal_spans += usize::from(has_equal_span);
            self.n_equal += usize::from(is_equal);
            if !is_equal {
                self.differences.push(Difference { text: text.to_owned(), theirs: Some(theirs), ours });
            }
        }
        ours.retain(|ours| !reporters_of_ours().any(|reporter| ours.standard.contains(&reporter)));
        self.n_citations += ours.len();
        let only_ours =
            ours.into_iter().map(|ours| Difference { text: text.to_owned(), theirs: None, ours: Some(ours) });
        self.differences.extend(only_ours);
    }

    /// At least 98 % of the spans, and 98 % of the standard forms of equal spans, are equal.
    #[track_caller]
    fn assert_is_close(&self, part: &str) {
        let figures = format!(
            "{part}: {} of {} spans and {} standard forms are equal",
            self.n_equal_spans, self.n_citations, self.n_equal
        );
        assert!(self.n_equal_spans * 100 >= self.n_citations * 98, "{figures}");
        assert!(self.n_equal * 100 >= self.n_citations * 98, "{figures}");
    }
}

/// The rule by which a difference belongs to a class.
type Rule = fn(&Difference) -> bool;

/// The classes of differences. The first that fits counts.
const CLASSES: &[(&str, Rule)] = &[
    ("id beside a sign", |difference| difference.theirs.is_none() && difference.ours_is("id")),
    ("at pp.", |difference| difference.has("at pp. ")),
    ("pages before a word", |difference| {
        let begin_together =
            |theirs: &Found, ours: &Found| theirs.span.start == ours.span.start && theirs.span.end < ours.span.end;
        difference
            .theirs
            .as_ref()
            .zip(difference.ours.as_ref())
            .is_some_and(|(theirs, ours)| begin_together(theirs, ours))
    }),
    ("further section", |difference| {
        difference.theirs.is_none() && difference.ours.as_ref().is_some_and(|ours| ours.is_section_of_list)
    }),
    ("number after a hyphen", |difference| {
        difference.theirs.as_ref().is_some_and(|theirs| difference.text[..theirs.span.start].ends_with('-'))
    }),
    ("number before a code", |difference| {
        let is_before =
            |theirs: &Found, ours: &Found| theirs.span.start < ours.span.start && theirs.span.end == ours.span.end;
        difference.theirs_has(&["R.I. Gen. Laws"])
            && difference
                .theirs
                .as_ref()
                .zip(difference.ours.as_ref())
                .is_some_and(|(theirs, ours)| is_before(theirs, ours))
    }),
    ("section with letters", |difference| difference.theirs.is_none() && difference.has("§")),
    ("public law and a number", |difference| {
        let is_swallowed = difference.theirs.is_none() && difference.has("Pub. L. ");
        is_swallowed || difference.theirs_has(&["Pub. L.", "Public Law"])
    }),
    ("subject of a code", |difference| {
        ["cal.code", "tex.codeann", "n.y.law"].iter().any(|code| difference.theirs_is(code))
    }),
    ("reporter of a person", |difference| difference.ours.is_some() && difference.theirs_has(&[" (", ".("])),
    ("page in brackets", |difference| difference.theirs_has(&["[A]", "[U]"])),
    ("reporters of one name", |difference| difference.has_equal_spans()),
    ("rare form", |difference| difference.theirs_has(RARE_FORMS)),
];

/// Texts of forms that the table of reporters leaves out.
const RARE_FORMS: &[&str] = &[
    "La.App.",
    "Ware",
    "Supp. 9",
    "Oliver's Forms",
    "Unemployment Ins. Rep.",
    "Sess. Laws ch",
    "Mich. Admin. Code r",
    "COA",
    "Burr. 1",
    "(So. 2nd)",
    "USC S.",
    "V.I. Code Ann.",
    "U.S. Patent",
    "VI Super",
    "F. Cas.",
];

impl Difference {
    fn class(&self) -> Option<&'static str> {
        CLASSES.iter().find(|(_, fits)| fits(self)).map(|(class, _)| *class)
    }

    fn has(&self, part: &str) -> bool {
        self.text.contains(part)
    }

    fn theirs_has(&self, parts: &[&str]) -> bool {
        self.theirs
            .as_ref()
            .is_some_and(|theirs| parts.iter().any(|part| self.text[theirs.span.clone()].contains(part)))
    }

    fn theirs_is(&self, beginning: &str) -> bool {
        self.theirs.as_ref().is_some_and(|theirs| theirs.standard.starts_with(beginning))
    }

    fn ours_is(&self, standard: &str) -> bool {
        self.ours.as_ref().is_some_and(|ours| ours.standard == standard)
    }

    fn has_equal_spans(&self) -> bool {
        self.theirs.as_ref().zip(self.ours.as_ref()).is_some_and(|(theirs, ours)| theirs.span == ours.span)
    }
}

/// The reporters that reporters-db lacks, or lacks in some spellings and forms.
fn reporters_of_ours() -> impl Iterator<Item = String> {
    let (_, ours) = TABLE.split_once("# Our own:\n").expect("no lines of our own");
    ours.lines().map(|line| comparable(line.split('\t').nth(1).unwrap()))
}

/// The span without the punctuation at its ends.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let is_sign = |character: char| !character.is_alphanumeric() && character != '_';
    let inside = &text[span.clone()];
    let end =
        span.start + inside.trim_end_matches(|character| is_sign(character) && !matches!(character, ')' | ']')).len();
    let start = span.end - inside.trim_start_matches(is_sign).len();
    start.min(end)..end
}

/// A standard form without the parts that the sides write differently.
fn comparable(standard: &str) -> String {
    let lower = standard.to_lowercase();
    if lower.starts_with("id.") || lower.starts_with("ibid.") {
        return "id".to_owned();
    }
    if lower.contains("supra") {
        return "supra".to_owned();
    }
    let without_sign = |word: &str| {
        let word = word.trim_start_matches(['§', '¶', '_']);
        let number = word.strip_prefix('p').filter(|number| number.starts_with(|first: char| first.is_ascii_digit()));
        number.unwrap_or(word).to_owned()
    };
    let words = lower.split([' ', ',']).map(without_sign);
    let left_out = ["", "no.", "number", "section", "sections", "para.", "par.", "p", "p.", "pp.", "page"];
    words.filter(|word| !left_out.contains(&word.as_str())).collect::<String>().trim_end_matches('.').to_owned()
}

fn theirs(text: &str, citations: &Value) -> Vec<Found> {
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let position = |value: &Value| bytes[usize::try_from(value.as_u64().unwrap()).unwrap()];
    let citations = citations.as_array().unwrap().iter();
    let found = citations.map(|citation| Found {
        span: trimmed(text, position(&citation["start"])..position(&citation["end"])),
        standard: comparable(citation["standard"].as_str().unwrap()),
        is_section_of_list: false,
    });
    found.collect()
}

fn ours(text: &str) -> Vec<Found> {
    let is_of_both =
        |kind: CitationKind| !matches!(kind, CitationKind::Bill | CitationKind::Lookalike | CitationKind::Other);
    let found = find_citations(text).into_iter().filter(|citation| is_of_both(citation.kind));
    let found = found.map(|citation| Found {
        span: trimmed(text, citation.span),
        standard: comparable(&citation.normalized),
        is_section_of_list: citation.is_section_of_list,
    });
    found.collect()
}

/// A Python program beside this file; `None` if eyecite is not installed.
fn program(name: &str) -> Option<Command> {
    let python = Path::new(ROOT).join("target/python/bin/python");
    if !is_there(python.to_str().unwrap(), &["-c", "import importlib.metadata as m; m.version('eyecite')"]) {
        return None;
    }
    let mut program = Command::new(python);
    program.arg(Path::new(ROOT).join("tests/integration/eyecite").join(name)).env("PYTHONDONTWRITEBYTECODE", "1");
    Some(program)
}

#[track_caller]
fn output(program: &mut Command) -> String {
    let output = program.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Unpacks a set of real data; `None` if this machine has none.
fn real_data(set: &str) -> Option<tempfile::TempDir> {
    let data = std::env::var_os("LEXDEX_SHARED_DATA");
    let data = data.map_or_else(|| Path::new(ROOT).join("../shared/data"), PathBuf::from);
    if !data.join("unpack").is_file() {
        skip_without_data(&format!("the real set {set} is not at {}", data.display()));
        return None;
    }
    let directory = tempfile::tempdir().unwrap();
    let status = Command::new(data.join("unpack")).arg(directory.path()).arg(set).status().unwrap();
    assert!(status.success(), "cannot unpack {set}");
    Some(directory)
}

/// The classes of differences that `differences.tsv` explains.
fn explained() -> BTreeSet<&'static str> {
    let lines = include_str!("eyecite/differences.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').next().unwrap()).collect()
}

#[test]
fn citations_match_eyecite_except_for_explained_differences() {
    let Some(mut oracle) = program("oracle.py") else {
        return;
    };
    let opinions = real_data("cap");
    oracle.args(opinions.as_ref().map(tempfile::TempDir::path));
    let mut parts: BTreeMap<String, Comparison> = BTreeMap::new();
    for line in output(&mut oracle).lines() {
        let sentence: Value = serde_json::from_str(line).unwrap();
        let (part, text) = (sentence["part"].as_str().unwrap(), sentence["text"].as_str().unwrap());
        let comparison = parts.entry(part.to_owned()).or_default();
        comparison.add(text, theirs(text, &sentence["citations"]), ours(text));
    }
    assert_eq!(parts.len(), 1 + usize::from(opinions.is_some()));
    parts.iter().for_each(|(part, comparison)| comparison.assert_is_close(part));
    let differences = || parts.values().flat_map(|comparison| &comparison.differences);
    let unexplained: Vec<_> = differences().filter(|difference| difference.class().is_none()).collect();
    assert!(unexplained.is_empty(), "no class explains {} differences: {unexplained:#?}", unexplained.len());
    let classes: BTreeSet<_> = differences().filter_map(Difference::class).collect();
    assert_eq!(explained(), CLASSES.iter().map(|(class, _)| *class).collect());
    let unseen: Vec<_> = explained().difference(&classes).copied().collect();
    assert!(unseen.is_empty() || opinions.is_none(), "no difference is of the classes {unseen:?}");
}

#[test]
fn tables_have_the_facts_of_reporters_db() {
    for (program_name, table) in [("reporters.py", TABLE), ("abbreviations.py", ABBREVIATIONS)] {
        if let Some(mut program) = program(program_name) {
            assert_eq!(output(&mut program), table);
        }
    }
}

/// Returns the citations of a table of real decisions, each with the year of its decision.
fn real_citations(tables: &Path) -> String {
    let rows = |name: &str| {
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.escape(Some(b'\\')).double_quote(false).from_path(tables.join(name)).unwrap();
        let rows = reader.into_deserialize::<BTreeMap<String, String>>();
        rows.map(Result::unwrap).collect::<Vec<_>>()
    };
    let clusters = rows("opinion-clusters-2018-06-20.csv");
    let years: BTreeMap<&str, &str> =
        clusters.iter().map(|row| (&*row["id"], row["date_filed"].split('-').next().unwrap())).collect();
    let citations = rows("citations-2018-06-20.csv");
    let cited = citations.iter().map(|row| {
        let year = years[&*row["cluster_id"]];
        format!("See {} {} {} ({year}).\n", row["volume"], row["reporter"], row["page"])
    });
    cited.collect()
}

/// Adds the texts of all files in a folder.
fn add_texts(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_texts(&path, texts);
        } else {
            texts.extend(fs::read_to_string(path));
        }
    }
}

#[test]
fn no_real_citation_is_impossible() {
    let (Some(opinions), Some(tables)) = (real_data("cap"), real_data("courtlistener")) else {
        return;
    };
    let mut texts = vec![real_citations(&tables.path().join("courtlistener/bulk_csv_reserialised"))];
    add_texts(opinions.path(), &mut texts);
    let found = texts.iter().flat_map(|text| find_citations(text));
    let (mut n_citations, mut impossible) = (0, Vec::new());
    for citation in found {
        n_citations += 1;
        let is_late = citation.year.is_some_and(|year| year > 2026);
        if citation.cannot_exist || is_late {
            impossible.push(format!("{} ({:?})", citation.normalized, citation.year));
        }
    }
    assert!(n_citations > 3000, "{n_citations}");
    // A typing error of the source: In re Henry, 46 Idaho 578, is at 269 P. 416.
    assert_eq!(impossible, ["469 P. 416 (Some(1928))"]);
}
