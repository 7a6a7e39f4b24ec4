/*!
Finds bills of Congress: `H.R. 3684, 117th Cong., 1st Sess. (2021)`.
*/

use std::ops::Range;

use crate::citations::scan::{digits, folded, is_end, is_start, literal, optional};
use crate::model::BillType;

/// A bill with its Congress or state.
pub(crate) struct CitedBill {
    pub(crate) span: Range<usize>,
    pub(crate) normalized: String,
    /// The id of its record, if it is a bill of Congress.
    pub(crate) id: Option<String>,
}

/// Finds all bills, in the order of the text.
pub(crate) fn bills(text: &str) -> Vec<CitedBill> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| matches!(bytes[*at], b'H' | b'S' | b'h' | b's') && is_start(text, *at));
    starts.filter_map(|at| read(text, at)).collect()
}

fn read(text: &str, start: usize) -> Option<CitedBill> {
    let (bill_type, range) = bill_number(text, start)?;
    let (at, number) = (range.start, range.end);
    let separator = literal(text, number, " -").unwrap_or(optional(text, number, b','));
    let congress = optional(text, separator, b' ');
    let congress_end = digits(text, congress).filter(|end| *end > congress && !text[congress..].starts_with('0'))?;
    let word = literal(text, ordinal(text, congress_end).unwrap_or(congress_end), " ")?;
    let end = ["congress", "cong.", "cong"].iter().find_map(|cong| folded(text, word, cong))?;
    // `117 Cong. Rec. 5` is a page of the Congressional Record.
    if !is_end(text, end) || folded(text, end, " rec").is_some() {
        return None;
    }
    let (number, congress) = (&text[at..number], &text[congress..congress_end]);
    let normalized = format!("{} {number}, {congress}{} Cong.", bill_type.cited_as, ordinal_of(congress));
    Some(CitedBill { span: start..end, normalized, id: Some(id(congress, bill_type, number)) })
}

/// Returns the id of the bill that a text names with an unusual form of its Congress: `117 H.R. 3684`, `hr3684-117`.
pub(crate) fn id_of_lone_bill(text: &str) -> Option<String> {
    let before = digits(text, 0).and_then(|end| Some((end, literal(text, end, " ")?)));
    let (bill_type, number) = bill_number(text, before.map_or(0, |(_, start)| start))?;
    let after = literal(text, number.end, "-").and_then(|start| Some(start..digits(text, start)?));
    let end = after.as_ref().map_or(number.end, |after| after.end);
    let congress = after.or(before.map(|(end, _)| 0..end))?;
    (end == text.len()).then(|| id(&text[congress], bill_type, &text[number]))
}

fn id(congress: &str, bill_type: &BillType, number: &str) -> String {
    format!("federal-{congress}-{}-{number}", bill_type.code)
}

/// Reads the type of a bill and the range of its number.
fn bill_number(text: &str, start: usize) -> Option<(&'static BillType, Range<usize>)> {
    let names = const { &BillType::ALL }
        .iter()
        .flat_map(|of_type| [of_type.cited_as, of_type.prefix].map(|name| (of_type, name)));
    names.into_iter().find_map(|(of_type, name)| {
        let at = letters_at(text, start, name)?;
        let at = folded(text, at, "no. ").unwrap_or(at);
        let end = digits(text, at).filter(|_| !text[at..].starts_with('0'))?;
        Some((of_type, at..end))
    })
}

/// Returns the end of the ending of an ordinal number.
fn ordinal(text: &str, at: usize) -> Option<usize> {
    ["st", "nd", "rd", "d", "th"].iter().find_map(|ordinal| folded(text, at, ordinal))
}

/// Matches the letters of a name, with optional full stops and spaces between them, and a following space. Returns
/// their end.
fn letters_at(text: &str, start: usize, name: &str) -> Option<usize> {
    let mut at = start;
    for letter in name.bytes().filter(u8::is_ascii_alphabetic) {
        at = optional(text, optional(text, at, b'.'), b' ');
        let found = text.as_bytes().get(at)?;
        at = found.eq_ignore_ascii_case(&letter).then_some(at + 1)?;
    }
    Some(optional(text, optional(text, at, b'.'), b' '))
}

/// Returns the ending of an ordinal number in the form of the Bluebook.
pub(crate) fn ordinal_of(number: &str) -> &'static str {
    match number.as_bytes() {
        [.., b'1', _] => "th",
        [.., b'1'] => "st",
        [.., b'2'] => "d",
        [.., b'3'] => "d",
        _ => "th",
    }
}

/// Returns the end of the session after a bill's Congress: `, 1st Sess.`
pub(crate) fn session(text: &str, start: usize) -> usize {
    let read = || {
        let at = literal(text, start, ", ")?;
        let number = digits(text, at).and_then(|end| ordinal(text, end));
        let number = number.or_else(|| ["first", "second", "third"].iter().find_map(|word| folded(text, at, word)))?;
        [" session", " sess.", " sess"].iter().find_map(|word| folded(text, number, word))
    };
    read().unwrap_or(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bill_has_a_number_and_a_congress() {
        for (text, expected) in [
            ("H.R. 3684, 117th Cong.", "H.R. 3684, 117th Cong."),
            ("S. 2938, 117th Cong.", "S. 2938, 117th Cong."),
            ("H. R. 1, 102nd Congress", "H.R. 1, 102d Cong."),
            ("H.R. No. 5, 111th Cong.", "H.R. 5, 111th Cong."),
            ("H.R.J. Res. 40, 103d Cong.", "H.R.J. Res. 40, 103d Cong."),
            ("S. Con. Res. 5, 101st Cong.", "S. Con. Res. 5, 101st Cong."),
            ("S. 1, 112th Cong.", "S. 1, 112th Cong."),
            ("hr3684 117th congress", "H.R. 3684, 117th Cong."),
            ("H.R.3684 - 117th Congress", "H.R. 3684, 117th Cong."),
            ("H. R. 3684, 117 CONG.", "H.R. 3684, 117th Cong."),
        ] {
            let found: Vec<_> = bills(text).into_iter().map(|bill| (bill.span, bill.normalized)).collect();
            assert_eq!(found, [(0..text.len(), expected.to_owned())], "{text}");
        }
        for text in [
            "H.R. 3684",
            "H.R. 1, 117 Cong. Rec. 5",
            "S. 0, 117th Cong.",
            "H.R. 1, 0117th Cong.",
            "H.R.Rep. No. 1476, 94th Cong.",
            "S. Rep. 5",
        ] {
            assert!(bills(text).is_empty(), "{text}");
        }
    }
}
