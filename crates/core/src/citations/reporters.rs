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

/// The sign before a spelling without the name of the state.
const WITHOUT_STATE: char = '~';

/// The number of years after which a decision may still be printed.
const MAX_YEARS_LATE: u16 = 5;

static REPORTERS: LazyLock<Reporters> = LazyLock::new(|| Reporters::parse(TABLE));

/// Returns all reporters.
pub(crate) fn reporters() -> &'static Reporters {
    &REPORTERS
}

/// A case reporter, a code, a collection of laws or a journal.
pub(crate) struct Reporter {
    pub(crate) kind: CitationKind,
    /// Whether an index is expected to have the cited text.
    pub(crate) is_checkable: bool,
    /// The usual abbreviation.
    pub(crate) name: &'static str,
    /// The forms of its citations, as indexes of [`Reporters::forms`].
    pub(crate) forms: Vec<usize>,
    first_year: Option<u16>,
    last_year: Option<u16>,
    /// The id of the jurisdiction, if it is only one.
    pub(crate) jurisdiction: Option<&'static str>,
    /// The year of the first decisions, if it is certain.
    first_decisions: Option<u16>,
    /// The last volume, if the reporter has ended and the volume is certain.
    last_volume: Option<u32>,
    /// The name by which a code is cited, if it is not the usual one.
    pub(crate) cited: Option<&'static str>,
    /// The names of the state, for a code that is also cited without it.
    pub(crate) state: Vec<&'static str>,
}

impl Reporter {
    pub(crate) fn has_year(&self, year: u16) -> bool {
        self.first_year.is_none_or(|first| first <= year) && self.last_year.is_none_or(|last| year <= last)
    }

    /// Returns whether the reporter cannot have a decision of a year, or a volume.
    pub(crate) fn excludes(&self, year: Option<u16>, volume: Option<u32>) -> bool {
        let is_too_early = |year: u16| self.first_decisions.is_some_and(|first| year + MAX_YEARS_LATE < first);
        year.is_some_and(is_too_early)
            || volume.is_some_and(|volume| self.last_volume.is_some_and(|last| last < volume))
    }
}

/// A possible reporter for a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// The index in [`Reporters::reporters`].
    reporter: usize,
    /// Whether the spelling is the usual abbreviation, apart from spaces.
    pub(crate) is_usual: bool,
    /// Whether the spelling leaves out the state: `Gov. Code`.
    pub(crate) is_without_state: bool,
}

impl Meaning {
    pub(crate) fn reporter(&self) -> &'static Reporter {
        &reporters().reporters[self.reporter]
    }
}

/// Adds a meaning unless it is already there.
pub(crate) fn add_meaning(meaning: Meaning, meanings: &mut Vec<Meaning>) {
    if !meanings.contains(&meaning) {
        meanings.push(meaning);
    }
}

/// The way in which the spelling of a reporter is compared with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpellingMatch {
    /// In a running text, all signs and capitals count.
    Exact,
    /// In a text that is only a citation, letters and digits count: `410 us 113`.
    Loose,
}

impl SpellingMatch {
    /// Returns the part of a spelling that is compared byte by byte.
    fn key(self, spelled: &str) -> Vec<u8> {
        spelled.bytes().filter(|byte| !self.is_skipped(*byte)).map(|byte| self.folded(byte)).collect()
    }

    fn is_skipped(self, byte: u8) -> bool {
        byte == b' ' || self == Self::Loose && byte.is_ascii_punctuation()
    }

    fn folded(self, byte: u8) -> u8 {
        if self == Self::Loose { byte.to_ascii_lowercase() } else { byte }
    }

    /// Returns the position of the next byte that is compared.
    fn next(self, bytes: &[u8], at: usize) -> usize {
        match self {
            Self::Exact => at + usize::from(bytes.get(at) == Some(&b' ')),
            Self::Loose => at + bytes[at..].iter().take_while(|byte| self.is_skipped(**byte)).count(),
        }
    }

    /// Returns the end of a spelling with the signs after its last letter.
    fn end(self, bytes: &[u8], at: usize) -> usize {
        let is_of_spelling = |byte: &&u8| self == Self::Loose && matches!(byte, b'.' | b'\'' | b')' | b']');
        at + bytes[at..].iter().take_while(is_of_spelling).count()
    }
}

/// The compared part of a spelling, and all its possible reporters.
struct Spelling {
    key: Vec<u8>,
    /// The whole spelling, and the reporter.
    spelled: Vec<(String, Meaning)>,
}

impl Spelling {
    /// Returns the meanings of a text in one of two forms. A loose spelling counts only if the text is no exact one of
    /// another reporter, but for its capitals: `Pac` is `Pac.`, not `Pa. C.`
    fn meanings(&self, written: [&str; 2], matching: SpellingMatch) -> Vec<Meaning> {
        let is_exact = |spelled: &str| written.iter().any(|written| is_spelled(written, spelled, matching));
        let mut meanings = Vec::new();
        let mut add = |is_meant: &dyn Fn(&str) -> bool| {
            let spelled = self.spelled.iter().filter(|(spelled, _)| is_meant(spelled));
            spelled.for_each(|(_, meaning)| add_meaning(*meaning, &mut meanings));
            meanings.is_empty()
        };
        if add(&is_exact) && matching == SpellingMatch::Loose {
            add(&|_| true);
        }
        meanings
    }
}

pub(crate) struct Reporters {
    pub(crate) reporters: Vec<Reporter>,
    pub(crate) forms: Vec<CitationForm>,
    /// The spellings for each [`SpellingMatch`], sorted by key.
    spellings: [Vec<Spelling>; 2],
}

impl Reporters {
    fn parse(table: &'static str) -> Self {
        let mut reporters = Vec::new();
        let mut forms: Vec<&str> = Vec::new();
        let mut all: Vec<(String, Meaning)> = Vec::new();
        let mut without_stops: Vec<(String, Meaning)> = Vec::new();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let [kind, name, form, first_year, last_year, others, jurisdiction, first_decisions, last_volume, cited] =
                columns(line);
            let name = name_in_text(name);
            let notations = if form.is_empty() { USUAL_FORM } else { form }.split('|');
            let idxs = notations.map(|notation| {
                forms.iter().position(|known| *known == notation).unwrap_or_else(|| {
                    forms.push(notation);
                    forms.len() - 1
                })
            });
            let spellings = others.split('|').filter(|spelled| !spelled.is_empty()).map(|spelled| (spelled, false));
            for (spelled, is_usual) in std::iter::once((name, true)).chain(spellings) {
                let without_state = spelled.strip_prefix(WITHOUT_STATE);
                let meaning =
                    Meaning { reporter: reporters.len(), is_usual, is_without_state: without_state.is_some() };
                let spelled = without_state.unwrap_or(spelled);
                if kind == "statute" && without_state.is_none() {
                    let bare = alternatives(spelled).into_iter().filter_map(|spelled| without_full_stops(&spelled));
                    without_stops.extend(bare.map(|spelled| (spelled, Meaning { is_usual: false, ..meaning })));
                }
                // `26 U.S.C.` is read as a title and `U.S.C.`
                if !spelled.starts_with(|first: char| first.is_ascii_digit()) {
                    all.extend(alternatives(spelled).into_iter().map(|spelled| (spelled, meaning)));
                }
            }
            reporters.push(Reporter {
                kind: kind_of(kind),
                is_checkable: !matches!(kind, "journal" | "number" | "regulation"),
                name,
                forms: idxs.collect(),
                first_year: first_year.parse().ok(),
                last_year: last_year.parse().ok(),
                jurisdiction: (!jurisdiction.is_empty()).then_some(jurisdiction),
                first_decisions: first_decisions.parse().ok(),
                last_volume: last_volume.parse().ok(),
                cited: (!cited.is_empty()).then_some(cited),
                state: state(others),
            });
        }
        let loose = sorted_spellings(&all, SpellingMatch::Loose);
        all.append(&mut without_stops);
        let spellings = [sorted_spellings(&all, SpellingMatch::Exact), loose];
        Self { reporters, forms: forms.into_iter().map(CitationForm::parse).collect(), spellings }
    }

    /// Calls `found` with the end and the meanings of each spelling that begins at a position.
    pub(crate) fn at(
        &self,
        text: &str,
        start: usize,
        matching: SpellingMatch,
        mut found: impl FnMut(usize, &[Meaning]),
    ) {
        let mut candidates = self.spellings[matching as usize].as_slice();
        let (mut at, mut depth) = (start, 0);
        let bytes = text.as_bytes();
        loop {
            steps::add(1);
            if candidates.first().is_some_and(|first| first.key.len() == depth) {
                let end = matching.end(bytes, at);
                let meanings = candidates[0].meanings([&text[start..at], &text[start..end]], matching);
                if !meanings.is_empty() {
                    found(end, &meanings);
                }
            }
            let next = matching.next(bytes, at);
            let Some(byte) = bytes.get(next).map(|byte| matching.folded(*byte)) else {
                return;
            };
            let of = |spelling: &Spelling| spelling.key.get(depth).copied();
            let first = candidates.partition_point(|spelling| of(spelling) < Some(byte));
            let last = candidates.partition_point(|spelling| of(spelling) <= Some(byte));
            candidates = &candidates[first..last];
            if candidates.is_empty() {
                return;
            }
            (at, depth) = (next + 1, depth + 1);
        }
    }
}

/// Returns the spellings that the table writes as one, with alternatives in braces: `{Cal./California} Penal Code`.
fn alternatives(spelled: &str) -> Vec<String> {
    let Some((before, (inside, after))) =
        spelled.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![spelled.to_owned()];
    };
    let rest = alternatives(after);
    inside.split('/').flat_map(|one| rest.iter().map(move |rest| format!("{before}{one}{rest}"))).collect()
}

/// Returns a spelling of several words without full stops: `Ky Rev Stat` for `Ky. Rev. Stat.` `None` if it has none, or
/// has initials.
fn without_full_stops(spelled: &str) -> Option<String> {
    let is_abbreviation = |word: &str| word.len() > 2 && !word.trim_end_matches('.').contains('.');
    let is_read = spelled.contains(". ") && spelled.split(' ').filter(|word| word.contains('.')).all(is_abbreviation);
    is_read.then(|| spelled.replace('.', ""))
}

/// Returns the names of the state at the beginning of the spellings of a code that is also cited without it.
fn state(spellings: &'static str) -> Vec<&'static str> {
    let names = spellings.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(names, _)| names.split('/'));
    names.filter(|_| spellings.contains(WITHOUT_STATE)).into_iter().flatten().collect()
}

fn sorted_spellings(all: &[(String, Meaning)], matching: SpellingMatch) -> Vec<Spelling> {
    let mut spellings: BTreeMap<Vec<u8>, Vec<(String, Meaning)>> = BTreeMap::new();
    // A citation alone names no state.
    let is_read = |meaning: &Meaning| matching == SpellingMatch::Exact || !meaning.is_without_state;
    for (spelled, meaning) in all.iter().filter(|(_, meaning)| is_read(meaning)) {
        spellings.entry(matching.key(spelled)).or_default().push((spelled.clone(), *meaning));
    }
    spellings.into_iter().map(|(key, spelled)| Spelling { key, spelled }).collect()
}

/// Returns the columns of a line, which may leave out the last ones.
fn columns(line: &'static str) -> [&'static str; 10] {
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
        "case" | "number" => CitationKind::Full,
        "statute" | "regulation" => CitationKind::Statute,
        "session" => CitationKind::SessionLaw,
        "journal" => CitationKind::Journal,
        _ => panic!("{word:?} is no kind of reporters"),
    }
}

/// Returns whether a text matches a spelling, with optional spaces where the spelling has spaces and after full stops.
fn is_spelled(written: &str, spelled: &str, matching: SpellingMatch) -> bool {
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
            let mut rest = written.chars();
            let is_equal = |found: char| match matching {
                SpellingMatch::Exact => found == character,
                SpellingMatch::Loose => found.eq_ignore_ascii_case(&character),
            };
            if !rest.next().is_some_and(is_equal) {
                return false;
            }
            written = rest.as_str();
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
            assert!((6..=10).contains(&line.split('\t').count()), "{line}");
        }
        let reporters = reporters();
        assert!(reporters.reporters.iter().all(|reporter| !reporter.forms.is_empty()));
        // A truncated table would have fewer.
        assert!(reporters.reporters.len() > 2000);
    }

    #[test]
    fn spaces_of_a_spelling_are_optional_and_may_follow_full_stops() {
        let ends = |text: &str, matching: SpellingMatch| {
            let mut ends = Vec::new();
            reporters().at(text, 0, matching, |end, _| ends.push(end));
            ends
        };
        for text in ["F. Supp. 2d", "F.Supp.2d", "F. Supp.2d"] {
            assert!(ends(text, SpellingMatch::Exact).contains(&text.len()), "{text}");
        }
        for text in ["F. Su pp. 2d", "f. supp. 2d", "F-Supp 2d"] {
            assert!(!ends(text, SpellingMatch::Exact).contains(&text.len()), "{text}");
            assert!(ends(text, SpellingMatch::Loose).contains(&text.len()), "{text}");
        }
    }
}
