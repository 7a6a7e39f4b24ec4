/*!
Reads the words around the name of a code that do not change which law is cited: its edition, and the section before it.
*/

use std::ops::Range;

use crate::citations::pin_cite::subsections;
use crate::citations::scan::{
    digits, folded, is_end, is_start, literal, optional, run, section, section_sign, text_after,
};
use crate::citations::section_list::further_sections;

/// Words after the name of a code.
const EDITIONS: &[&str] = &[" Annotated", " Ann.", " Ann", ", Annotated", ", Ann.", " Unann.", " Supp.", " Cum. Supp."];

/// The maximum number of words of an edition.
const MAX_EDITION_WORDS: usize = 4;

/// The maximum length of a publisher and a year in parentheses.
const MAX_PUBLISHER_BYTES: usize = 30;

/// The words before a chapter, a title or an article.
const PART_WORDS: &[&str] = &["ch.", "chapter", "c.", "tit.", "title", "arts.", "art.", "article"];

/// The words before a section that stands before its code, beside the usual ones, longest first.
const FIRST_WORDS: &[&str] = &["ss. ", "s. ", "articles ", "article ", "arts. ", "art. "];

/// The words before the number of a title.
const TITLE_WORDS: &[&str] = &["title ", "tit. "];

/// Words of the names of other codes than that of the United States.
const OTHER_CODES: &[&str] = &["C.F.R.", "CFR", "Code", "Laws", "Regulations", "Rules", "Statutes"];

/// The maximum distance between a title and the name of its code, in bytes.
const MAX_CODE_BYTES: usize = 60;

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
    let is_part = |word: usize| PART_WORDS.iter().any(|part| folded(text, word, part).is_some());
    literal(text, at, " ").is_some_and(|word| section_sign(text, word).is_some() || is_part(word))
}

/// Sections before the name of their code: `section 782.04, Florida Statutes`, `sections 1331 and 1332 of title 28`.
pub(crate) struct SectionFirst {
    pub(crate) start: usize,
    pub(crate) title: Option<Range<usize>>,
    pub(crate) sections: Vec<Range<usize>>,
    /// The start of the name of the code.
    pub(crate) code: usize,
    /// The end of a title that follows the sections, with the word for it. It can be of the United States Code.
    pub(crate) end_of_title: Option<usize>,
}

/// Reads sections that stand before the name of a code, perhaps with its title before or after them.
pub(crate) fn section_first(text: &str, start: usize) -> Option<SectionFirst> {
    let is_first = "§sSaAtTcC".as_bytes().contains(text.as_bytes().get(start)?) && is_start(text, start);
    let title_before = if is_first { title(text, start) } else { return None };
    let word = match &title_before {
        Some(title) => literal(text, title.end, ", ").or_else(|| literal(text, title.end, " "))?,
        None => start,
    };
    let other_word = || FIRST_WORDS.iter().find_map(|sign| folded(text, word, sign));
    let number = section_sign(text, word).or_else(other_word)?;
    let first = number..section(text, number)?;
    let further = further_sections(text, first.end);
    let end = further.last().unwrap_or(&first).end;
    let end = subsections(text, end).map_or(end, |subsections| subsections.end);
    let (title_after, end_of_title, code) = after_connection(text, end)?;
    let sections = std::iter::once(first).chain(further).collect();
    Some(SectionFirst { start, title: title_before.or(title_after), sections, code, end_of_title })
}

/// Reads the words between a section and the name of its code, perhaps with a title: ` of title 42, `, ` of 49 `.
/// Returns the title, its end if it has the word and at most two digits, and the start of the name.
fn after_connection(text: &str, at: usize) -> Option<(Option<Range<usize>>, Option<usize>, usize)> {
    let the = |at: usize| folded(text, at, "the ").unwrap_or(at);
    let comma = optional(text, at, b',');
    let word = the(["of ", ""].iter().find_map(|of| folded(text, literal(text, comma, " ")?, of))?);
    let title = title(text, word).or_else(|| number_of_title(text, word).filter(|_| word > at + 1));
    let code = match &title {
        Some(title) => [", ", " of ", " "].iter().find_map(|word| literal(text, title.end, word)).unwrap_or(title.end),
        None => word,
    };
    let is_short = |title: &Range<usize>| text[title.clone()].parse::<u8>().is_ok_and(|number| number < 100);
    let end_of_title = numbered(text, word, TITLE_WORDS).filter(is_short).map(|title| title.end);
    Some((title, end_of_title, the(code)))
}

/// Reads the number of a title or chapter with the word before it.
fn title(text: &str, at: usize) -> Option<Range<usize>> {
    numbered(text, at, TITLE_WORDS).or_else(|| numbered(text, at, &["chapter "]))
}

fn numbered(text: &str, at: usize, words: &[&str]) -> Option<Range<usize>> {
    let number = words.iter().find_map(|word| folded(text, at, word))?;
    let end = run(text, number, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    digits(text, number).map(|_| number..end)
}

/// Reads the number of a title without the word before it.
fn number_of_title(text: &str, at: usize) -> Option<Range<usize>> {
    digits(text, at).filter(|end| end - at <= 2 && literal(text, *end, " ").is_some()).map(|end| at..end)
}

/// Returns whether the name of another code than that of the United States follows a title.
pub(crate) fn is_of_other_code(text: &str, title: usize) -> bool {
    let after = text_after(text, title, MAX_CODE_BYTES);
    let sentence = after.find([';', ')', '\n']).map_or(after, |end| &after[..end]);
    after.starts_with(" of ") || OTHER_CODES.iter().any(|code| sentence.contains(code))
}

/// Returns whether a citation of the code itself begins with its name, or one of a note: `49 U.S.C. § 7`, `49 U.S.C.
/// note`.
pub(crate) fn is_cited_with_section(text: &str, end: usize) -> bool {
    let next = text[end..].trim_start_matches(' ');
    next.starts_with("note") || next.starts_with(|sign: char| sign == '§' || sign.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::citations::find_citations;

    /// Returns the text and the standard forms of all citations.
    fn found(text: &str) -> Vec<(&str, String)> {
        find_citations(text).into_iter().map(|citation| (&text[citation.span], citation.normalized)).collect()
    }

    #[test]
    fn section_may_stand_before_its_title_and_its_code() {
        for (text, expected) in [
            ("section 1983 of title 42, United States Code.", &["42 U.S.C. § 1983"][..]),
            ("Section 1983(a) of Title 42 of the United States Code,", &["42 U.S.C. § 1983"]),
            ("sections 1331 and 1332 of title 28, and", &["28 U.S.C. § 1331", "28 U.S.C. § 1332"]),
            ("Section 14123(a)(2) of 49 U.S.C. is", &["49 U.S.C. § 14123"]),
            ("§ 1983 of 42 U.S.C.", &["42 U.S.C. § 1983"]),
            ("section 1983, title 42, U.S. Code", &["42 U.S.C. § 1983"]),
            ("section 5 of title 8 of the Delaware Code", &["Del. Code Ann. tit. 8, § 5"]),
            ("§§ 776.012 and 782.04, Florida Statutes", &["Fla. Stat. § 776.012", "Fla. Stat. § 782.04"]),
            ("section 5 of title 40, C.F.R.", &["40 C.F.R. § 5"]),
            ("section 5 of 49 U.S.C. § 7", &["49 U.S.C. § 7"]),
        ] {
            assert_eq!(found(text).iter().map(|(_, standard)| standard).collect::<Vec<_>>(), expected, "{text}");
        }
        assert_eq!(
            found("in section 1983(a) of title 42, U.S. Code, too")[0].0,
            "section 1983(a) of title 42, U.S. Code"
        );
        assert_eq!(found("in sections 1331 and 1332 of title 28")[1].0, "1332");
        for text in [
            "section 5 of title 22, California Code of Regulations",
            "section 101 of title 2 of the Act",
            "section 5 of title II",
            "section 5 of chapter 12",
            "section 5 of title 17-A",
            "section 5 of 12 members",
            "section 5 of 123 U.S.C.",
            "section 5 of 49 U.S.C. note",
            "subsection 5 of title 42",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
