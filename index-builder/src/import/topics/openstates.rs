/*!
The subjects that states give their bills, as Open States has them: every state has a vocabulary of its own, or none.
Texas has thousands of headings with codes (`Taxation--Property-Tax Rate (I0794)`), New Jersey cuts its words off
(`MENTAL HEALT`), Hawaii writes what comes to mind.

The table has two kinds of subjects. Most stand for a tag only by themselves, or as the head of a longer heading:
`water` is about water, `Water--Rights` too, and "water carriers" are not. Those with a star stand for it wherever they
occur as whole words: "Office of Veterans' Services". The longest of them wins, then the last.
*/

mod table;

use lexdex::corpus::text;

pub(super) use table::TABLE;

/// The subjects of a row of the table, and how each is looked up.
pub(super) fn subjects(row: &str) -> impl Iterator<Item = String> {
    row.split('|').flat_map(|subject| {
        let phrase = subject.trim().strip_suffix('*');
        let whole = phrase.unwrap_or(subject.trim()).to_owned();
        [Some(whole), phrase.map(within)].into_iter().flatten()
    })
}

/// What is found first of the forms of a subject: it as a whole, then the heads of a heading, then every run of words in
/// it, the longest first, of equal ones the last.
pub(super) fn find<T>(subject: &str, look_up: impl Fn(&str) -> Option<T>) -> Option<T> {
    const MOST_WORDS: usize = 40;
    let subject = without_code(subject)?;
    let whole = normal_form(subject);
    let words: Vec<&str> = whole.split(' ').take(MOST_WORDS).collect();
    let mut runs = (1..=words.len()).rev().flat_map(|n_words| words.windows(n_words).rev());
    look_up(&whole)
        .or_else(|| heads(subject).find_map(|head| look_up(&normal_form(head))))
        .or_else(|| runs.find_map(|run| look_up(&within(&run.join(" ")))))
}

/// A subject without the code that Texas puts behind it; `None` if the code says that it is the name of a person.
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

/// What stands before each mark that parts a heading, the longest first.
fn heads(subject: &str) -> impl Iterator<Item = &str> {
    let marks = ["--", "; ", ", ", "/"];
    let mut ends: Vec<usize> = marks.iter().flat_map(|mark| subject.match_indices(mark)).map(|(idx, _)| idx).collect();
    ends.sort_unstable_by(|a, b| b.cmp(a));
    ends.into_iter().map(|end| &subject[..end])
}

/// Folded words with one space between them, without what stands in brackets and without apostrophes.
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

/// The form of a phrase that is looked for within longer subjects. No subject as a whole has it.
fn within(phrase: &str) -> String {
    format!("*{phrase}*")
}

#[cfg(test)]
mod tests {
    use lexdex::corpus::{Catalogue, Source};

    use crate::import::topics::{TopicMap, Vocabulary};

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
