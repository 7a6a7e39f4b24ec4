/*!
The parts of a record that are searched.
*/

use std::collections::BTreeSet;

use serde_json::Value;

use super::{List, citations, text, words};

/// The parts of a record that `q` and `citation` match, split into words.
pub(super) struct SearchedTexts {
    /// The title and the popular names.
    pub(super) titles: Vec<Vec<String>>,
    /// The section, title or bill number in each spelling that also names the record.
    pub(super) numbers: Vec<Vec<String>>,
    pub(super) citations: Vec<String>,
    /// Every text that `q` searches.
    pub(super) texts: Vec<Vec<String>>,
}

impl SearchedTexts {
    pub(super) fn new(list: List, record: &Value, popular_names: &[String]) -> Self {
        let title = text(record, if list == List::Cases { "caseName" } else { "title" });
        let titles = [title].into_iter().chain(popular_names.iter().map(String::as_str));
        let of = |field: &str| record[field].as_str().map(str::to_owned);
        let mut numbers = Vec::new();
        numbers.extend(of("titleNumber").map(|number| format!("title {number}")));
        numbers.extend(of("sectionNumber").map(|number| format!("section {}", number.strip_prefix("§ ").unwrap())));
        if let Some(number) = of("billNumber") {
            let n_before = number.find(|character: char| character.is_ascii_digit()).unwrap_or(number.len());
            let letters: String = number[..n_before].chars().filter(|character| character.is_alphabetic()).collect();
            let digits = &number[n_before..];
            if !letters.is_empty() && !digits.is_empty() {
                let pairs = digits.bytes().zip(digits.bytes().skip(1));
                let n_zeros = pairs.take_while(|(digit, next)| *digit == b'0' && next.is_ascii_digit()).count();
                let without_zeros = &digits[n_zeros..];
                numbers.extend([format!("{letters} {digits}"), format!("{letters} {without_zeros}")]);
            }
            numbers.push(number);
        }
        let citations: BTreeSet<String> = [&record["citation"], &record["meta"]["citation"]]
            .into_iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        let texts =
            titles.clone().map(str::to_owned).chain(numbers.clone()).chain(citations.clone()).chain(of("summary"));
        Self {
            titles: titles.map(words::words).collect(),
            numbers: numbers.iter().map(|number| words::words(number)).collect(),
            citations: citations.iter().map(|citation| citations::normal(citation)).collect(),
            texts: texts.map(|text| words::words(&text)).collect(),
        }
    }
}
