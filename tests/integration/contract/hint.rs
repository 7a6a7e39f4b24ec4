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
            None => format!("No {noun} here has the citation {}.", absent.trim_end_matches('.')),
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
