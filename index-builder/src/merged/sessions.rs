/*!
The sessions of which parts have all bills.
*/

use std::collections::HashMap;

use lexdex_core::model::Date;
use serde::Deserialize;

use crate::import::parts::header::PartHeader;
use crate::merged::part_files::PartFile;

/// The sessions by format and prefix of the ids, each with the newest part that has it whole.
pub(super) struct CompleteSessions<'p> {
    sessions: HashMap<(&'p str, &'p str), (Option<Date>, &'p PartHeader)>,
}

/// The number of a bill.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BillHead {
    #[serde(default)]
    bill_number: String,
}

impl<'p> CompleteSessions<'p> {
    pub(super) fn new(parts: &'p [PartFile]) -> Self {
        let mut sessions = HashMap::new();
        for part in parts.iter().map(|part| &part.header) {
            for prefix in &part.complete_sessions {
                let newest = sessions.entry((&*part.format, &**prefix)).or_insert((part.newest, part));
                if newest.0 < part.newest {
                    *newest = (part.newest, part);
                }
            }
        }
        Self { sessions }
    }

    /// The newer part that has all bills of a bill's session, if it is another one than the bill's.
    pub(super) fn newer(&self, part: &PartHeader, id: &str, record: &str) -> Option<&'p PartHeader> {
        if self.sessions.is_empty() {
            return None;
        }
        let prefixes = id.match_indices('-').map(|(hyphen, _)| id.split_at(hyphen + 1));
        for (prefix, rest) in prefixes {
            let Some((newest, complete)) = self.sessions.get(&(&*part.format, prefix)) else { continue };
            if complete.name != part.name && part.newest < *newest && is_number(rest, &bill_number(record)) {
                return Some(complete);
            }
        }
        None
    }
}

fn bill_number(record: &str) -> String {
    serde_json::from_str::<BillHead>(record).map(|head| head.bill_number).unwrap_or_default()
}

/// Whether a piece of an id is a bill's number. Compares only letters and digits, and ignores zeros before the first
/// number, because ids have `sf0006` for the printed `SF 6`.
fn is_number(piece_of_id: &str, number: &str) -> bool {
    let letters = |text: &str| {
        let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        let (prefix, rest) = letters.split_at(letters.find(|c: char| c.is_ascii_digit()).unwrap_or(letters.len()));
        format!("{}{}", prefix.to_ascii_lowercase(), rest.trim_start_matches('0').to_ascii_lowercase())
    };
    // The prefix of federal bills has their type, so that only the number is left.
    letters(number).ends_with(&letters(piece_of_id)) && !letters(piece_of_id).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_a_bill_is_recognized_in_its_id() {
        for (piece_of_id, number) in [
            ("sf0006", "SF 6"),
            ("sf0006", "SF0006"),
            ("b85-38-cor", "B 85-38 (COR)"),
            ("hjra", "HJR A"),
            ("12", "H.R. 12"),
        ] {
            assert!(is_number(piece_of_id, number), "{piece_of_id}");
        }
        for (piece_of_id, number) in
            [("special-sf0006", "SF 6"), ("sf0060", "SF 6"), ("sf16", "SF 6"), ("1-sf6", "SF 6")]
        {
            assert!(!is_number(piece_of_id, number), "{piece_of_id}");
        }
    }
}
