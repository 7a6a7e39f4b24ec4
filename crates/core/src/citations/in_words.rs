/*!
Finds sections of the United States Code whose title follows in words: `section 1983 of title 42, United States Code`,
`Section 14123(a)(2) of 49 U.S.C.`
*/

use std::ops::Range;

use crate::citations::pin_cite::subsections;
use crate::citations::scan::{digits, is_end, is_start, literal, optional, section, text_after};
use crate::citations::section_list::further_sections;

const WORDS: &[&str] =
    &["sections ", "Sections ", "section ", "Section ", "secs. ", "Secs. ", "sec. ", "Sec. ", "§§ ", "§ "];

/// Spellings of the United States Code, longest first.
const CODES: &[&str] = &["United States Code", "U.S. Code", "U. S. Code", "U.S.C.A.", "U.S.C.", "U. S. C.", "USC"];

/// Words of the names of other codes than that of the United States.
const OTHER_CODES: &[&str] = &["C.F.R.", "CFR", "Code", "Laws", "Regulations", "Rules", "Statutes"];

/// The maximum distance between a title and the name of its code, in bytes.
const MAX_CODE_BYTES: usize = 60;

/// Sections of one title.
pub(crate) struct SectionsInWords {
    /// The range of the whole text.
    pub(crate) span: Range<usize>,
    /// The numbers of the sections.
    pub(crate) sections: Vec<Range<usize>>,
    title: Range<usize>,
}

impl SectionsInWords {
    /// Returns the standard form of a section.
    pub(crate) fn normalized(&self, text: &str, section: &Range<usize>) -> String {
        format!("{} U.S.C. § {}", &text[self.title.clone()], &text[section.clone()])
    }
}

/// Finds all such sections, in the order of the text.
pub(crate) fn sections_in_words(text: &str) -> Vec<SectionsInWords> {
    let is_first = |at: &usize| matches!(text.as_bytes()[*at], b's' | b'S' | 0xc2) && is_start(text, *at);
    let starts = (0..text.len()).filter(|at| text.is_char_boundary(*at)).filter(is_first);
    starts.filter_map(|at| read(text, at)).collect()
}

fn read(text: &str, start: usize) -> Option<SectionsInWords> {
    let number = WORDS.iter().find_map(|word| literal(text, start, word))?;
    let first = number..section(text, number)?;
    let further = further_sections(text, first.end);
    let last = further.last().unwrap_or(&first).end;
    let end = subsections(text, last).map_or(last, |subsections| subsections.end);
    let of = literal(text, end, " of ").or_else(|| literal(text, end, ", "))?;
    let word = ["title ", "Title ", "tit. "].iter().find_map(|word| literal(text, of, word));
    let title = word.unwrap_or(of);
    let title = title..digits(text, title).filter(|end| end - title <= 2 && is_end(text, *end))?;
    let end = match code(text, title.end) {
        Some(end) => end,
        None if word.is_some() && !is_of_other_code(text, title.end) => title.end,
        None => return None,
    };
    Some(SectionsInWords { span: start..end, sections: [first].into_iter().chain(further).collect(), title })
}

/// Returns the end of the name of the code after its title. No section, number or note follows it: `of 49 U.S.C. § 5`.
fn code(text: &str, title: usize) -> Option<usize> {
    let at = optional(text, optional(text, title, b','), b' ');
    let at = ["of the ", "of ", "the "].iter().find_map(|word| literal(text, at, word)).unwrap_or(at);
    let end = CODES.iter().find_map(|code| literal(text, at, code))?;
    let next = text[end..].trim_start_matches([' ', ',']);
    let is_other =
        next.starts_with(['§']) || next.starts_with(|sign: char| sign.is_ascii_digit()) || next.starts_with("note");
    (is_end(text, end) && !is_other).then_some(end)
}

/// Returns whether the name of another code or law follows a title.
fn is_of_other_code(text: &str, title: usize) -> bool {
    let after = text_after(text, title, MAX_CODE_BYTES);
    let sentence = after.find([';', ')', '\n']).map_or(after, |end| &after[..end]);
    after.starts_with(" of ") || OTHER_CODES.iter().any(|code| sentence.contains(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text and the standard forms of the sections.
    fn found(text: &str) -> Option<(&str, String)> {
        let found = sections_in_words(text);
        let [sections] = found.as_slice() else { return None };
        let forms = sections.sections.iter().map(|section| sections.normalized(text, section));
        Some((&text[sections.span.clone()], forms.collect::<Vec<_>>().join("; ")))
    }

    #[test]
    fn section_has_its_title_in_words() {
        for (text, span, forms) in [
            (
                "section 1983 of title 42, United States Code.",
                "section 1983 of title 42, United States Code",
                "42 U.S.C. § 1983",
            ),
            (
                "Section 1983(a) of Title 42 of the United States Code,",
                "Section 1983(a) of Title 42 of the United States Code",
                "42 U.S.C. § 1983",
            ),
            (
                "sections 1331 and 1332 of title 28, and",
                "sections 1331 and 1332 of title 28",
                "28 U.S.C. § 1331; 28 U.S.C. § 1332",
            ),
            ("Section 14123(a)(2) of 49 U.S.C. is", "Section 14123(a)(2) of 49 U.S.C.", "49 U.S.C. § 14123"),
            ("§ 1983 of 42 U.S.C.", "§ 1983 of 42 U.S.C.", "42 U.S.C. § 1983"),
            ("section 1983, title 42, U.S. Code", "section 1983, title 42, U.S. Code", "42 U.S.C. § 1983"),
        ] {
            assert_eq!(found(text), Some((span, forms.to_owned())), "{text}");
        }
        for text in [
            "section 5 of title 22, California Code of Regulations",
            "section 5 of title 8 of the Delaware Code",
            "section 5 of title 40, C.F.R.",
            "section 101 of title 2 of the Act",
            "section 5 of title II",
            "section 5 of 12 members",
            "section 5 of 123 U.S.C.",
            "section 5 of 49 U.S.C. § 7",
            "section 5 of 49 U.S.C. note",
            "subsection 5 of title 42",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
