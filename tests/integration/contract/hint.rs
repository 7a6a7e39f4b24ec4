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
        Some(match self.nearest(list, q, absent) {
            _ if !found.records.is_empty() => {
                format!("No {noun} here has the citation {absent}: these {noun}s mention it.")
            }
            Some(record) => {
                let citation = printed(record);
                let name = if list == List::Cases { text(record, "caseName") } else { text(record, "title") };
                format!("No {noun} here has the citation {absent}: the nearest is {citation} ({name}).")
            }
            None if list == List::Statutes => match title(absent) {
                Some((title, beginning)) if !self.has_title(list, q) => {
                    let begins = |record: &Value| printed(record).starts_with(&beginning);
                    assert!(!self.records(list).iter().any(begins), "{q}: a record begins with {beginning}");
                    format!("No {noun} here has the citation {absent}: no section {title} is here.")
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
    fn nearest(&self, list: List, q: &str, absent: &str) -> Option<&Value> {
        let is_decimal = with_first_number(absent).is_some_and(|beginning| beginning.ends_with('.'));
        for wanted in citations::keys(q).iter().filter(|key| !key.contains(['(', '§'])) {
            let ends: Vec<usize> = wanted.match_indices(' ').map(|(at, _)| at + 1).collect();
            for end in ends.into_iter().rev() {
                let (beginning, rest) = wanted.split_at(end);
                let number = |rest: &str| rest.split(' ').next().unwrap().parse::<u64>().ok();
                let Some(of_wanted) = number(rest).filter(|_| beginning.contains(char::is_alphabetic)) else {
                    continue;
                };
                let has_title = beginning.chars().any(char::is_numeric);
                if list == List::Statutes && rest.contains(' ') && !has_title && !is_decimal {
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

/// Returns the citation of a record as it is shown.
fn printed(record: &Value) -> &str {
    record["citation"].as_str().or(record["meta"]["citation"].as_str()).unwrap_or("")
}

/// Returns the beginning of a citation up to the sign after its first number and the letters after it.
fn with_first_number(cited: &str) -> Option<&str> {
    let signs = cited.char_indices().skip_while(|(_, sign)| !sign.is_ascii_digit());
    let (at, _) = signs.into_iter().find(|(_, sign)| ['-', '.', ':', '/', ',', ' '].contains(sign))?;
    Some(&cited[..=at])
}

/// Returns words on the sections of the title of a section, and the text with which the citations of all of them begin.
fn title(cited: &str) -> Option<(String, String)> {
    let (code, _) = cited.split_once(" § ")?;
    if code.chars().any(char::is_numeric) {
        return Some((format!("of {}", code.strip_suffix(',').unwrap_or(code)), format!("{code} § ")));
    }
    let beginning = with_first_number(cited).filter(|beginning| beginning.ends_with(['-', ':', '/']))?;
    Some((format!("that begins with {beginning}"), beginning.to_owned()))
}
