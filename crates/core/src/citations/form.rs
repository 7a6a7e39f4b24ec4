/*!
Forms of citations: the reporter and the order of the numbers around it. The table of reporters has them in this
notation:

| sign | meaning |
|---|---|
| `R` | the reporter |
| `v` | a volume; `V`: of at most three digits; `w`: with optional digits after a hyphen; `a`: with an optional A |
| `N` | the optional volume of a reporter that is named after a person: one or two digits and a space |
| `y` | a year; `z`: with an optional letter |
| `p` | a page; `P`: with commas; `Q`: with commas and an optional letter |
| `o` | a page with an optional letter; `r`: a Roman numeral |
| `i` | a number, optionally with a hyphen and a letter, or with `WC`; `c`: a number with a letter in parentheses |
| `W` | a volume and the name of a person in parentheses, which the standard form leaves out |
| `n` | a number; `m`: with an optional letter; `d`: two joined by a hyphen; `k`: letters and numbers with hyphens |
| `s` | a section; `S`: with a hyphen, full stop or colon in it |
| `u` | up to five words of a subject |
| `§` | one or two section signs, or the word for it, and an optional space |
| `¶` | an optional paragraph sign, or a word for it |
| `,` and other signs | the sign itself |
| `'tit.'` | the text in quotation marks |

A `?` makes a section sign, another sign or a text in quotation marks optional.
*/

use crate::citations::scan::{
    digits, digits_back, folded, is_end, is_roman, is_start, is_start_of_volume, literal, optional, page, run,
    run_back, section, section_sign, with_commas, with_letter,
};
use crate::steps;

/// The maximum number of words in a subject, such as `Parks Rec. & Hist. Preserv.`
const MAX_SUBJECT_WORDS: usize = 5;

/// The maximum length of a word of a subject, in bytes. It bounds the work for a text that is one long run of letters.
const MAX_SUBJECT_WORD_BYTES: usize = 40;

/// The maximum length of the name of a person in a citation, in bytes.
const MAX_PERSON_BYTES: usize = 20;

/// The signs of the notation that are allowed before a reporter.
const PARTS_BEFORE: &str = "vVwaNynm";

/// The signs of the notation that are allowed after a reporter.
const PARTS_AFTER: &str = "pPQoricWndmksSuyz";

#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct CitationForm {
    /// The elements before the reporter, last one first.
    before: Vec<FormElement>,
    after: Vec<FormElement>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum FormElement {
    Part(u8),
    Sign(u8),
    OptionalSign(u8),
    SectionSign { is_optional: bool },
    ParagraphSign,
    Word(&'static str),
    OptionalWord(&'static str),
}

/// A part of a citation before or after its reporter.
#[derive(Default)]
pub(crate) struct CitationPart {
    /// The outer end.
    pub(crate) end: usize,
    /// The text in the standard form.
    pub(crate) standard: String,
    /// The numbers, in the order of the text.
    pub(crate) numbers: Vec<String>,
}

impl CitationForm {
    /// Parses the notation.
    ///
    /// # Panics
    ///
    /// Panics if the text is not a form. A test parses every form in the table of reporters.
    pub(crate) fn parse(notation: &'static str) -> Self {
        let (before, after) = notation.split_once('R').expect("a form has a reporter");
        let mut before = elements(before, PARTS_BEFORE);
        let is_read_back = |element: &FormElement| {
            matches!(element, FormElement::Part(_) | FormElement::Sign(_) | FormElement::OptionalSign(_))
        };
        assert!(before.iter().all(is_read_back), "{notation} has a word before the reporter");
        before.reverse();
        Self { before, after: elements(after, PARTS_AFTER) }
    }

    /// Returns whether the citation has a page, so that it can have a short form with `at`.
    pub(crate) fn has_page(&self) -> bool {
        self.after.iter().any(is_page)
    }

    /// Reads the part before a reporter. `end` is the start of the reporter.
    pub(crate) fn read_before(&self, text: &str, end: usize) -> Option<CitationPart> {
        let mut part = CitationPart { end, ..CitationPart::default() };
        for element in &self.before {
            let start = element.read_back(text, part.end)?;
            let written = &text[start..part.end];
            part.standard.insert_str(0, &element.standard(written));
            if element.is_number() {
                part.numbers.insert(0, written.to_owned());
            }
            part.end = start;
        }
        is_start_of_volume(text, part.end).then_some(part)
    }

    /// Reads the part after a reporter. `start` is the end of the reporter. `is_short` selects the short form, such as
    /// `410 U.S., at 115`.
    pub(crate) fn read_after(&self, text: &str, start: usize, is_short: bool) -> Option<CitationPart> {
        // The comma is optional in every short form.
        let start = if is_short { optional(text, start, b',') } else { start };
        let part = read_all(&self.after, text, start, is_short)?;
        is_end(text, part.end).then_some(part)
    }

    /// Writes the parts before and after a reporter with these numbers; `None` if the form has more or fewer, or a
    /// subject, which is no number.
    pub(crate) fn write(&self, numbers: &[String]) -> Option<(String, String)> {
        if self.after.contains(&FormElement::Part(b'u')) {
            return None;
        }
        let mut left = numbers.iter();
        let mut write = |element: &FormElement| {
            let number = if element.is_number() { left.next()? } else { "" };
            Some(element.standard(number))
        };
        let before: Option<String> = self.before.iter().rev().map(&mut write).collect();
        let after: Option<String> = self.after.iter().map(&mut write).collect();
        Some((before?, after?)).filter(|_| left.next().is_none())
    }
}

fn read_all(elements: &[FormElement], text: &str, start: usize, is_short: bool) -> Option<CitationPart> {
    let mut part = CitationPart { end: start, ..CitationPart::default() };
    for (idx, element) in elements.iter().enumerate() {
        let rest = &elements[idx + 1..];
        if *element == FormElement::Part(b'u') {
            return read_subject(rest, text, part);
        }
        if is_short && is_page(element) {
            part.end = read_at(text, part.end)?;
            part.standard.push_str("at ");
        }
        let is_space = *element == FormElement::Sign(b' ');
        let is_left_out = is_space && is_space_left_out(text, part.end, rest);
        let end = if is_left_out { part.end } else { element.read(text, part.end)? };
        let written = &text[part.end..end];
        part.standard.push_str(&element.standard(written));
        if element.is_number() {
            part.numbers.push(written.to_owned());
        }
        part.end = end;
    }
    Some(part)
}

/// Returns whether a text omits a space of the form, as is common after a full stop (`603 U.S.593`, `Cal.Penal Code`,
/// `tit.8`) and before the number of a law (`PL117-58`).
fn is_space_left_out(text: &str, at: usize, rest: &[FormElement]) -> bool {
    let is_after_full_stop = text[..at].ends_with('.');
    let is_next = |belongs: fn(char) -> bool| text[at..].starts_with(belongs);
    let is_number_next = || {
        let after = digits(text, at).map_or("d", |end| &text[end..]);
        // `F.3d` is the name of a series.
        !["d", "th", "nd", "rd", "st"].iter().any(|ordinal| after.starts_with(ordinal))
    };
    match rest.first() {
        Some(FormElement::Part(b'd') | FormElement::OptionalWord(_)) => is_next(|next| next.is_ascii_digit()),
        Some(FormElement::Part(b'u')) => is_after_full_stop && is_next(|next| next.is_ascii_uppercase()),
        Some(FormElement::Part(_)) => is_after_full_stop && is_number_next(),
        Some(FormElement::SectionSign { .. }) => {
            is_after_full_stop && (is_next(|next| next == '§') || is_number_next())
        }
        Some(FormElement::Word(word)) => is_after_full_stop && folded(text, at, word).is_some(),
        _ => false,
    }
}

/// Reads a subject: the fewest words after which the other elements match.
fn read_subject(rest: &[FormElement], text: &str, mut part: CitationPart) -> Option<CitationPart> {
    let start = part.end;
    for _ in 0..MAX_SUBJECT_WORDS {
        let word = part.end;
        part.end = subject_word(text, word).filter(|_| word > start || !text[word..].starts_with('&'))?;
        part.standard.push_str(&text[word..part.end]);
        if let Some(read) = read_all(rest, text, part.end, false) {
            return Some(CitationPart { standard: part.standard + &read.standard, ..read });
        }
        let end = part.end;
        part.end = literal(text, end, " ").or_else(|| text[..end].ends_with('.').then_some(end))?;
        part.standard.push(' ');
    }
    None
}

/// Returns the end of a word of a subject. `Civ.Proc.` has two words, `C.P.L.R.` is one.
fn subject_word(text: &str, start: usize) -> Option<usize> {
    let first = text.as_bytes().get(start)?;
    (first.is_ascii_uppercase() || *first == b'&').then_some(())?;
    let is_of_word = |byte: &&u8| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'\'' | b'-');
    let n_bytes = 1 + text.as_bytes()[start + 1..].iter().take(MAX_SUBJECT_WORD_BYTES).take_while(is_of_word).count();
    steps::add(n_bytes);
    if n_bytes > MAX_SUBJECT_WORD_BYTES {
        return None;
    }
    let end = start + n_bytes;
    let mut part = start;
    for (n_bytes, _) in text[start..end].match_indices('.') {
        let next = start + n_bytes + 1;
        let is_word_next = text.as_bytes()[next..end].first().is_some_and(u8::is_ascii_uppercase);
        if is_word_next && next - part > 2 {
            return Some(next);
        }
        part = next;
    }
    Some(end)
}

/// Reads the words before the page of a short form: `at`, `at p.`, `at page`.
fn read_at(text: &str, start: usize) -> Option<usize> {
    let at = literal(text, start, "at")?;
    let word = optional(text, at, b' ');
    let after_word = ["pp.", "p.", "pages", "page", "p"].iter().find_map(|label| literal(text, word, label));
    literal(text, after_word.unwrap_or(at), " ")
}

fn is_page(element: &FormElement) -> bool {
    matches!(element, FormElement::Part(b'p' | b'P' | b'Q' | b'o' | b'r' | b'i' | b'c'))
}

fn elements(notation: &'static str, parts: &str) -> Vec<FormElement> {
    let mut elements = Vec::new();
    let mut rest = notation;
    while let Some(first) = rest.chars().next() {
        let (element, tail) = match first {
            '\'' => {
                let (word, tail) = rest[1..].split_once('\'').expect("a word ends");
                (FormElement::Word(word), tail)
            }
            '§' => (FormElement::SectionSign { is_optional: false }, &rest[first.len_utf8()..]),
            '¶' => (FormElement::ParagraphSign, &rest[first.len_utf8()..]),
            'a'..='z' | 'A'..='Z' => {
                assert!(parts.contains(first), "{notation} has an unknown part");
                (FormElement::Part(first as u8), &rest[1..])
            }
            _ => (FormElement::Sign(first as u8), &rest[1..]),
        };
        let after_optional = tail.strip_prefix('?');
        elements.push(if after_optional.is_some() { element.optional() } else { element });
        rest = after_optional.unwrap_or(tail);
    }
    elements
}

impl FormElement {
    /// Returns whether this is a number that the citation keeps in every form.
    fn is_number(&self) -> bool {
        matches!(self, Self::Part(part) if !b"uW".contains(part))
    }

    fn optional(self) -> Self {
        match self {
            Self::Sign(sign) => Self::OptionalSign(sign),
            Self::Word(word) => Self::OptionalWord(word),
            Self::SectionSign { .. } => Self::SectionSign { is_optional: true },
            other => panic!("{other:?} cannot be left out"),
        }
    }

    /// Returns the end of the element that begins at a position.
    fn read(&self, text: &str, at: usize) -> Option<usize> {
        match self {
            Self::Part(part) => read_part(*part, text, at),
            Self::Sign(sign) => (text.as_bytes().get(at) == Some(sign)).then_some(at + 1),
            Self::OptionalSign(sign) => Some(optional(text, at, *sign)),
            Self::SectionSign { is_optional } => section_sign(text, at).or(is_optional.then_some(at)),
            Self::ParagraphSign => {
                let sign = ["¶¶", "¶", "para.", "par.", "P"].iter().find_map(|sign| literal(text, at, sign));
                Some(sign.map_or(at, |end| optional(text, end, b' ')))
            }
            Self::Word(word) => folded(text, at, word),
            Self::OptionalWord(word) => {
                // `Public Law No: 119-48` is a spelling of Congress.
                let word = folded(text, at, word.trim_end_matches('.'));
                let end = word.map(|end| optional(text, optional(text, end, b'.'), b':'));
                Some(end.map_or(at, |end| optional(text, end, b' ')))
            }
        }
    }

    /// Returns the start of the element that ends at a position.
    fn read_back(&self, text: &str, end: usize) -> Option<usize> {
        let start = match self {
            Self::Sign(sign) => (text.as_bytes()[..end].last() == Some(sign)).then(|| end - 1)?,
            Self::OptionalSign(sign) => end - usize::from(text.as_bytes()[..end].last() == Some(sign)),
            Self::Part(b'N') => {
                let digits = text.as_bytes()[..end]
                    .last()
                    .filter(|last| **last == b' ')
                    .and_then(|_| digits_back(text, end - 1));
                digits.filter(|start| end - start <= 3 && is_start(text, *start)).unwrap_or(end)
            }
            Self::Part(b'a') => {
                let end = end - usize::from(text[..end].ends_with('A'));
                digits_back(text, end)?
            }
            Self::Part(b'w') => {
                let last = digits_back(text, end)?;
                let first = text[..last].strip_suffix('-').and_then(|before| digits_back(text, before.len()));
                first.unwrap_or(last)
            }
            Self::Part(b'y') => digits_back(text, end).filter(|start| is_year(&text[*start..end]))?,
            Self::Part(b'V') => digits_back(text, end).filter(|start| end - start <= 3)?,
            Self::Part(b'v') => digits_back(text, end).filter(|start| !text[*start..].starts_with('0'))?,
            Self::Part(b'n') => digits_back(text, end)?,
            Self::Part(b'm') => {
                let start = run_back(text, end, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
                read_part(b'm', text, start).filter(|read| *read == end).map(|_| start)?
            }
            other => unreachable!("{other:?} is before no reporter"),
        };
        Some(start)
    }

    /// Returns the standard form of the element's text, without optional signs, and with one section sign.
    fn standard(&self, text: &str) -> String {
        match self {
            Self::OptionalSign(_) | Self::OptionalWord(_) | Self::Part(b'W') => String::new(),
            Self::Word(word) => (*word).to_owned(),
            Self::Sign(sign) => char::from(*sign).to_string(),
            Self::ParagraphSign if !text.is_empty() => "¶ ".to_owned(),
            Self::SectionSign { .. } => "§ ".to_owned(),
            Self::Part(b'S') => format!("§ {text}"),
            Self::Part(b'c') => text.replace('[', "(").replace(']', ")"),
            Self::Part(b'd') => text.replace(' ', ""),
            Self::Part(b'P') => text.replace(',', ""),
            _ => text.to_owned(),
        }
    }
}

fn read_part(part: u8, text: &str, at: usize) -> Option<usize> {
    match part {
        b'p' => page(text, at),
        b'P' => with_commas(text, at),
        b'Q' => with_commas(text, at).map(|end| with_letter(text, end)),
        b'o' => digits(text, at).map(|end| with_letter(text, end)),
        b'r' => {
            let end = run(text, at, |byte| byte.is_ascii_alphabetic());
            is_roman(&text[at..end].to_ascii_lowercase()).then_some(end)
        }
        b'i' => {
            let end = digits(text, at)?;
            let letter =
                text[end..].strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
            Some(if letter.is_some() { end + 2 } else { literal(text, end, "WC").unwrap_or(end) })
        }
        b'c' => {
            let end = digits(text, at)?;
            ["(A)", "[A]", "(U)", "[U]"].iter().find_map(|letter| literal(text, end, letter))
        }
        b'n' => digits(text, at),
        b'm' => {
            let end = digits(text, at)?;
            Some(with_letter(text, literal(text, end, "-").unwrap_or(end)).max(end)).filter(|end| is_end(text, *end))
        }
        b'y' => digits(text, at).filter(|end| is_year(&text[at..*end])),
        b'z' => {
            let end = digits(text, at).filter(|end| is_year(&text[at..*end]))?;
            Some(with_letter(text, end))
        }
        b'd' => {
            let first = digits(text, at)?;
            let hyphen = literal(text, optional(text, first, b' '), "-")?;
            let second = optional(text, hyphen, b' ');
            let end = digits(text, second)?;
            (first - at + end - second <= 8).then_some(end)
        }
        b'k' => {
            let end = run(text, at, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
            text[at..end].contains(|character: char| character.is_ascii_digit()).then_some(end)
        }
        b's' => section(text, at),
        b'S' => section(text, at).filter(|end| text[at..*end].contains(['-', '.', ':'])),
        b'W' => person(text, at),
        _ => unreachable!("{} is after no reporter", char::from(part)),
    }
}

/// Reads the name of the person after whom a reporter is named, with a volume if there is one: `(1 Cranch)`,
/// `(Breese)`. Returns the end.
fn person(text: &str, at: usize) -> Option<usize> {
    let inside = literal(text, at, "(")?;
    let volume = ["3 & 4 "].iter().find_map(|volume| literal(text, inside, volume));
    let volume =
        volume.or_else(|| digits(text, inside).filter(|end| end - inside <= 2).and_then(|end| literal(text, end, " ")));
    let name = volume.unwrap_or(inside);
    let end = run(text, name, |byte| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b' ' | b'&' | b'\''));
    let is_name = text[name..].starts_with(|first: char| first.is_ascii_uppercase()) && end - name <= MAX_PERSON_BYTES;
    literal(text, end, ")").filter(|_| is_name)
}

/// Returns whether digits are a year from 1600 to 2099.
fn is_year(digits: &str) -> bool {
    digits.len() == 4 && ["16", "17", "18", "19", "20"].iter().any(|century| digits.starts_with(century))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the citation around the first `X.` in a text, taken as a reporter. Returns its standard form.
    fn read(form: &'static str, text: &str, is_short: bool) -> Option<String> {
        let form = CitationForm::parse(form);
        let at = text.find("X.").unwrap();
        let (before, after) = (form.read_before(text, at)?, form.read_after(text, at + 2, is_short)?);
        assert_eq!((before.end, after.end), (0, text.len()), "{text}");
        Some(format!("{}X.{}", before.standard, after.standard))
    }

    #[test]
    fn citation_has_the_parts_of_its_form() {
        for (form, text, standard) in [
            ("v R,? p", "410 X., 113", "410 X. 113"),
            ("v R,? p", "410 X. xii", "410 X. xii"),
            ("v R,? p", "410 X. ___", "410 X. ___"),
            ("v R ?W p", "5 X. (1 Cranch) 137", "5 X. 137"),
            ("v R ?W p", "5 X.(Breese) 137", "5 X. 137"),
            ("v R (y,?) p", "5 X. (1877) 1", "5 X. (1877) 1"),
            ("y-R-p", "2015-X.-1234", "2015-X.-1234"),
            ("y R i", "2015 X. 123456-U", "2015 X. 123456-U"),
            ("w R ¶Q", "1986-1 X. par. 66,984A", "1986-1 X. ¶ 66,984A"),
            ("a R p", "17A X. 5", "17A X. 5"),
            ("NR p", "12 X. 5", "12 X. 5"),
            ("NR p", "X. 5", "X. 5"),
            ("R y-p", "X. 1990-123", "X. 1990-123"),
            ("R z,? p", "X. 1915A, 123", "X. 1915A 123"),
            ("v R o", "3 X. 5a", "3 X. 5a"),
            ("v R c", "3 X. 1211[A]", "3 X. 1211(A)"),
            ("v R r", "3 X. XII", "3 X. XII"),
            ("n,? R,? §?s", "18, X., Section 1341", "18 X. § 1341"),
            ("n,? R,? §?s", "18 X. 1341", "18 X. § 1341"),
            ("R S", "X. 9A.32.030", "X. § 9A.32.030"),
            ("R 'tit.' m, §s", "X. tit. 17-A, §§ 5", "X. tit. 17-A, § 5"),
            ("v R,? p", "410 X.113", "410 X. 113"),
            ("n,? R,? §?s", "18 X.§ 1341", "18 X. § 1341"),
            ("n,? R,? §?s", "18 X.1341", "18 X. § 1341"),
            ("R 'No.'?d", "X.117-58", "X. 117-58"),
            ("v R o", "3 X.5a", "3 X. 5a"),
            ("R 'tit.' m, §s", "X.tit.17-A, § 5", "X. tit. 17-A, § 5"),
            ("R u 'Code' §s", "X.Civ.Prac.& Rem.Code § 41.001", "X. Civ. Prac. & Rem. Code § 41.001"),
            ("R u §s", "X.C.P.L.R.§ 302", "X. C.P.L.R. § 302"),
            ("R u 'Code' §s", "X. Civ. Prac. & Rem. Code § 41.001", "X. Civ. Prac. & Rem. Code § 41.001"),
            ("R 'No.'?d", "X. No. 117-58", "X. 117-58"),
            ("R 'No.'?d", "X. No: 117-58", "X. 117-58"),
            ("R 'No.'?d", "X. No 117 - 58", "X. 117-58"),
            ("R 'No.' k", "X. No. VET-123", "X. No. VET-123"),
            ("n-n R §s", "12-5 X. § 1", "12-5 X. § 1"),
            ("n R n/s", "720 X. 5/9-1", "720 X. 5/9-1"),
        ] {
            assert_eq!(read(form, text, false).as_deref(), Some(standard), "{form}");
        }
        for (form, text) in [
            ("v R,? p", "0 X. 5"),
            ("v R,? p", "1987-1 X. 5"),
            ("v R,? p", "5 X. 5a"),
            ("v R,? p", "5 X.2d"),
            ("v R,? p", "5 X. v"),
            ("V R p", "2012 X. 5"),
            ("y-R-p", "2515-X.-1234"),
            ("R S", "X. 5"),
            ("R 'No.'?d", "X. 12345-67890"),
            ("R u 'Code' §s", "X. A B C D E F Code § 1"),
            ("v R ?W p", "5 X. (1 a person with a very long name) 137"),
        ] {
            assert_eq!(read(form, text, false), None, "{form}: {text}");
        }
    }

    #[test]
    fn short_form_has_at_before_the_page() {
        for text in ["410 X., at 115", "410 X. at 115", "410 X. at p. 115", "410 X., at page 115", "410 X. at pp. 115"]
        {
            assert_eq!(read("v R,? p", text, true).as_deref(), Some("410 X. at 115"), "{text}");
        }
        assert_eq!(read("v R P", "119 X., at 2,685", true).as_deref(), Some("119 X. at 2685"));
        assert_eq!(read("v R,? p", "410 X. 115", true), None);
        assert_eq!(read("v R,? p", "410 X. at", true), None);
    }
}
