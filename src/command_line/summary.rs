/*!
Sentences below a table: which rows it shows, and how search words were read.
*/

use lexdex_core::model::{MOST, MatchMode};

use crate::command_line::json::ShownMeta;

/// Formats a number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the sentence about the rows shown and their total.
pub(crate) fn row_summary(meta: &ShownMeta, n_rows: u64) -> String {
    let total = grouped(meta.total);
    if meta.total == 0 {
        return "0 of 0: no record in this index matches; `lexdex get coverage` lists its contents".to_owned();
    }
    if n_rows == 0 {
        return format!("0 of {total}: the offset is at or past the end");
    }
    let last = meta.offset.saturating_add(n_rows);
    let mut text = format!("{}–{} of {total}", grouped(meta.offset.saturating_add(1)), grouped(last));
    if last < meta.total {
        text.push_str(&format!("; --offset {last} continues, --all gets all"));
    }
    text
}

/// Returns whether rows are left out, or there are no rows.
pub(crate) fn is_partial(meta: &ShownMeta, n_rows: u64) -> bool {
    n_rows == 0 || meta.offset > 0 || n_rows < meta.total
}

/// Returns the sentences about words that were not read as typed.
pub(crate) fn reading(meta: &ShownMeta) -> Vec<String> {
    let corrected = meta.corrected.iter().map(|(typed, read)| format!("no record has \"{typed}\": read as \"{read}\""));
    let relaxed = match meta.rule.as_deref() {
        Some(MOST) => Some("these records have enough of the words, not all of them"),
        Some(rule) if rule == MatchMode::Any.as_str() => {
            Some("these records have at least one of the words, not all of them")
        }
        _ => None,
    };
    let relaxed = relaxed.map(str::to_owned);
    corrected.chain(relaxed).chain(meta.hint.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn summary_says_the_rows_and_how_to_go_on() {
        let summary = |total, offset, n_rows| row_summary(&ShownMeta { total, offset, ..ShownMeta::default() }, n_rows);
        assert_eq!(summary(1234, 0, 20), "1–20 of 1,234; --offset 20 continues, --all gets all");
        assert_eq!(summary(1234, 1220, 14), "1,221–1,234 of 1,234");
        assert_eq!(summary(5, 0, 5), "1–5 of 5");
        assert_eq!(summary(5, 5, 0), "0 of 5: the offset is at or past the end");
        assert!(summary(0, 0, 0).starts_with("0 of 0: "));
        assert!(summary(1, u64::MAX, 1).starts_with("18,446,744,073,709,551,615–"));
    }
}
