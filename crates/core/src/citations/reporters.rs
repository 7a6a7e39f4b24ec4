/*!
The table of reporters, codes and journals, from `reporters.tsv`: their abbreviations, other spellings, forms of
citations and years.
*/

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::citations::form::CitationForm;
use crate::model::CitationKind;
use crate::steps;

/// The table of reporters. Its first lines name its sources.
static TABLE: &str = include_str!("reporters.tsv");

/// The default form, which the table omits: `410 U.S. 113`.
const USUAL_FORM: &str = "v R,? p";

static REPORTERS: LazyLock<Reporters> = LazyLock::new(|| Reporters::parse(TABLE));

/// Returns all reporters.
pub(crate) fn reporters() -> &'static Reporters {
    &REPORTERS
}

/// A case reporter, a code, a collection of laws or a journal.
pub(crate) struct Reporter {
    pub(crate) kind: CitationKind,
    /// The usual abbreviation.
    pub(crate) name: &'static str,
    /// The forms of its citations, as indexes of [`Reporters::forms`].
    pub(crate) forms: Vec<usize>,
    first_year: Option<u16>,
    last_year: Option<u16>,
}

impl Reporter {
    pub(crate) fn has_year(&self, year: u16) -> bool {
        self.first_year.is_none_or(|first| first <= year) && self.last_year.is_none_or(|last| year <= last)
    }
}

/// A possible reporter for a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// The index in [`Reporters::reporters`].
    pub(crate) reporter: usize,
    /// Whether the spelling is the usual abbreviation, apart from spaces.
    pub(crate) is_usual: bool,
}

/// Adds a meaning unless it is already there.
pub(crate) fn add_meaning(meaning: Meaning, meanings: &mut Vec<Meaning>) {
    if !meanings.contains(&meaning) {
        meanings.push(meaning);
    }
}

/// A spelling without spaces, and all its possible reporters.
struct Spelling {
    key: String,
    /// The spelling with its spaces, and the reporter.
    spelled: Vec<(&'static str, Meaning)>,
}

pub(crate) struct Reporters {
    pub(crate) reporters: Vec<Reporter>,
    pub(crate) forms: Vec<CitationForm>,
    /// Sorted by key.
    spellings: Vec<Spelling>,
}

impl Reporters {
    fn parse(table: &'static str) -> Self {
        let mut reporters = Vec::new();
        let mut forms: Vec<&str> = Vec::new();
        let mut spellings: BTreeMap<String, Vec<(&str, Meaning)>> = BTreeMap::new();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let [kind, name, form, first_year, last_year, others] = columns(line);
            let name = name_in_text(name);
            let notations = if form.is_empty() { USUAL_FORM } else { form }.split('|');
            let idxs = notations.map(|notation| {
                forms.iter().position(|known| *known == notation).unwrap_or_else(|| {
                    forms.push(notation);
                    forms.len() - 1
                })
            });
            let others = others.split('|').filter(|spelled| !spelled.is_empty()).map(|spelled| (spelled, false));
            for (spelled, is_usual) in std::iter::once((name, true)).chain(others) {
                let meaning = Meaning { reporter: reporters.len(), is_usual };
                spellings.entry(spelled.replace(' ', "")).or_default().push((spelled, meaning));
            }
            reporters.push(Reporter {
                kind: kind_of(kind),
                name,
                forms: idxs.collect(),
                first_year: first_year.parse().ok(),
                last_year: last_year.parse().ok(),
            });
        }
        let spellings = spellings.into_iter().map(|(key, spelled)| Spelling { key, spelled }).collect();
        Self { reporters, forms: forms.into_iter().map(CitationForm::parse).collect(), spellings }
    }

    /// Calls `found` with the end and the meanings of each spelling that begins at a position.
    pub(crate) fn at(&self, text: &str, start: usize, mut found: impl FnMut(usize, &[Meaning])) {
        let mut candidates = self.spellings.as_slice();
        let (mut at, mut depth) = (start, 0);
        let bytes = text.as_bytes();
        loop {
            steps::add(1);
            if candidates.first().is_some_and(|first| first.key.len() == depth) {
                let written = &text[start..at];
                let is_meant = |spelled: &str| is_spelled(written, spelled);
                let spelled = candidates[0].spelled.iter().filter(|(spelled, _)| is_meant(spelled));
                let mut meanings = Vec::new();
                spelled.for_each(|(_, meaning)| add_meaning(*meaning, &mut meanings));
                if !meanings.is_empty() {
                    found(at, &meanings);
                }
            }
            let next = if bytes.get(at) == Some(&b' ') { at + 1 } else { at };
            let Some(byte) = bytes.get(next) else {
                return;
            };
            let of = |spelling: &Spelling| spelling.key.as_bytes().get(depth).copied();
            let first = candidates.partition_point(|spelling| of(spelling) < Some(*byte));
            let last = candidates.partition_point(|spelling| of(spelling) <= Some(*byte));
            candidates = &candidates[first..last];
            if candidates.is_empty() {
                return;
            }
            (at, depth) = (next + 1, depth + 1);
        }
    }
}

fn columns(line: &'static str) -> [&'static str; 6] {
    let mut columns = line.split('\t');
    std::array::from_fn(|_| columns.next().unwrap_or_default())
}

/// Returns the part of a code's name before the subject: `Cal.` for `Cal. Code`, as in `Cal. Penal Code`.
fn name_in_text(name: &'static str) -> &'static str {
    match name {
        "Cal. Code" => "Cal.",
        "N.Y. Law" => "N.Y.",
        "Tex. Code Ann." => "Tex.",
        _ => name,
    }
}

fn kind_of(word: &str) -> CitationKind {
    match word {
        "case" => CitationKind::Full,
        "statute" => CitationKind::Statute,
        "session" => CitationKind::SessionLaw,
        "journal" => CitationKind::Journal,
        _ => panic!("{word:?} is no kind of reporters"),
    }
}

/// Returns whether a text matches a spelling, with optional spaces where the spelling has spaces and after full stops.
fn is_spelled(written: &str, spelled: &str) -> bool {
    let (mut written, mut before) = (written, ' ');
    for character in spelled.chars() {
        let without_space = written.strip_prefix(' ');
        match (character, without_space) {
            (' ', _) => written = without_space.unwrap_or(written),
            (_, Some(rest)) if before == '.' => written = rest,
            (_, Some(_)) => return false,
            _ => {}
        }
        if character != ' ' {
            let Some(rest) = written.strip_prefix(character) else {
                return false;
            };
            written = rest;
        }
        before = character;
    }
    written.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_has_columns_that_are_read() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            assert_eq!(line.split('\t').count(), 6, "{line}");
        }
        let reporters = reporters();
        assert!(reporters.reporters.iter().all(|reporter| !reporter.forms.is_empty()));
        // A truncated table would have fewer.
        assert!(reporters.reporters.len() > 2000);
    }

    #[test]
    fn spaces_of_a_spelling_are_optional_and_may_follow_full_stops() {
        let ends = |text: &str| {
            let mut ends = Vec::new();
            reporters().at(text, 0, |end, _| ends.push(end));
            ends
        };
        for text in ["F. Supp. 2d", "F.Supp.2d", "F. Supp.2d"] {
            assert!(ends(text).contains(&text.len()), "{text}");
        }
        for text in ["F. Su pp. 2d", "f. supp. 2d"] {
            assert!(!ends(text).contains(&text.len()), "{text}");
        }
    }
}
