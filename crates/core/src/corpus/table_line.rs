/*!
Parses a line of a text table that people edit: cells separated by tabs.
*/

use crate::corpus::corpus_error::CorpusError;
use crate::corpus::source_location::SourceLocation;

/// Splits a line into its cells, without the spaces around them.
pub(super) fn parse_cells(line: &[u8], location: &SourceLocation) -> Result<Vec<String>, CorpusError> {
    let Ok(line) = std::str::from_utf8(line) else {
        return Err(CorpusError::in_line(location, "the line is not UTF-8: save the file in that encoding"));
    };
    if line.trim().is_empty() {
        return Err(CorpusError::in_line(location, "the line is empty: remove it"));
    }
    Ok(line.split('\t').map(|cell| cell.trim().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[u8]) -> Result<Vec<String>, String> {
        let location = SourceLocation { path: "x.tsv".to_owned(), line: 7 };
        parse_cells(line, &location).map_err(|error| error.to_string())
    }

    #[test]
    fn cells_lose_the_space_around_them() {
        assert_eq!(parsed(" cop\tpeace  officer\t\té ".as_bytes()).unwrap(), ["cop", "peace  officer", "", "é"]);
        assert_eq!(parsed(b"cop").unwrap(), ["cop"]);
    }

    #[test]
    fn line_without_text_or_not_in_utf_8_is_rejected() {
        for blank in ["", " ", "\t\t"] {
            assert_eq!(parsed(blank.as_bytes()).unwrap_err(), "x.tsv:7: the line is empty: remove it", "{blank:?}");
        }
        assert_eq!(parsed(b"caf\xe9").unwrap_err(), "x.tsv:7: the line is not UTF-8: save the file in that encoding");
    }
}
