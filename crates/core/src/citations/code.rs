/*!
Reads the words around the name of a code that do not change which law is cited: its edition, and the section before it.
*/

use std::ops::Range;

use crate::citations::pin_cite::subsections;
use crate::citations::scan::{digits, folded, is_end, is_start, literal, optional, run, section};

/// Words after the name of a code.
const EDITIONS: &[&str] = &[" Annotated", " Ann.", " Ann", ", Annotated", ", Ann.", " Unann.", " Supp.", " Cum. Supp."];

/// The maximum number of words of an edition.
const MAX_EDITION_WORDS: usize = 4;

/// The maximum length of a publisher and a year in parentheses.
const MAX_PUBLISHER_BYTES: usize = 30;

/// The signs and words before a section, a chapter, a title or an article, longest first.
const SECTION_WORDS: &[&str] = &[
    "§", "sections", "section", "secs.", "sec.", "sec", "ch.", "chapter", "c.", "tit.", "title", "arts.", "art.",
    "article",
];

/// The signs and words before a section that stands before its code, longest first.
const FIRST_WORDS: &[&str] = &[
    "§§ ",
    "§ ",
    "§",
    "sections ",
    "section ",
    "secs. ",
    "sec. ",
    "ss. ",
    "s. ",
    "articles ",
    "article ",
    "arts. ",
    "art. ",
];

/// Returns the end of the edition after the name of a code: `Ann.`, a publisher, a year.
pub(crate) fn edition(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut has_year = false;
    for _ in 0..MAX_EDITION_WORDS {
        let year = edition_year(text, end).filter(|_| !has_year);
        let Some(next) = annotation(text, end).or_else(|| publisher(text, end)).or(year) else {
            break;
        };
        has_year |= Some(next) == year;
        end = next;
    }
    let comma = literal(text, end, ",").filter(|comma| has_year || is_before_section(text, *comma));
    comma.unwrap_or(end)
}

fn annotation(text: &str, at: usize) -> Option<usize> {
    EDITIONS.iter().find_map(|word| folded(text, at, word)).filter(|end| is_end(text, *end))
}

/// The end of a publisher or year in parentheses before a section: `Fla. Stat. (2020) § 83.49`.
fn publisher(text: &str, at: usize) -> Option<usize> {
    let inside = literal(text, at, " (")?;
    let end = run(text, inside, |byte| byte.is_ascii_alphanumeric() || b" .'&".contains(&byte));
    let close = literal(text, end, ")").filter(|_| end - inside <= MAX_PUBLISHER_BYTES)?;
    is_before_section(text, optional(text, close, b',')).then_some(close)
}

/// The end of a year before a section: `NMSA 1978, § 14-2-1`.
fn edition_year(text: &str, at: usize) -> Option<usize> {
    let end = year(text, at)?;
    let is_year = text[end..].starts_with(',') || annotation(text, end).is_some() || is_before_section(text, end);
    is_year.then_some(end)
}

/// The end of a year after the name of a code.
pub(crate) fn year(text: &str, at: usize) -> Option<usize> {
    let year = [", ", " of ", " "].iter().find_map(|word| literal(text, at, word))?;
    let is_century = || ["17", "18", "19", "20"].contains(&&text[year..year + 2]);
    digits(text, year).filter(|end| end - year == 4 && is_end(text, *end) && is_century())
}

fn is_before_section(text: &str, at: usize) -> bool {
    literal(text, at, " ").is_some_and(|word| SECTION_WORDS.iter().any(|sign| folded(text, word, sign).is_some()))
}

/// A section before the name of its code: `section 782.04, Florida Statutes`.
pub(crate) struct SectionFirst {
    pub(crate) start: usize,
    /// The title, if there is one, and the section.
    pub(crate) numbers: Vec<String>,
    /// The start of the name of the code.
    pub(crate) code: usize,
}

/// Reads a section that stands before the name of a code, perhaps with its title before it.
pub(crate) fn section_first(text: &str, start: usize) -> Option<SectionFirst> {
    let is_first = "§sSaAtTcC".as_bytes().contains(text.as_bytes().get(start)?) && is_start(text, start);
    let title_before = if is_first { title(text, start) } else { return None };
    let word = match &title_before {
        Some(title) => literal(text, title.end, ", ").or_else(|| literal(text, title.end, " "))?,
        None => start,
    };
    let number = FIRST_WORDS.iter().find_map(|sign| folded(text, word, sign))?;
    let end = section(text, number)?;
    let after = subsections(text, end).map_or(end, |subsections| subsections.end);
    let (title_after, code) = after_connection(text, after)?;
    let numbers = title_before.or(title_after).into_iter().chain(std::iter::once(number..end));
    Some(SectionFirst { start, numbers: numbers.map(|range| text[range].to_owned()).collect(), code })
}

/// Reads the words between a section and the name of its code, perhaps with a title: ` of title 42, `.
fn after_connection(text: &str, at: usize) -> Option<(Option<Range<usize>>, usize)> {
    let the = |at: usize| folded(text, at, "the ").unwrap_or(at);
    let word = literal(text, optional(text, at, b','), " ")?;
    let word = the(folded(text, word, "of ").unwrap_or(word));
    let title = title(text, word);
    let code = match &title {
        Some(title) => the([", ", " of ", " "].iter().find_map(|word| literal(text, title.end, word))?),
        None => word,
    };
    Some((title, code))
}

/// Reads the number of a title or chapter with the word before it.
fn title(text: &str, at: usize) -> Option<Range<usize>> {
    let number = ["title ", "chapter "].iter().find_map(|word| folded(text, at, word))?;
    let end = run(text, number, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    digits(text, number).map(|_| number..end)
}
