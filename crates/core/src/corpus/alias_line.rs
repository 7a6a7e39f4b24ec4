/*!
Parses a line of the file of parallel citations: further citations of a decision, which are searched but not served.
*/

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::corpus::corpus_error::CorpusError;
use crate::corpus::id_form;
use crate::corpus::json_line::parse_line;
use crate::corpus::record_check::short_text_error;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;

/// The parallel citations of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AliasLine<'a> {
    /// The id of the case.
    pub id: Cow<'a, str>,
    /// The citations of the same decision in other reporters, at least one. All of them and the record's own citation
    /// have different forms in ids (see [`id_form::citation`]).
    pub citations: Vec<Cow<'a, str>>,
}

impl AliasLine<'_> {
    /// Returns the position of a citation that has the same form in ids as the record's own, if there is one.
    pub fn position_of(citations: &[Cow<'_, str>], own_citation: &str) -> Option<usize> {
        let own = id_form::citation(own_citation);
        citations.iter().position(|citation| id_form::citation(citation) == own)
    }
}

/// Parses a line as the parallel citations of a decision, and checks them. Reports every invalid citation.
pub fn parse_aliases(line: &[u8], location: &SourceLocation) -> Result<AliasLine<'static>, Vec<CorpusError>> {
    let parsed: AliasLine<'static> = parse_line(line, location).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut report = |field: &str, message| errors.push(CorpusError::in_field(location, field, message));
    if let Some(message) = text::record_id_error(&parsed.id) {
        report("id", message);
    }
    if parsed.citations.is_empty() {
        report("citations", "is empty: remove the line, or add a citation".to_owned());
    }
    let mut forms: Vec<String> = Vec::with_capacity(parsed.citations.len());
    for (idx, citation) in parsed.citations.iter().enumerate() {
        let form = id_form::citation(citation);
        let same = forms.iter().position(|other| *other == form);
        let message = match same {
            _ if form.is_empty() => Some(format!("{citation:?} has no letter a-z and no digit: remove it")),
            Some(first) => Some(format!("{citation:?} is the same as {:?}: remove one", parsed.citations[first])),
            None => short_text_error(citation),
        };
        if let Some(message) = message {
            report(&format!("citations[{idx}]"), message);
        }
        forms.push(form);
    }
    if errors.is_empty() { Ok(parsed) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::record_check::MAX_TEXT_BYTES;

    fn messages(line: &str) -> Vec<String> {
        let location = SourceLocation { path: "cases.jsonl".to_owned(), line: 7 };
        let errors = parse_aliases(line.as_bytes(), &location).err().unwrap_or_default();
        errors.iter().map(|error| error.to_string().replace("cases.jsonl:7: ", "")).collect()
    }

    #[test]
    fn line_with_citations_is_parsed_and_written_back() {
        let line = r#"{"id":"scotus-410-us-113","citations":["93 S. Ct. 705","35 L. Ed. 2d 147"]}"#;
        let location = SourceLocation { path: "cases.jsonl".to_owned(), line: 1 };
        let parsed = parse_aliases(line.as_bytes(), &location).unwrap();
        assert_eq!(parsed.id, "scotus-410-us-113");
        assert_eq!(parsed.citations, ["93 S. Ct. 705", "35 L. Ed. 2d 147"]);
        assert_eq!(AliasLine::position_of(&parsed.citations, "35 L Ed 2d 147"), Some(1));
        assert_eq!(AliasLine::position_of(&parsed.citations, "410 U.S. 113"), None);
        assert_eq!(serde_json::to_string(&parsed).unwrap(), line);
    }

    #[test]
    fn every_invalid_citation_of_a_line_is_reported_with_its_fix() {
        for (line, expected) in [
            (r#"{"id":"a","citations":[]}"#, &["citations: is empty: remove the line, or add a citation"][..]),
            (
                r#"{"id":"A b","citations":["1 U.S. 1"]}"#,
                &["id: \"A b\" is not made of a-z, 0-9, dot and hyphen, at most 200 of them"],
            ),
            (
                r#"{"id":"a","citations":["§ .", "1 U.S. 1", "", "1 US 1", "1\nUS 2"]}"#,
                &[
                    "citations[0]: \"§ .\" has no letter a-z and no digit: remove it",
                    "citations[2]: \"\" has no letter a-z and no digit: remove it",
                    "citations[3]: \"1 US 1\" is the same as \"1 U.S. 1\": remove one",
                    "citations[4]: \"1\\nUS 2\" has a control character",
                ],
            ),
            (
                r#"{"id":"a","citations":["1 U.S. 1"],"note":1}"#,
                &["note: unknown field `note`, expected `id` or `citations`, at column 41"],
            ),
            (r#"{"id":"a"}"#, &["missing field `citations`, at column 10"]),
            (
                r#"{"id":"a","citations":"1 U.S. 1"}"#,
                &["citations: invalid type: string \"1 U.S. 1\", expected a sequence, at column 32"],
            ),
            ("[]", &["the line is not a JSON object: every line is one record"]),
        ] {
            assert_eq!(messages(line), expected, "{line}");
        }
    }

    #[test]
    fn citation_is_as_long_as_that_of_a_record_and_no_longer() {
        let line = |n_bytes: usize| format!(r#"{{"id":"a","citations":["{}"]}}"#, "1".repeat(n_bytes));
        assert_eq!(messages(&line(MAX_TEXT_BYTES)), [""; 0]);
        let expected = format!("citations[0]: is {} bytes long, more than {MAX_TEXT_BYTES}", MAX_TEXT_BYTES + 1);
        assert_eq!(messages(&line(MAX_TEXT_BYTES + 1)), [expected]);
    }
}
