/*!
Finds citations that name a reporter, a code or a journal.
*/

use std::cmp::Reverse;
use std::ops::Range;

use crate::citations::code::{SectionFirst, edition, is_cited_with_section, is_of_other_code, section_first, year};
use crate::citations::named_state::keep_of_named_states;
use crate::citations::reporters::{Meaning, Reporter, SpellingMatch, add_meaning, reporters};
use crate::citations::scan::{digits, is_end, is_start};
use crate::model::CitationKind;

/// Reporters with the name of a person that is also common in other text. Their citations yield to overlapping ones.
const PERSONS: &[&str] = &["Thompson", "Cooke", "Holmes", "Olcott", "Chase", "Gilmer", "Bee", "Deady", "Taney"];

const UNITED_STATES_CODE: &str = "U.S.C.";

/// A range of text in the form of a citation of one or several reporters.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub(crate) span: Range<usize>,
    /// Whether it is a short form, with `at` before the page.
    pub(crate) is_short: bool,
    /// The part before the reporter, in its standard form.
    before: String,
    /// The reporter as written.
    written: String,
    after: String,
    meanings: Vec<Meaning>,
    /// The sections, if they stand before the code.
    pub(crate) sections_first: Vec<Range<usize>>,
    /// The start of the name.
    name_start: usize,
}

impl Mention {
    /// Iterates over the candidate reporters: those with this usual abbreviation, or else those with this other
    /// spelling.
    fn candidates(&self) -> impl Iterator<Item = &'static Reporter> {
        let is_usual = self.is_usual();
        let likely = self.meanings.iter().filter(move |meaning| meaning.is_usual == is_usual);
        likely.map(|meaning| meaning.reporter())
    }

    fn is_usual(&self) -> bool {
        self.meanings.iter().any(|meaning| meaning.is_usual)
    }

    pub(crate) fn kind(&self) -> CitationKind {
        if self.is_short {
            return CitationKind::Short;
        }
        let kinds = [CitationKind::Full, CitationKind::SessionLaw, CitationKind::Statute];
        let is_of = |kind: &CitationKind| self.candidates().any(|reporter| reporter.kind == *kind);
        kinds.into_iter().find(is_of).unwrap_or(CitationKind::Journal)
    }

    /// Returns the usual abbreviation of the reporter, or the written one if the year leaves several candidates.
    pub(crate) fn reporter(&self, year: Option<u16>) -> &str {
        let only = only_name(self.candidates()).or_else(|| {
            let year = year?;
            only_name(self.candidates().filter(|reporter| reporter.has_year(year)))
        });
        only.unwrap_or(&self.written)
    }

    pub(crate) fn normalized(&self, year: Option<u16>) -> String {
        self.with_reporter(self.reporter(year))
    }

    /// Iterates over the standard forms for all candidate reporters.
    pub(crate) fn all_normalized(&self) -> impl Iterator<Item = String> {
        self.candidates().map(|reporter| self.with_reporter(reporter.name))
    }

    fn with_reporter(&self, reporter: &str) -> String {
        format!("{}{reporter}{}", self.before, self.after)
    }

    /// Returns the volume and reporter, which the short form shares with the full citation.
    pub(crate) fn volume(&self, year: Option<u16>) -> String {
        format!("{}{}", self.before, self.reporter(year))
    }

    /// Returns the range of the section at the end of the citation, if it has one.
    pub(crate) fn section(&self) -> Option<Range<usize>> {
        let (_, section) = self.after.rsplit_once("§ ").filter(|_| self.sections_first.is_empty())?;
        Some(self.span.end - section.len()..self.span.end)
    }

    pub(crate) fn is_of_united_states_code(&self) -> bool {
        self.candidates().all(|reporter| reporter.name.ends_with(UNITED_STATES_CODE))
    }

    /// Returns the citation of another section of the same code.
    pub(crate) fn with_section(&self, section: &str) -> Option<Self> {
        let (before, _) = self.after.rsplit_once("§ ")?;
        Some(Self { after: format!("{before}§ {section}"), ..self.clone() })
    }

    /// Returns whether the name leaves out the state.
    pub(crate) fn is_without_state(&self) -> bool {
        self.meanings.iter().all(|meaning| meaning.is_without_state)
    }

    /// Returns the start of the name of the reporter or code.
    pub(crate) fn name_start(&self) -> usize {
        self.name_start
    }

    /// Keeps the meanings whose state has the latest place, if any has one. Returns whether any is left.
    pub(crate) fn keep_latest(&mut self, mut place: impl FnMut(&'static [&'static str]) -> Option<usize>) -> bool {
        let places: Vec<Option<usize>> = self.meanings.iter().map(|meaning| place(&meaning.reporter().state)).collect();
        let latest = places.iter().max().copied().flatten();
        let mut places = places.into_iter();
        self.meanings.retain(|_| latest.is_some() && places.next().flatten() == latest);
        !self.meanings.is_empty()
    }

    /// Returns whether an index is expected to have the cited text.
    pub(crate) fn is_checkable(&self) -> bool {
        self.candidates().any(|reporter| reporter.is_checkable)
    }

    /// Returns whether the citation cannot exist: all reporters that its spelling can mean began after the year or
    /// ended before the volume, or it has the page 0.
    pub(crate) fn cannot_exist(&self, year: Option<u16>) -> bool {
        let volume = self.before.trim_end().parse().ok();
        let page = self.after.trim_start();
        let is_page_0 = self.has_pages() && !page.is_empty() && page.bytes().all(|digit| digit == b'0');
        !self.is_short && (is_page_0 || self.meanings.iter().all(|meaning| meaning.reporter().excludes(year, volume)))
    }

    /// Returns the id of the jurisdiction whose courts or code the citation names, if it is only one.
    pub(crate) fn jurisdiction(&self) -> Option<&'static str> {
        let mut all = self.candidates().map(|reporter| reporter.jurisdiction);
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// Returns whether pages of the cited text can be cited.
    pub(crate) fn has_pages(&self) -> bool {
        let mut forms = self.candidates().flat_map(|reporter| &reporter.forms);
        forms.any(|form| reporters().forms[*form].has_page())
    }

    fn is_of_person(&self) -> bool {
        self.candidates().next().is_some_and(|reporter| PERSONS.contains(&reporter.name))
    }
}

/// Returns the common name of reporters; `None` if their names differ.
fn only_name(mut reporters: impl Iterator<Item = &'static Reporter>) -> Option<&'static str> {
    let first = reporters.next()?;
    reporters.all(|reporter| reporter.name == first.name).then_some(first.name)
}

/// Finds all mentions, in the order of the text. Of overlapping ones, only the earliest is returned, and the longest of
/// those with the same start.
pub(crate) fn mentions(text: &str, matching: SpellingMatch) -> Vec<Mention> {
    let mut found = Vec::new();
    for (at, byte) in text.bytes().enumerate().filter(|(at, _)| text.is_char_boundary(*at)) {
        if byte.is_ascii_alphanumeric() && is_start(text, at) && !is_within_initials(text, at) {
            reporters().at(text, at, matching, |end, meanings| add_mentions(text, at..end, meanings, &mut found));
        }
        if let Some(sections) = section_first(text, at) {
            add_sections_first(text, &sections, matching, &mut found);
        }
    }
    keep_of_named_states(text, &mut found);
    // `1 Ky.(Bush) 5` cites the reporter named after a person, and `64 Ky. (1 Bush) 5` cites `Ky.`
    let has_person = |mention: &Mention| mention.written.contains(" (") && !mention.is_usual();
    let n_bytes_of_reporter = |mention: &Mention| if has_person(mention) { 0 } else { mention.written.len() };
    found.sort_by_key(|mention| (mention.span.start, Reverse(mention.span.end), Reverse(n_bytes_of_reporter(mention))));
    let mut kept: Vec<Mention> = Vec::with_capacity(found.len());
    for mention in found {
        match kept.last_mut() {
            Some(last)
                if last.span == mention.span
                    && last.written == mention.written
                    && last.is_short == mention.is_short =>
            {
                mention.meanings.into_iter().for_each(|meaning| add_meaning(meaning, &mut last.meanings));
            }
            Some(last) if mention.span.start < last.span.end => {
                if last.is_of_person() {
                    *last = mention;
                }
            }
            _ => kept.push(mention),
        }
    }
    kept
}

/// Returns whether a position is after the first letters of initials: `R.C.` is no code in `I.R.C.`
fn is_within_initials(text: &str, at: usize) -> bool {
    let letter = text[..at].strip_suffix('.').filter(|before| before.ends_with(|last: char| last.is_ascii_uppercase()));
    letter.is_some_and(|before| is_start(text, before.len() - 1))
}

/// Adds the mentions around a spelling, one for each form.
fn add_mentions(text: &str, reporter: Range<usize>, meanings: &[Meaning], found: &mut Vec<Mention>) {
    // The space may be omitted after a full stop and before a number.
    let is_space_left_out =
        text[..reporter.end].ends_with('.') || text[reporter.end..].starts_with(|next: char| next.is_ascii_digit());
    if !is_end(text, reporter.end) && !is_space_left_out {
        return;
    }
    let mut forms: Vec<usize> = Vec::new();
    for meaning in meanings {
        for form in &meaning.reporter().forms {
            if !forms.contains(form) {
                forms.push(*form);
            }
        }
    }
    for idx in forms {
        let form = &reporters().forms[idx];
        let Some(before) = form.read_before(text, reporter.start) else {
            continue;
        };
        let has_form = |meaning: &&Meaning| meaning.reporter().forms.contains(&idx);
        let meanings: Vec<Meaning> = meanings.iter().filter(has_form).copied().collect();
        let is_code = meanings.iter().all(|meaning| meaning.reporter().kind == CitationKind::Statute);
        let end_of_name = if is_code { edition(text, reporter.end) } else { reporter.end };
        for is_short in [false, true] {
            if is_short && !form.has_page() {
                continue;
            }
            let after = form.read_after(text, end_of_name, is_short);
            if let Some(after) = after.filter(|after| !is_of_series_or_street(&text[after.end..])) {
                let numbers = [&before.numbers[..], &after.numbers[..]].concat();
                let usual = if is_code { usual_form(&meanings, &numbers) } else { None };
                let (before_name, after_name) = usual.unwrap_or((before.standard.clone(), after.standard));
                found.push(Mention {
                    span: before.end..after.end,
                    is_short,
                    before: before_name,
                    written: text[reporter.clone()].to_owned(),
                    after: after_name,
                    meanings: meanings.clone(),
                    sections_first: Vec::new(),
                    name_start: reporter.start,
                });
            }
        }
    }
}

/// Returns whether the number before a text is no page: it is of a series with a space, as in `159 F. 2 d 169`, or of a
/// street, as in `4500 N.W. 7 Street`.
fn is_of_series_or_street(after: &str) -> bool {
    let is_followed = |word: &str| after.strip_prefix(word).is_some_and(|rest| is_end(rest, 0));
    let is_of_series =
        after.strip_prefix(" d ").or(after.strip_prefix(" d. ")).is_some_and(|page| digits(page, 0).is_some());
    is_of_series || [" Street", " St", " Avenue", " Ave", " Terrace", " Road"].iter().any(|word| is_followed(word))
}

/// Adds the mentions of a code after its sections. A title in words without a code is of the United States Code.
fn add_sections_first(text: &str, sections: &SectionFirst, matching: SpellingMatch, found: &mut Vec<Mention>) {
    let n_before = found.len();
    reporters().at(text, sections.code, matching, |end, meanings| {
        let end = Some(end).filter(|end| is_end(text, *end)).map(|end| edition(text, end));
        let end = end.map(|end| year(text, end).unwrap_or(end)).filter(|end| !is_cited_with_section(text, *end));
        found.extend(end.and_then(|end| section_first_mention(text, sections, end, meanings)));
    });
    if let Some(end) = sections.end_of_title.filter(|end| found.len() == n_before && !is_of_other_code(text, *end)) {
        reporters().at(UNITED_STATES_CODE, 0, SpellingMatch::Exact, |_, meanings| {
            found.extend(section_first_mention(text, sections, end, meanings));
        });
    }
}

/// Returns the mention of a code after its sections, which ends at a position.
fn section_first_mention(text: &str, sections: &SectionFirst, end: usize, meanings: &[Meaning]) -> Option<Mention> {
    let is_code = |meaning: &&Meaning| meaning.reporter().kind == CitationKind::Statute;
    let meanings: Vec<Meaning> = meanings.iter().filter(is_code).copied().collect();
    let numbers = sections.title.iter().chain(sections.sections.first());
    let numbers: Vec<String> = numbers.map(|range| text[range.clone()].to_owned()).collect();
    let (before, after) = usual_form(&meanings, &numbers)?;
    Some(Mention {
        span: sections.start..end,
        is_short: false,
        before,
        written: text[sections.code.min(end)..end].to_owned(),
        after,
        meanings,
        sections_first: sections.sections.clone(),
        name_start: sections.code.min(end),
    })
}

/// Writes the parts around the name of a code in its usual form.
fn usual_form(codes: &[Meaning], numbers: &[String]) -> Option<(String, String)> {
    let form = *codes.first()?.reporter().forms.first()?;
    reporters().forms[form].write(numbers)
}
