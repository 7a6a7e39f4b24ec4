/*!
The hint on a citation that no record has, without the name of a case beside it.
*/

use serde_json::Value;

use super::search::Found;
use super::{Contract, List, citations, search, text};

impl Contract {
    /// Returns `meta.hint`.
    pub(super) fn hint(&self, list: List, q: &str, found: &Found) -> Option<String> {
        let Some(absent) = &found.absent else { return search::hint(q) };
        let noun = list.folder().trim_end_matches('s');
        Some(match self.nearest(list, q) {
            _ if !found.records.is_empty() => {
                format!("No {noun} here has the citation {absent}: these {noun}s mention it.")
            }
            Some(record) => {
                let citation = record["citation"].as_str().or(record["meta"]["citation"].as_str()).unwrap_or("");
                let name = if list == List::Cases { text(record, "caseName") } else { text(record, "title") };
                format!("No {noun} here has the citation {absent}: the nearest is {citation} ({name}).")
            }
            None if list == List::Statutes => match title(absent) {
                Some(title) if !self.has_title(list, q) => {
                    format!("No {noun} here has the citation {absent}: no section that begins with {title} is here.")
                }
                _ => format!("No {noun} here has the citation {absent}."),
            },
            None => format!("No {noun} here has the citation {}.", absent.trim_end_matches('.')),
        })
    }

    /// Returns whether a record has a citation with the same code and first number.
    fn has_title(&self, list: List, q: &str) -> bool {
        citations::keys(q).iter().filter(|key| !key.contains(['(', '§'])).any(|wanted| {
            let words: Vec<&str> = wanted.split(' ').collect();
            let n_of_title = (1..words.len()).find(|n_words| {
                let title = words[..*n_words].concat();
                title.contains(|sign: char| sign.is_ascii_digit()) && title.contains(char::is_alphabetic)
            });
            let title = n_of_title.map(|n_words| format!("{} ", words[..n_words].join(" ")));
            let mut keys = (0..self.records(list).len()).flat_map(|idx| self.searched(list).citations(idx));
            title.is_some_and(|title| keys.any(|key| key.starts_with(&title)))
        })
    }

    /// Returns the record with the same citation but for one number, and the text after it, which is nearest.
    fn nearest(&self, list: List, q: &str) -> Option<&Value> {
        for wanted in citations::keys(q).iter().filter(|key| !key.contains(['(', '§'])) {
            let ends: Vec<usize> = wanted.match_indices(' ').map(|(at, _)| at + 1).collect();
            for end in ends.into_iter().rev() {
                let (beginning, rest) = wanted.split_at(end);
                let number = |rest: &str| rest.split(' ').next().unwrap().parse::<u64>().ok();
                let Some(of_wanted) = number(rest).filter(|_| beginning.contains(char::is_alphabetic)) else {
                    continue;
                };
                let has_title = beginning.chars().any(char::is_numeric);
                if list == List::Statutes && rest.contains(' ') && !has_title {
                    continue;
                }
                let near = self.records(list).iter().enumerate().flat_map(|(idx, record)| {
                    let keys = self.searched(list).citations(idx).filter_map(|key| {
                        let other = number(key.strip_prefix(beginning)?)?;
                        let n_equal = key.bytes().zip(wanted.bytes()).take_while(|(one, other)| one == other).count();
                        Some(((other.abs_diff(of_wanted), std::cmp::Reverse(n_equal), key.clone(), idx), record))
                    });
                    keys.collect::<Vec<_>>()
                });
                if let Some((_, record)) = near.min_by_key(|(rank, _)| rank.clone()) {
                    return Some(record);
                }
            }
        }
        None
    }
}

/// Returns the title of a section with its code: the text before the section sign if it has a number, or else that up
/// to the first sign in the section.
fn title(cited: &str) -> Option<String> {
    let (code, section) = cited.split_once(" § ")?;
    if code.chars().any(char::is_numeric) {
        return Some(code.strip_suffix(',').unwrap_or(code).to_owned());
    }
    let parts: Vec<&str> = section.split(|sign| "-.:/".contains(sign)).collect();
    (parts.len() > 1).then(|| format!("{code} § {}", parts[0]))
}
