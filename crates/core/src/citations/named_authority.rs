/*!
Reads authorities that no index has and whose names are known: rules of courts, constitutions, parts of regulations,
restatements, treatises, guidelines, reports of Congress and orders.

Each has a name of the table in `authority_name` and a number: `Fed. R. Civ. P. 12(b)(6)`, `U.S. Const. art. I, § 8`,
`Restatement (Second) of Torts § 402A`, `H.R. Rep. No. 94-1476`.
*/

use std::ops::Range;

use crate::citations::authority_name::NameKind::{
    Court, District, Numbered, Regulations, Rule, Sectioned, State, Treatise, UnitedStates, Volumes,
};
use crate::citations::authority_name::names;
use crate::citations::name_words::WORDS_BEFORE;
use crate::citations::parenthesis::year;
use crate::citations::pin_cite::subsections;
use crate::citations::scan::{digits, is_end, is_start, literal, optional, run, section, text_after, with_letter};
use crate::citations::section_list::further_sections;

/// The words and abbreviations in the names of rules, without full stops.
const WORDS_OF_RULES: &[&str] = &[
    "A",
    "Admin",
    "App",
    "Appellate",
    "Bankr",
    "Bankruptcy",
    "C",
    "Civ",
    "Civil",
    "Code",
    "Conduct",
    "Court",
    "Cr",
    "Crim",
    "Criminal",
    "Ct",
    "Cir",
    "Dist",
    "Evid",
    "Evidence",
    "Fam",
    "Gen",
    "Juv",
    "L",
    "LR",
    "Local",
    "P",
    "Prac",
    "Practice",
    "Prob",
    "Proc",
    "Procedure",
    "Prof",
    "Prof'l",
    "Professional",
    "Pro",
    "R",
    "Responsibility",
    "Rule",
    "Rules",
    "Sup",
    "Super",
    "for",
    "of",
    "r",
    "rule",
    "rules",
];

/// The words of these that mean rules.
const RULES: &[&str] = &["LR", "R", "Rule", "Rules", "r", "rule", "rules"];

/// The names that mean rules by themselves.
const ABBREVIATED_RULES: &[&str] = &["Civ. L.R.", "Civil L.R.", "FRAP", "FRCP", "FRE", "L.R."];

/// The maximum number of words in a name.
const MAX_WORDS: usize = 14;

/// The maximum length of an edition in parentheses, in bytes.
const MAX_EDITION_BYTES: usize = 40;

/// The maximum length of an abbreviation; a longer word with a full stop ends a sentence.
const MAX_ABBREVIATION_BYTES: usize = "Copyr.".len();

/// Lower-case words in the titles of treatises.
const WORDS_OF_TITLES: &[&str] = &["of", "on", "and", "the", "in", "for", "to", "&"];

/// The signs and words before a section.
const SECTION_SIGNS: &[&str] = &[" §§ ", " §§", " § ", " §", ", §§ ", ", § ", ", §", ", section ", " section "];

/// The labels of the parts of a constitution.
const PARTS: &[&str] = &[
    "article ",
    "Article ",
    "arts. ",
    "art. ",
    "Art. ",
    "ART. ",
    "amendment ",
    "amends. ",
    "amend. ",
    "Amdt. ",
    "Amend. ",
    "AMEND. ",
    "sections ",
    "section ",
    "secs. ",
    "sec. ",
    "§§ ",
    "§ ",
    "§",
    "clause ",
    "cls. ",
    "cl. ",
    "pt. ",
    "ch. ",
    "para. ",
];

/// The labels of the parts of a title of regulations.
const PARTS_OF_REGULATIONS: &[&str] =
    &[" pts. ", " pt. ", " parts ", " part ", " Parts ", " Part ", ", pt. ", ", part "];

/// An authority with a known name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NamedAuthority {
    pub(crate) end: usize,
    pub(crate) sections: Vec<Range<usize>>,
}

/// Reads the authority that begins at a position.
pub(crate) fn named_authority(text: &str, at: usize) -> Option<NamedAuthority> {
    let first = *text.as_bytes().get(at)?;
    if first.is_ascii_digit() && is_start(text, at) {
        return after_number(text, at);
    }
    if !first.is_ascii_uppercase() || !is_start(text, at) {
        return None;
    }
    names(text, at).find_map(|(end, kind)| match kind {
        // `Texas R. 5` may be the record.
        State => constitution(text, end)
            .or_else(|| rule(text, end, false).filter(|_| !is_initial_with_number(text, end)))
            .map(without_sections),
        UnitedStates => constitution(text, end).map(without_sections),
        Court => rule(text, end, ABBREVIATED_RULES.contains(&&text[at..end])).map(without_sections),
        District => rule(text, state(text, optional(text, end, b' '))?, false).map(without_sections),
        Rule => rule_first(text, end).map(without_sections),
        Sectioned => {
            sections_after(text, end).or_else(|| Some(without_sections(number(text, literal(text, end, " ")?)?)))
        }
        Treatise => sections_after(text, name_before_section(text, end)?),
        Numbered => number_with_commas(text, literal(text, end, " ")?).map(without_sections),
        Volumes | Regulations => None,
    })
}

/// Reads an authority that begins with a number: of a volume, a title or a circuit.
fn after_number(text: &str, at: usize) -> Option<NamedAuthority> {
    let digits = digits(text, at)?;
    if let Some(circuit) =
        ["st Cir.", "d Cir.", "nd Cir.", "rd Cir.", "th Cir."].iter().find_map(|word| literal(text, digits, word))
    {
        return rule(text, circuit, false).map(without_sections);
    }
    let name = literal(text, with_letter(text, digits), " ")?;
    names(text, name).find_map(|(end, kind)| match kind {
        Treatise => sections_after(text, name_before_section(text, end)?),
        Volumes => {
            let page = literal(text, end, " ")?;
            let page = run(text, page, |byte| b"SHED".contains(&byte)).min(page + 1);
            number_with_commas(text, page).map(without_sections)
        }
        Regulations => {
            let part = PARTS_OF_REGULATIONS.iter().find_map(|label| literal(text, end, label))?;
            number(text, part).map(without_sections)
        }
        _ => None,
    })
}

fn without_sections(end: usize) -> NamedAuthority {
    NamedAuthority { end, sections: Vec::new() }
}

/// Reads the name of a state. Returns its end.
fn state(text: &str, at: usize) -> Option<usize> {
    names(text, at).find(|(_, kind)| *kind == State).map(|(end, _)| end)
}

/// Reads the rest of the name of rules and the number of a rule, as in `R. Civ. P. 12(b)(6)`. Returns its end.
/// `is_of_rules` says whether the name so far means rules.
fn rule(text: &str, start: usize, is_of_rules: bool) -> Option<usize> {
    let name = name_of_rules(text, start, is_of_rules)?;
    let at = optional(text, optional(text, name, b','), b' ');
    let at = literal(text, at, "No. ").unwrap_or(at);
    let end = number(text, at)?;
    let is_edition = year(&text[at..end]).is_some() && !text[..name].ends_with('.');
    // `L.R. 3 H.L. 330` is a decision in the Law Reports.
    let is_volume = is_of_rules
        && literal(text, end, " ").is_some_and(|next| text[next..].starts_with(|next: char| next.is_ascii_uppercase()));
    (!is_edition && !is_volume).then_some(end)
}

/// Reads the rest of `Rule 12(b)(6) of the Federal Rules of Civil Procedure`. Returns its end.
fn rule_first(text: &str, end: usize) -> Option<usize> {
    let number = number(text, literal(text, end, "s ").or_else(|| literal(text, end, " "))?)?;
    let of = literal(text, number, " of the ")?;
    let (body, _) = names(text, of).find(|(_, kind)| matches!(kind, State | Court))?;
    name_of_rules(text, body, false)
}

/// Returns whether only `R.` and a number follow.
fn is_initial_with_number(text: &str, end: usize) -> bool {
    literal(text, end, " R. ").and_then(|number| digits(text, number)).is_some()
}

/// Reads the words of the name of rules, as in `R. Civ. P.` Returns their end.
fn name_of_rules(text: &str, start: usize, mut is_of_rules: bool) -> Option<usize> {
    let (mut at, mut end) = (start, start);
    for _ in 0..MAX_WORDS {
        at = optional(text, optional(text, at, b','), b' ');
        let word_end = run(text, at, |byte| byte.is_ascii_alphabetic() || byte == b'\'');
        let word = &text[at..word_end];
        if !WORDS_OF_RULES.contains(&word) {
            break;
        }
        is_of_rules |= RULES.contains(&word);
        at = optional(text, word_end, b'.');
        end = if matches!(word, "of" | "for") { end } else { at };
    }
    is_of_rules.then_some(end)
}

/// Reads the parts of a constitution, as in ` Const. art. I, § 8, cl. 3`. Returns their end.
fn constitution(text: &str, start: usize) -> Option<usize> {
    let at = optional(text, start, b' ');
    let name = ["Constitution", "Const", "CONST"].iter().find_map(|word| literal(text, at, word))?;
    let mut end = optional(text, name, b'.');
    let mut has_parts = false;
    while let Some(next) = part(text, optional(text, optional(text, end, b','), b' ')) {
        (end, has_parts) = (next, true);
    }
    has_parts.then_some(end)
}

/// Reads a part of a constitution with its label. Returns its end.
fn part(text: &str, at: usize) -> Option<usize> {
    let at = PARTS.iter().find_map(|label| literal(text, at, label))?;
    number(text, at).or_else(|| numeral(text, at))
}

/// Reads the sections after the name of their text.
fn sections_after(text: &str, name: usize) -> Option<NamedAuthority> {
    let at = SECTION_SIGNS.iter().find_map(|sign| literal(text, name, sign))?;
    match sections(text, at) {
        Some((sections, end)) => Some(NamedAuthority { end, sections }),
        None => number(text, at).map(without_sections),
    }
}

/// Reads the rest of the name of a treatise, which ends before a section. Returns its end.
fn name_before_section(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    for _ in 0..MAX_WORDS {
        if SECTION_SIGNS.iter().any(|sign| literal(text, at, sign).is_some()) {
            return Some(at);
        }
        let word = [", ", ": ", " "].iter().find_map(|sign| literal(text, at, sign))?;
        at = match literal(text, word, "(") {
            Some(edition) => edition + text_after(text, edition, MAX_EDITION_BYTES).find(')')? + 1,
            None => run(text, word, |byte| byte.is_ascii_alphanumeric() || b".'&-".contains(&byte)),
        };
        let written = &text[word..at];
        let is_title = written
            .starts_with(|first: char| first.is_ascii_uppercase() || first.is_ascii_digit() || first == '(')
            && !WORDS_BEFORE.contains(&written.to_lowercase().as_str());
        let is_end_of_sentence = written.ends_with('.') && written.len() > MAX_ABBREVIATION_BYTES;
        if is_end_of_sentence || !(is_title || WORDS_OF_TITLES.contains(&written)) {
            return None;
        }
    }
    None
}

/// Reads a number with its parts, such as `12(b)(6)`, `12:3-5` and `8.1115`. Returns its end.
pub(crate) fn number(text: &str, at: usize) -> Option<usize> {
    let at = run(text, at, |byte| byte == b'*');
    digits(text, at)?;
    let end = run(text, at, |byte| byte.is_ascii_alphanumeric() || b".:-*".contains(&byte));
    let end = at + text[at..end].trim_end_matches(['.', ':', '-']).len();
    Some(subsections(text, end).map_or(end, |subsections| subsections.end))
}

/// Reads a number that may have commas, such as `13,526` and `94-1476`. Returns its end.
fn number_with_commas(text: &str, at: usize) -> Option<usize> {
    let mut end = number(text, at)?;
    while let Some(next) = literal(text, end, ",").and_then(|next| digits(text, next)).filter(|next| next - end == 4) {
        end = next;
    }
    is_end(text, end).then_some(end)
}

/// Reads a Roman numeral or a letter, as in `art. IV` and `Ex. A`. Returns its end.
pub(crate) fn numeral(text: &str, start: usize) -> Option<usize> {
    let end = run(text, start, |byte| byte.is_ascii_uppercase());
    let is_numeral = text[start..end].bytes().all(|byte| b"IVX".contains(&byte));
    ((is_numeral || end == start + 1) && end > start && is_end(text, end)).then_some(end)
}

/// Reads the numbers of sections. Returns them, and the end of the last one's subsections.
pub(crate) fn sections(text: &str, at: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let first = at..section(text, at)?;
    let further = further_sections(text, first.end);
    let end = further.last().unwrap_or(&first).end;
    let end = subsections(text, end).map_or(end, |subsections| subsections.end);
    Some(([first].into_iter().chain(further).collect(), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<&str> {
        named_authority(text, 0).map(|authority| &text[..authority.end])
    }

    #[test]
    fn known_authorities_are_read_whole() {
        for authority in [
            "Fed. R. Civ. P. 12(b)(6)",
            "Fed.R.Civ.P. 12",
            "Federal Rule of Civil Procedure 12(b)(6)",
            "Federal Rule of Evidence 403",
            "Fed. Rule Civ. Proc. 56(c)",
            "FRCP 12(b)(6)",
            "Sup. Ct. R. 10.1",
            "S. Ct. R. 10",
            "9th Cir. R. 36-3",
            "Local Rule 7.1",
            "L.R. 7-2",
            "N.D. Cal. Civ. L.R. 7-2",
            "S.D.N.Y. Local Civ. R. 56.1",
            "Cal. Rules of Court, rule 8.1115",
            "Ohio Civ.R. 56(C)",
            "Pa.R.C.P. 1028(a)(4)",
            "Pa.R.A.P. 1925(b)",
            "Md. Rule 8-131",
            "Tex. R. App. P. 47.1",
            "Texas Rule of Civil Procedure 91a",
            "Model Rules of Prof'l Conduct r. 1.7",
            "Rule 12(b)(6) of the Federal Rules of Civil Procedure",
            "U.S. Const. art. I, § 8, cl. 3",
            "U. S. Const., Art. III",
            "U.S. CONST. amend. XIV, § 1",
            "United States Constitution, article I, section 8",
            "Cal. Const., art. I, § 7(b)",
            "N.Y. Const. art. VI, § 20",
            "Restatement (Second) of Torts § 402A",
            "Restatement (Third) of Torts: Prods. Liab. § 2",
            "Restatement of Contracts § 90",
            "5B Wright & Miller, Federal Practice and Procedure § 1350",
            "Wright & Miller, Fed. Prac. & Proc. Civ. (3d ed. 2004) § 1350",
            "Wright & Miller § 1350",
            "2 Nimmer on Copyright § 8.01",
            "17A Am. Jur. 2d Contracts § 5",
            "Model Penal Code § 210.2(1)",
            "U.C.C. § 2-207",
            "UCC 2-207",
            "U.S.S.G. § 2B1.1(b)(1)",
            "USSG § 3E1.1",
            "H.R. Rep. No. 94-1476",
            "S. Rep. No. 100-5",
            "142 Cong. Rec. S1234",
            "117 Cong. Rec. 5,321",
            "Exec. Order No. 13,526",
            "Rev. Rul. 83-12",
            "Federalist No. 78",
            "Black's Law Dictionary 123",
            "40 C.F.R. pt. 60",
            "24 CFR part 982",
        ] {
            assert_eq!(read(authority), Some(authority));
            assert_eq!(read(&format!("{authority}, which is so.")), Some(authority));
        }
    }

    #[test]
    fn other_text_is_no_known_authority() {
        for text in [
            "Rule 1 of the club",
            "Rule 12(b)(6)",
            "Rule 5 of the Ohio River Club",
            "Rules 5 and 6 of the Georgia Yacht Club",
            "Local 5 of the union",
            "Federal Street 12",
            "Federal Rules of Civil Procedure 1938",
            "Federal Rules were adopted in 1938",
            "Cal. 12",
            "Ohio 44101",
            "New York 10001",
            "Washington, D.C. 20001",
            "Texas R. and his 3 brothers",
            "Va. Const. Co., art. 5",
            "U.S. Const. Corp. art. 5",
            "Ohio Const. Co. § 5",
            "L.R. 3 H.L. 330",
            "D. Mass. 2012",
            "S.D.N.Y. 2012",
            "N.D. Cal. Jan. 5, 2012",
            "5 Wright & Miller Streets",
            "Restatement of the facts in section B",
            "Nimmer on Copyright was cited. Under § 101 it is",
            "Wright & Miller say that § 101 applies",
            "Executive Order of the day",
            "Exec. Order No. one",
            "Model 12",
            "Model Rules",
            "Code 5",
            "UCC",
            "142 Cong. 5",
            "40 C.F.R.",
            "9th Cir. 1999",
            "9th Cir. Rev. 5",
            "Maine Road 12",
            "Oregon Trail § 5",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
