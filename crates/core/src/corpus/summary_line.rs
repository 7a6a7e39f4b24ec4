/*!
Parses a line of a file of summaries: a summary that this project wrote for a record of another source.
*/

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::corpus::corpus_error::CorpusError;
use crate::corpus::json_line::parse_line;
use crate::corpus::record_check::short_text_error;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;
use crate::model::Date;

/// The maximum length of a summary in characters. It is two or three sentences.
pub const MAX_SUMMARY_CHARS: usize = 600;

/// A summary for a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SummaryLine<'l> {
    /// The id of the record.
    pub id: Cow<'l, str>,
    /// The summary in plain English.
    pub summary: Cow<'l, str>,
    /// The day on which the summary was written.
    pub written: Date,
    /// The state of the law that the summary describes, such as `Pub. L. 119-99` or a date.
    pub text_as_of: Cow<'l, str>,
}

/// Parses a line as a summary, and checks it. Reports every invalid field.
pub fn parse_summary(line: &[u8], location: &SourceLocation) -> Result<SummaryLine<'static>, Vec<CorpusError>> {
    let parsed: SummaryLine<'static> = parse_line(line, location).map_err(|error| vec![error])?;
    let as_of = short_text_error(&parsed.text_as_of);
    let faults = [
        ("id", text::record_id_error(&parsed.id)),
        ("summary", summary_error(&parsed.summary)),
        ("textAsOf", as_of.map(|fault| format!("{fault}: name the law or the date that the summary describes"))),
    ];
    let errors = faults.into_iter().filter_map(|(field, fault)| Some(CorpusError::in_field(location, field, fault?)));
    let errors: Vec<CorpusError> = errors.collect();
    if errors.is_empty() { Ok(parsed) } else { Err(errors) }
}

fn summary_error(summary: &str) -> Option<String> {
    let n_chars = summary.chars().count();
    if n_chars > MAX_SUMMARY_CHARS {
        return Some(format!("has {n_chars} characters: shorten it to {MAX_SUMMARY_CHARS} or fewer"));
    }
    short_text_error(summary).map(|fault| format!("{fault}: write one or two sentences, or remove the line"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(line: &str) -> Vec<String> {
        let location = SourceLocation { path: "a.jsonl".to_owned(), line: 7 };
        let errors = parse_summary(line.as_bytes(), &location).err().unwrap_or_default();
        errors.iter().map(|error| error.to_string().replace("a.jsonl:7: ", "")).collect()
    }

    #[test]
    fn summary_line_is_parsed_and_written_back() {
        let line = concat!(
            r#"{"id":"federal-usc-18-1001","summary":"Forbids lying.","written":"2026-11-30","#,
            r#""textAsOf":"Pub. L. 119-99"}"#
        );
        let location = SourceLocation { path: "a.jsonl".to_owned(), line: 1 };
        let parsed = parse_summary(line.as_bytes(), &location).unwrap();
        assert_eq!((&*parsed.id, &*parsed.summary), ("federal-usc-18-1001", "Forbids lying."));
        assert_eq!(serde_json::to_string(&parsed).unwrap(), line);
    }

    #[test]
    fn every_invalid_field_of_a_summary_is_reported() {
        let fix = "write one or two sentences, or remove the line";
        let long = "é".repeat(MAX_SUMMARY_CHARS + 1);
        let long = format!(r#"{{"id":"a","summary":"{long}","written":"2026-11-30","textAsOf":"2026"}}"#);
        for (line, expected) in [
            (
                r#"{"id":"A b","summary":" ","written":"2026-11-30","textAsOf":""}"#,
                &[
                    "id: \"A b\" is not made of a-z, 0-9, dot and hyphen, at most 200 of them",
                    &format!("summary: is empty: {fix}"),
                    "textAsOf: is empty: name the law or the date that the summary describes",
                ][..],
            ),
            (
                r#"{"id":"a","summary":"b\tc","written":"2026-11-30","textAsOf":"2026"}"#,
                &[&format!(r#"summary: "b\tc" has a control character: {fix}"#)],
            ),
            (&long, &["summary: has 601 characters: shorten it to 600 or fewer"]),
            (
                r#"{"id":"a","summary":"b","written":"2026-02-30","textAsOf":"2026"}"#,
                &["written: \"2026-02-30\" is not a date that exists, written YYYY-MM-DD, at column 46"],
            ),
            (
                r#"{"id":"a","summary":"b","written":"2026-11-30","textAsOf":"2026","by":"me"}"#,
                &["by: unknown field `by`, expected one of `id`, `summary`, `written`, `textAsOf`, at column 69"],
            ),
            (r#"{"id":"a","summary":"b","written":"2026-11-30"}"#, &["missing field `textAsOf`, at column 47"]),
            ("", &["the line is empty: every line is one record"]),
        ] {
            assert_eq!(messages(line), expected, "{line}");
        }
    }
}
