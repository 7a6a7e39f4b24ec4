/*!
The parts of a record that are searched.
*/

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::{List, citations, text, words};

/// The parts of a record that `q` and `citation` match, split into words.
pub(super) struct SearchedTexts {
    /// The title, the popular names and the numbers, each of which names the record.
    pub(super) names: Vec<Vec<String>>,
    /// The words before `v` in the name of a case, such as `roe`. A name without parties has no such words.
    pub(super) first_party: Vec<String>,
    pub(super) has_popular_name: bool,
    /// Whether a court of last resort has decided the case; set by the catalogue.
    pub(super) is_of_last_resort: bool,
    pub(super) citations: Vec<String>,
    /// The positions of each word in the searched parts of the record.
    pub(super) places: HashMap<String, Vec<usize>>,
    /// The positions of each word in the text behind the record.
    pub(super) places_in_text: HashMap<String, Vec<usize>>,
}

impl SearchedTexts {
    pub(super) fn new(
        list: List,
        record: &Value,
        popular_names: &[String],
        (text_behind, aliases): (&str, &[String]),
    ) -> Self {
        let title = text(record, if list == List::Cases { "caseName" } else { "title" });
        let titles = [title].into_iter().chain(popular_names.iter().map(String::as_str)).map(str::to_owned);
        let mut citations: Vec<&str> =
            [&record["citation"], &record["meta"]["citation"]].into_iter().filter_map(Value::as_str).collect();
        citations.dedup();
        let names: Vec<String> = titles.chain(numbers(record)).collect();
        let summary = record["summary"].as_str().map(str::to_owned);
        let texts = names.iter().cloned().chain(citations.iter().map(|citation| (*citation).to_owned())).chain(summary);
        let name = words::words(title);
        let before_v: Vec<String> = name.iter().take_while(|word| *word != "v").cloned().collect();
        let has_parties = list == List::Cases && before_v.len() + 1 < name.len();
        let mut searched = Self {
            first_party: if has_parties { before_v } else { Vec::new() },
            has_popular_name: !popular_names.is_empty(),
            is_of_last_resort: false,
            names: names.iter().map(|name| words::words(name)).collect(),
            citations: citations
                .iter()
                .copied()
                .chain(aliases.iter().map(String::as_str))
                .flat_map(lexdex_index::citation_keys)
                .chain([citations::id_entry(text(record, "id"))])
                .chain(citations::bill_keys(record))
                .collect(),
            places: HashMap::new(),
            places_in_text: HashMap::new(),
        };
        for (place, word) in words::words(text_behind).into_iter().enumerate() {
            searched.places_in_text.entry(word).or_default().push(place);
        }
        let mut place = 0;
        for text in texts {
            for word in words::words(&text) {
                searched.places.entry(word).or_default().push(place);
                place += 1;
            }
            // An empty position separates two texts, so that no phrase spans both.
            place += 1;
        }
        searched
    }

    /// Returns whether the record has a word of each of these sets at its distance from a common position.
    pub(super) fn has_at_distances(&self, words: &[(usize, Vec<String>)]) -> bool {
        has_at_distances(&self.places, words)
    }

    /// Returns whether the text behind the record has these words next to each other.
    pub(super) fn has_phrase_in_text(&self, words: &[(usize, Vec<String>)]) -> bool {
        has_at_distances(&self.places_in_text, words)
    }
}

fn has_at_distances(places: &HashMap<String, Vec<usize>>, words: &[(usize, Vec<String>)]) -> bool {
    let starts = |(distance, forms): &(usize, Vec<String>)| -> BTreeSet<usize> {
        let places = forms.iter().filter_map(|form| places.get(form)).flatten();
        places.filter_map(|place| place.checked_sub(*distance)).collect()
    };
    let common = words.iter().map(starts).reduce(|common, starts| &common & &starts);
    common.is_some_and(|common| !common.is_empty())
}

/// Returns the numbers of a record in each spelling that also names it.
pub(super) fn numbers(record: &Value) -> Vec<String> {
    let of = |field: &str| record[field].as_str();
    let mut numbers = Vec::new();
    numbers.extend(of("titleNumber").map(|number| format!("title {number}")));
    numbers.extend(of("sectionNumber").map(|number| format!("section {}", number.strip_prefix("§ ").unwrap())));
    if let Some(number) = of("billNumber") {
        numbers.push(number.to_owned());
        let n_before = number.find(|character: char| character.is_ascii_digit()).unwrap_or(number.len());
        let letters: String = number[..n_before].chars().filter(|character| character.is_alphabetic()).collect();
        let digits = &number[n_before..];
        if !letters.is_empty() && !digits.is_empty() {
            let pairs = digits.bytes().zip(digits.bytes().skip(1));
            let n_zeros = pairs.take_while(|(digit, next)| *digit == b'0' && next.is_ascii_digit()).count();
            for spelling in [format!("{letters} {digits}"), format!("{letters} {}", &digits[n_zeros..])] {
                if !numbers.contains(&spelling) {
                    numbers.push(spelling);
                }
            }
        }
    }
    numbers
}
