/*!
Finds authorities that are not read as citations: rules, constitutions, reports of Congress, restatements, treatises,
records and cases without a citation. A following `id.` means them, so it must not lead to an earlier citation. Those
with a known name are listed among the citations; records and cases are not.

An authority has a section or paragraph sign, or a label and a number: `Fed. R. Civ. P. 12(b)(6)`, `U.S. Const. art. I`,
`Wright & Miller § 1350`, `Smith Decl. ¶ 4`, `ECF No. 12`.
*/

use std::ops::Range;

use crate::citations::name_words::WORDS_BEFORE;
use crate::citations::named_authority::{NamedAuthority, named_authority, number, numeral, sections};
use crate::citations::parenthesis::{Parentheses, court_and_year, is_month, year};
use crate::citations::place::Place;
use crate::citations::scan::{literal, optional, run, text_after};

/// Beginnings of nouns after a number that is an adjective: `a Rule 12(b)(6) motion`, `the § 1983 claim`.
const NOUNS: &[&str] = &[
    "action", "analys", "argument", "case", "cause", "charge", "claim", "class", "confer", "convic", "court", "defend",
    "depos", "discov", "dismiss", "enhanc", "factor", "hearing", "inquir", "judge", "jurisd", "liab", "litig",
    "motion", "offens", "order", "petition", "plaint", "power", "procee", "relief", "review", "senten", "standard",
    "standing", "suit", "theor", "violat",
];

/// Words before the section sign of another text than a code. Longer ones are beginnings.
const SECTIONED: &[&str] = &[
    "act", "agreem", "amend", "ann", "app", "art", "article", "by-law", "bylaws", "ch", "chapter", "charter", "cl",
    "clause", "cmt", "code", "comment", "constit", "contract", "covenant", "deed", "ed", "guidelin", "lease", "note",
    "order", "ordinan", "paragr", "part", "plan", "policy", "pt", "reg", "regs", "regulat", "resolut", "restatem",
    "rule", "statute", "subch", "supp", "tit", "title", "treatise", "treaty", "trust", "will",
];

/// Capitalized words before a section that name no text, beside those before the name of a case.
const WORDS_BEFORE_SECTION: &[&str] = &[
    "a", "an", "are", "at", "did", "does", "each", "every", "is", "no", "of", "our", "the", "their", "these", "this",
    "through", "was", "what", "whether", "within",
];

/// Words after `of` for a law, whose sections have no pages.
const LAWS: &[&str] =
    &[" Act", " Amendment", " Code", " Constitution", " Law", " Title", " act", " code", " statute", " title"];

/// Words and abbreviations before the number of a rule, a constitution or a regulation, without the last full stop.
const LABELS_OF_RULES: &[&str] = &[
    "Amend", "Art", "Article", "C.F.R", "CFR", "CPLR", "CR", "Canon", "Code", "Crim", "Evid", "FRAP", "FRCP", "FRCrP",
    "FRE", "LR", "P", "Proc", "Pt", "R", "Reg", "Regs", "Rule", "Rules", "U.C.C", "U.S.S.G", "UCC", "USSG", "amend",
    "amends", "art", "arts", "ch", "pt", "r", "rule", "rules",
];

/// Words and abbreviations before the number of a record, a brief or a report.
const LABELS_OF_RECORDS: &[&str] = &[
    "A.R", "AA", "AR", "Add", "Aff", "Ans", "App", "App'x", "Appx", "Attach", "Br", "Brief", "C.T", "CT", "Compl",
    "D.E", "D.I", "DE", "Decl", "Dep", "Depo", "Dkt", "Doc", "Docket", "Docs", "E.R", "ECF", "ER", "Ex", "Exh",
    "Exhibit", "Exs", "Hr'g", "J.A", "JA", "LEXIS", "Lexis", "Mem", "Mot", "Op", "Opp", "Order", "R.T", "ROA", "RT",
    "Rec", "Release", "Rep", "Reply", "Resp", "Rul", "SER", "SOF", "SUF", "Stats", "Stip", "Tab", "Tr", "WL", "op",
];

/// Beginnings of longer words before the number of a record or a report.
const RECORDS: &[&str] = &[
    "Affidav", "Appendi", "Comment", "Complai", "Declar", "Deposi", "Hearing", "Memoran", "Report", "Testim", "Transcr",
];

/// Words between a label and its number.
const WORDS_BEFORE_NUMBER: &[&str] = &[
    "Nos. ",
    "No. ",
    "no. ",
    "at ",
    "pages ",
    "page ",
    "pp. ",
    "p. ",
    "paragraphs ",
    "paragraph ",
    "paras. ",
    "para. ",
    "# ",
    "#",
    "¶ ",
    "§ ",
];

/// The maximum length of the name of a law after `of`, in bytes.
const MAX_LAW_BYTES: usize = 60;

/// Units after a number that is no page: `Boston at 5 p.m.`
const TIMES: &[&str] = &[" a.m", " p.m", " o'clock", " percent", "%"];

/// An authority that is not read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UnreadAuthority {
    pub(crate) span: Range<usize>,
    /// The end of the remarks in parentheses after it.
    pub(crate) end_of_remarks: usize,
    pub(crate) kind: UnreadKind,
    /// Whether it has a known name, and is listed among the citations.
    pub(crate) is_listed: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum UnreadKind {
    Numbered,
    /// A section or a rule without the name of its text, which has no pages.
    Unnamed,
    /// Sections of a named text. Those of laws have no pages.
    NamedSections {
        sections: Vec<Range<usize>>,
        is_law: bool,
    },
    /// Sections with a sign and without the name of their text, such as `§ 484(a)`, which can be short forms.
    BareSections(Vec<Range<usize>>),
    /// A case without a citation, with the words before and after `v.`
    Case([String; 2]),
}

/// Finds all authorities outside of the citations and the parts around them, in the order of the text.
pub(crate) fn unread_authorities(text: &str, places: &[Place], parentheses: &Parentheses) -> Vec<UnreadAuthority> {
    let mut found = Vec::new();
    let mut at = 0;
    for place in places {
        read_between(text, at..place.full_span.start, parentheses, &mut found);
        at = at.max(place.end);
    }
    read_between(text, at..text.len(), parentheses, &mut found);
    found
}

/// Reads the authorities between two citations.
fn read_between(text: &str, between: Range<usize>, parentheses: &Parentheses, found: &mut Vec<UnreadAuthority>) {
    if between.start >= between.end {
        return;
    }
    let mut words = WordsBetween { text: &text[..between.end], previous: "", end_of_named: None };
    let mut at = between.start;
    while at < between.end {
        let named = named_authority(words.text, at);
        let is_listed = named.is_some();
        let (mut end, kind) = named.map_or_else(|| words.read(at), with_kind);
        while !text.is_char_boundary(end) {
            end += 1;
        }
        if let Some(kind) = kind {
            words.end_of_named = matches!(kind, UnreadKind::NamedSections { .. }).then_some(end);
            let end_of_remarks = parentheses.remarks(text, end).unwrap_or(end);
            found.push(UnreadAuthority { span: at..end, end_of_remarks, kind, is_listed });
        }
        words.previous = match text.as_bytes()[at] {
            b' ' | b',' | b'\'' | b'"' | b'&' => words.previous,
            first if first.is_ascii_alphanumeric() || matches!(first, b')' | b']') => &text[at..end],
            _ => "",
        };
        at = end;
    }
}

/// Returns the end and the kind of an authority with a known name.
fn with_kind(NamedAuthority { end, sections }: NamedAuthority) -> (usize, Option<UnreadKind>) {
    let kind = match sections.is_empty() {
        true => UnreadKind::Numbered,
        false => UnreadKind::NamedSections { sections, is_law: false },
    };
    (end, Some(kind))
}

/// The words of a text without citations.
struct WordsBetween<'t> {
    text: &'t str,
    /// The word before the one that is read.
    previous: &'t str,
    /// The end of the last authority if it is a section of a named text.
    end_of_named: Option<usize>,
}

impl WordsBetween<'_> {
    /// Reads the word or sign at a position. Returns its end, and the kind of the authority that it begins, if any.
    fn read(&self, at: usize) -> (usize, Option<UnreadKind>) {
        let text = self.text;
        match text.as_bytes()[at] {
            b'(' => match self.edition(at) {
                Some(end) => (end, Some(UnreadKind::Numbered)),
                None => (at + 1, None),
            },
            0xc2 if text[at..].starts_with('§') => self.section_sign(at),
            0xc2 if text[at..].starts_with('¶') => {
                let signs = run(text, at, |byte| matches!(byte, 0xc2 | 0xb6 | b' '));
                match number(text, signs) {
                    Some(end) => (end, self.unless_adjective(end, UnreadKind::Numbered)),
                    None => (signs, None),
                }
            }
            b'0'..=b'9' => {
                let kind = self.ends_clause(at).then_some(UnreadKind::Numbered);
                (run(text, at, is_in_word), kind)
            }
            first if first.is_ascii_alphabetic() => {
                let end = run(text, at, is_in_word);
                let is_prose = first.is_ascii_lowercase() && !may_be_label(&text[at..end]);
                let label = if is_prose { None } else { self.labelled(at..end) };
                match label {
                    Some((end, kind)) => (end, self.unless_adjective(end, kind)),
                    None => (end, None),
                }
            }
            _ => (at + 1, None),
        }
    }

    /// Returns whether a number after a name ends a clause, as in `See Penal Law 125.25.` A date does not.
    fn ends_clause(&self, at: usize) -> bool {
        let Some(end) = is_capital(self.previous).then(|| number(self.text, at)).flatten() else {
            return false;
        };
        let is_date = is_month(self.previous) || year(&self.text[at..end]).is_some();
        let after = self.text[end..].trim_start_matches([')', ']']);
        let is_end = after.is_empty()
            || [". ", "; ", " (", ".\n", ".)"].iter().any(|sign| after.starts_with(sign))
            || after == ".";
        is_end && !is_date
    }

    /// Reads an authority that begins with a word, such as `Tr. 34`. Returns its end.
    fn labelled(&self, word: Range<usize>) -> Option<(usize, UnreadKind)> {
        let written = self.text[word.clone()].trim_end_matches('.');
        let end = match written {
            "v" | "vs" => return self.case(self.previous, word.end),
            "re" | "parte" if matches!(self.previous, "In" | "in" | "Ex" | "ex") => return self.case("", word.end),
            "Section" | "Sections" | "section" | "sections" | "Sec" | "sec" => return self.section_word(word.end),
            "Rule" | "Rules" | "Article" | "Title" if !self.is_named() => {
                let end = self.number_or_numeral(word.end)?;
                return Some((end, UnreadKind::Unnamed));
            }
            "Const" | "CONST" => self.constitution(word.end),
            "at" => self.page(word.end),
            "p" | "pp" => literal(self.text, word.end, " ").and_then(|page| number(self.text, page)),
            "No" | "Nos" => literal(self.text, word.end, " ").and_then(|number| self.document(number)),
            "Br" | "Brief" => self.party(word.end).or_else(|| self.number_of_label(word.end)),
            _ => match self.number_or_numeral(word.end) {
                Some(end) if is_label(written) => Some(end),
                _ => ends_with_number_of_record(written).then_some(word.end),
            },
        };
        end.map(|end| (end, UnreadKind::Numbered))
    }

    /// Reads the second party of a case, after its `v.` or `In re`.
    fn case(&self, first: &str, end: usize) -> Option<(usize, UnreadKind)> {
        let second = literal(self.text, end, " ")?;
        let end = run(self.text, second, is_in_word);
        let names = [first.to_owned(), self.text[second..end].to_owned()];
        is_capital(&names[1]).then_some((end, UnreadKind::Case(names)))
    }

    /// Reads the sections after the word for them.
    fn section_word(&self, end: usize) -> Option<(usize, UnreadKind)> {
        let (sections, end) = sections(self.text, literal(self.text, end, " ")?)?;
        let is_named = self.is_named() && !self.previous.ends_with('.');
        let is_law = if is_named { Some(self.previous == "Act") } else { self.law_after(end) };
        Some((end, is_law.map_or(UnreadKind::Unnamed, |is_law| UnreadKind::NamedSections { sections, is_law })))
    }

    /// Reads a page after a name, as in `Smith at 5` and `N.Y. Times, at A1`. Returns its end.
    fn page(&self, end: usize) -> Option<usize> {
        let page = literal(self.text, end, " ")?;
        let of_newspaper = run(self.text, page, |byte| byte.is_ascii_uppercase());
        let end = number(self.text, of_newspaper).filter(|_| of_newspaper <= page + 1)?;
        let is_page = of_newspaper > page || is_capital(self.previous);
        let is_time = TIMES.iter().any(|unit| self.text[end..].starts_with(unit));
        (is_page && !is_time).then_some(end)
    }

    /// Reads the rest of `U.S. Const. art. I` and `Ohio Const.`, but not of the company `Smith Const. Co.`
    fn constitution(&self, end: usize) -> Option<usize> {
        let next = self.text[end..].trim_start_matches([',', ' ']);
        let is_part =
            ["art", "Art", "ART", "amend", "Amend", "AMEND", "pmbl"].iter().any(|part| next.starts_with(part));
        let is_whole = !next.starts_with(|next: char| next.is_alphanumeric() || next == '&');
        (is_capital(self.previous) && (is_part || is_whole)).then_some(end)
    }

    /// Reads the rest of `Brief for Petitioner`.
    fn party(&self, end: usize) -> Option<usize> {
        let party = [" for ", " of "].iter().find_map(|of| literal(self.text, end, of))?;
        is_capital(&self.text[party..]).then_some(party)
    }

    /// Reads the number after a label: `34`, `No. 12`, `at 5`, `, p. 5`. Returns its end.
    fn number_of_label(&self, end: usize) -> Option<usize> {
        let text = self.text;
        let mut at = optional(text, optional(text, end, b','), b' ');
        while text.as_bytes().get(at).is_some_and(|first| b"Nnap#\xc2".contains(first))
            && let Some(next) = WORDS_BEFORE_NUMBER.iter().find_map(|word| literal(text, at, word))
        {
            at = next;
        }
        number(text, at)
    }

    /// Reads the number after a label, or a Roman numeral or a letter. Returns its end.
    fn number_or_numeral(&self, end: usize) -> Option<usize> {
        self.number_of_label(end).or_else(|| numeral(self.text, literal(self.text, end, " ")?))
    }

    /// Reads the number of a docket, such as `12-cv-345`, or of a document, such as `The Federalist No. 78`. Returns
    /// its end.
    fn document(&self, at: usize) -> Option<usize> {
        let end = number(self.text, at)?;
        let is_document = is_capital(self.previous) && !["District", "Dist.", "Local"].contains(&self.previous);
        (is_document || self.text[at..end].contains(['-', ':'])).then_some(end)
    }

    /// Reads the edition of a book, the court of a case or a date in parentheses, such as `(11th ed. 2019)`. Returns
    /// its end.
    fn edition(&self, at: usize) -> Option<usize> {
        let found = court_and_year(self.text, at)?;
        let is_after_number = self.previous.ends_with(|last: char| last.is_ascii_digit());
        let is_date = found.court.is_none() && found.end - at > "(1973)".len();
        let is_named = found.court.is_some_and(|court| self.text[court].ends_with('.'));
        (is_named || is_date || is_after_number).then_some(found.end)
    }

    /// Reads the sections after a sign.
    fn section_sign(&self, at: usize) -> (usize, Option<UnreadKind>) {
        let first = run(self.text, at, |byte| matches!(byte, 0xc2 | 0xa7 | b' '));
        let Some((sections, end)) = sections(self.text, first) else {
            let end = number(self.text, first);
            return (end.unwrap_or(first), end.map(|_| UnreadKind::Numbered));
        };
        let before = self.end_of_named.map_or("", |end| &self.text[end..at]);
        let is_next = matches!(before, ", " | " and " | ", and " | " or " | ", or " | " & ");
        let is_law = if is_next || self.is_named() { Some(self.previous == "Act") } else { self.law_after(end) };
        let kind = match is_law {
            Some(is_law) => UnreadKind::NamedSections { sections, is_law },
            None => UnreadKind::BareSections(sections),
        };
        (end, self.unless_adjective(end, kind))
    }

    /// Returns whether the text after `of` is a law, as in `section 5 of the Act`; `None` without `of`.
    fn law_after(&self, end: usize) -> Option<bool> {
        let name = literal(self.text, end, " of")?;
        let name = text_after(self.text, name, MAX_LAW_BYTES);
        Some(LAWS.iter().any(|law| name.contains(law)))
    }

    /// Returns whether the word before a section belongs to the name of a text, as in `Restatement § 5`.
    fn is_named(&self) -> bool {
        let word = self.previous.trim_end_matches('.');
        let lower = word.to_lowercase();
        // A longer word with a full stop ends a sentence.
        let is_abbreviation = !self.previous.ends_with('.') || lower.len() <= 5;
        let is_sectioned = |known: &&str| lower == *known || known.len() > 5 && lower.starts_with(known);
        if SECTIONED.iter().any(is_sectioned) && is_abbreviation || matches!(word, ")" | "]") {
            return true;
        }
        let is_prose = [WORDS_BEFORE, WORDS_BEFORE_SECTION].iter().any(|words| words.contains(&lower.as_str()));
        !is_prose && word.contains(|sign: char| sign.is_uppercase() || sign.is_ascii_digit())
    }

    /// Returns the kind, unless a noun follows, as in `Rule 12(b)(6) motion`.
    fn unless_adjective(&self, end: usize, kind: UnreadKind) -> Option<UnreadKind> {
        let next = literal(self.text, end, " ").map_or("", |next| &self.text[next..run(self.text, next, is_in_word)]);
        (!NOUNS.iter().any(|noun| next.starts_with(noun))).then_some(kind)
    }
}

/// Returns whether a lower-case word can be a label: no label is long, except for several words without spaces.
fn may_be_label(word: &str) -> bool {
    word.len() <= "sections.".len() || word.contains('.')
}

fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".'&-/".contains(&byte)
}

fn is_capital(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Returns whether a word, without its full stop, precedes the number of an authority. Its parts may be joined:
/// `Fed.R.Civ.P. 12`.
fn is_label(word: &str) -> bool {
    let last = word.rsplit('.').next().unwrap_or(word);
    let is_record = RECORDS.iter().any(|beginning| word.starts_with(beginning));
    is_record || [word, last].iter().any(|word| LABELS_OF_RULES.contains(word) || LABELS_OF_RECORDS.contains(word))
}

/// Returns whether a word is a label and a number without a space: `ROA.123`.
fn ends_with_number_of_record(word: &str) -> bool {
    let number = word.find(|sign: char| sign.is_ascii_digit());
    number.is_some_and(|number| LABELS_OF_RECORDS.contains(&word[..number].trim_end_matches('.')))
}
