/*!
The years in a search, which find the records of their dates.
*/

use crate::text::tokenizer::WordReader;

/// Words before a number that is no year, besides the sign of a section.
const NUMBERED: &[&str] = &[
    "article",
    "bill",
    "chapter",
    "code",
    "file",
    "no",
    "number",
    "resolution",
    "rule",
    "sec",
    "section",
    "sections",
    "title",
    "us",
    "usc",
    "usca",
];

/// Returns the years in a normalized search, sorted: numbers of four digits that are not the number of a section or of another
/// text, as in `section 1983`.
pub(crate) fn years(normalized: &str) -> Vec<String> {
    let mut reader = WordReader::new(normalized);
    let (mut word, mut before, mut end_of_last) = (String::new(), String::new(), 0);
    let mut years = Vec::new();
    while let Some(range) = reader.read_next(&mut word) {
        let is_numbered = NUMBERED.contains(&before.as_str()) || normalized[end_of_last..range.start].contains('§');
        if is_year(&word) && !is_numbered {
            years.push(word.clone());
        }
        std::mem::swap(&mut before, &mut word);
        end_of_last = range.end;
    }
    years.sort_unstable();
    years.dedup();
    years
}

/// Returns whether a word has the form of a year.
pub(crate) fn is_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}
