/*!
The subjects of state bills in Open States. Each state has its own vocabulary, or none. Texas has thousands of headings
with codes (`Taxation--Property-Tax Rate (I0794)`), New Jersey truncates words (`MENTAL HEALT`), and Hawaii uses free
text.

The crosswalk has two kinds of subjects. Most match only a whole subject or the head of a longer heading: `water`
matches "Water" and "Water--Rights", but not "water carriers". A subject with a star also matches wherever it occurs as
whole words: `veterans*` matches "Office of Veterans' Services". The longest match wins; of equally long matches, the
last.
*/

use lexdex_core::corpus::text;

/// The forms under which a subject of the crosswalk is looked up.
pub(super) fn forms(subject: &str) -> impl Iterator<Item = String> + use<> {
    let phrase = subject.strip_suffix('*');
    let whole = normal_form(phrase.unwrap_or(subject));
    let anywhere = phrase.map(|_| within(&whole));
    [whole].into_iter().chain(anywhere)
}

/// The subject of a row of the crosswalk as it is compared with other rows.
#[cfg(test)]
pub(super) fn row_form(subject: &str) -> String {
    let star = if subject.ends_with('*') { "*" } else { "" };
    normal_form(subject) + star
}

/// Looks up the forms of a subject and returns the first match: the whole subject, then the heads of a heading, then
/// every run of words in it. Longer runs come first, and of equally long runs the last.
pub(super) fn find<T>(subject: &str, look_up: impl Fn(&str) -> Option<T>) -> Option<T> {
    const MAX_WORDS: usize = 40;
    let subject = without_code(subject)?;
    let whole = normal_form(subject);
    let words: Vec<&str> = whole.split(' ').take(MAX_WORDS).collect();
    let mut runs = (1..=words.len()).rev().flat_map(|n_words| words.windows(n_words).rev());
    look_up(&whole)
        .or_else(|| heads(subject).find_map(|head| look_up(&normal_form(head))))
        .or_else(|| runs.find_map(|run| look_up(&within(&run.join(" ")))))
}

/// Strips the code that Texas appends to a subject. Returns `None` if the code marks the name of a person.
fn without_code(subject: &str) -> Option<&str> {
    let subject = subject.trim();
    let Some((rest, code)) = subject.strip_suffix(')').and_then(|subject| subject.rsplit_once('(')) else {
        return Some(subject);
    };
    let is_code = code.len() == 5
        && code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && code.bytes().any(|byte| byte.is_ascii_digit());
    match is_code {
        true if code.starts_with('N') => None,
        true => Some(rest),
        false => Some(subject),
    }
}

/// The parts of a heading before each of its separators, the longest first.
fn heads(subject: &str) -> impl Iterator<Item = &str> {
    let marks = ["--", "; ", ", ", "/"];
    let mut ends: Vec<usize> = marks.iter().flat_map(|mark| subject.match_indices(mark)).map(|(idx, _)| idx).collect();
    ends.sort_unstable_by(|a, b| b.cmp(a));
    ends.into_iter().map(|end| &subject[..end])
}

/// Case-folded words with one space between them, without apostrophes and text in parentheses.
fn normal_form(subject: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::with_capacity(subject.len());
    for character in subject.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '\'' | '’' | '‘' => {}
            '&' if depth == 0 => plain.push_str(" and "),
            _ if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    text::words(&plain).join(" ")
}

/// The lookup form of a phrase that may occur within longer subjects. No whole subject has this form.
fn within(phrase: &str) -> String {
    format!("*{phrase}*")
}

#[cfg(test)]
mod tests {
    use lexdex_core::corpus::{Catalogue, Source};

    use crate::topics::{TopicMap, Vocabulary};

    #[test]
    fn subjects_of_every_state_find_their_tags() {
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        let map = TopicMap::new(&catalogue.topics);
        for (subject, tags) in [
            ("Taxation & Revenue", "tax"),
            ("Taxation--Property-Tax Rate (I0794)", "tax"),
            ("Agriculture  (see also: Livestock; Taxation--Agriculture/Livestock)", "agriculture"),
            ("Landlord and Tenant", "landlord-tenant"),
            ("LANDLORD & TENANT", "landlord-tenant"),
            ("WORKERS COMP", "workers-compensation"),
            ("Workers' Compensation  (see also: Labor and Employment)", "workers-compensation"),
            ("MENTAL HEALT", "mental-health"),
            ("TRANSPORTATION, TEXAS DEPARTMENT OF (V8796)", "transportation"),
            ("Water--Rights (I0870)", "water"),
            ("Office of Veterans’ Services", "veterans"),
            ("Motor Vehicle Insurance", "insurance"),
            ("A", ""),
            ("I0794", ""),
            ("WATERS, TAX (NQ4D1)", ""),
            ("Water Carriers", ""),
            ("Short Form", ""),
            ("", ""),
            ("(", ""),
        ] {
            assert_eq!(map.tags(Vocabulary::OpenStates, subject).join(" "), tags, "{subject}");
        }
    }
}
