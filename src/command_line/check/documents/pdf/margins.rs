/*!
Removes what interrupts the text of a page: the numbers of lines and pages, and the running heads and feet.
*/

use std::collections::{BTreeSet, HashMap};

use super::lines::{GAP, TextLine};

/// The minimum count of line numbers on a page, as on pleading paper.
const MIN_NUMBERS: usize = 10;

/// The minimum count of pages with a running head.
const MIN_PAGES: usize = 3;

/// The lines at the top and at the bottom of a page that may be a running head or foot.
const MAX_RUNNING_LINES: usize = 2;

/// The key of all numbers of pages.
const PAGE_NUMBER: &str = "#";

/// Removes the margins of all pages. The first copy of a running head stays, because nothing may be lost.
pub(super) fn remove(pages: &mut [Vec<TextLine>]) {
    pages.iter_mut().for_each(remove_line_numbers);
    let n_pages = pages.iter().filter(|page| !page.is_empty()).count();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        let keys: BTreeSet<String> = edges(page.len()).filter_map(|idx| key(page, idx)).collect();
        keys.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
    }
    counts.retain(|_, count| *count >= MIN_PAGES && *count * 2 >= n_pages);
    let mut seen: BTreeSet<String> = BTreeSet::from([PAGE_NUMBER.to_owned()]);
    for (idx, page) in pages.iter_mut().enumerate() {
        let own_number = (idx + 1).to_string();
        let is_removed: Vec<usize> = edges(page.len())
            .filter(|idx| {
                let Some(key) = key(page, *idx) else { return false };
                let is_own_number = key == PAGE_NUMBER && page[*idx].text.contains(&own_number);
                is_own_number || (counts.contains_key(&key) && !seen.insert(key))
            })
            .collect();
        let mut idx = 0;
        page.retain(|_| {
            idx += 1;
            !is_removed.contains(&(idx - 1))
        });
        page.iter_mut().for_each(|line| line.text = line.text.replace(GAP, " "));
    }
}

/// Returns the indexes of the lines at the top and at the bottom of a page.
fn edges(n_lines: usize) -> impl Iterator<Item = usize> {
    let from_bottom = n_lines.saturating_sub(MAX_RUNNING_LINES).max(MAX_RUNNING_LINES.min(n_lines));
    (0..MAX_RUNNING_LINES.min(n_lines)).chain(from_bottom..n_lines)
}

/// Returns the text of a line with a sign in place of the number of the page, which is the first or the last word or after
/// `Page`. Other numbers stay, because citations may differ only by them. `None` if the line cannot be a running head or
/// foot: the number of a page is the first or the last line.
fn key(page: &[TextLine], idx: usize) -> Option<String> {
    let text = &page[idx].text;
    if is_page_number(text) {
        return (idx == 0 || idx + 1 == page.len()).then(|| PAGE_NUMBER.to_owned());
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let edge = if words.first().is_some_and(|first| is_number(first)) { 0 } else { words.len().saturating_sub(1) };
    let is_of_page = |idx: usize| idx == edge || (idx > 0 && words[idx - 1].eq_ignore_ascii_case("page"));
    let key = words.iter().enumerate().map(|(idx, word)| if is_number(word) && is_of_page(idx) { "#" } else { word });
    Some(key.collect::<Vec<_>>().join(" ")).filter(|key| key.contains(char::is_alphabetic))
}

/// Returns whether a line is only the number of a page, such as `- 12 -`, `xii` or `Page 3 of 12`.
fn is_page_number(text: &str) -> bool {
    let is_number = |word: &str| {
        let is_roman = word.len() <= 6 && word.bytes().all(|byte| b"ivxl".contains(&byte));
        is_roman || (word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let words = text.split([' ', GAP, '-', '–', '—', '|']).filter(|word| !word.is_empty());
    let (numbers, others): (Vec<_>, Vec<_>) = words.partition(|word| is_number(word));
    (1..=2).contains(&numbers.len()) && others.iter().all(|word| matches!(*word, "Page" | "page" | "PAGE" | "of"))
}

/// Removes the numbers of lines: ascending numbers in a column at the left.
fn remove_line_numbers(page: &mut Vec<TextLine>) {
    let numbers: Vec<(usize, u32)> =
        page.iter().enumerate().filter_map(|(idx, line)| Some((idx, numbered(&line.text)?.0))).collect();
    let is_ascending = numbers.windows(2).all(|pair| pair[1].1 == pair[0].1 + 1);
    let first_x = numbers.first().map_or(0.0, |(idx, _)| page[*idx].x);
    let is_column = numbers.iter().all(|(idx, _)| (page[*idx].x - first_x).abs() < page[*idx].size);
    if numbers.len() < MIN_NUMBERS || !is_ascending || !is_column {
        return;
    }
    for (idx, _) in numbers {
        let rest = numbered(&page[idx].text).map(|(_, rest)| rest.to_owned());
        page[idx].text = rest.unwrap_or_default();
    }
    page.retain(|line| !line.text.is_empty());
}

/// Returns the number of a line, and its text after a gap. The number may be the whole line.
fn numbered(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(n_digits);
    let is_apart = rest.is_empty() || rest.starts_with(GAP) || rest.starts_with("  ");
    let number = (n_digits <= 2 && is_apart).then(|| number.parse().ok()).flatten()?;
    Some((number, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(lines: &[String]) -> Vec<TextLine> {
        let line = |text: &String| TextLine { text: text.clone(), turn: 0, x: 72.0, y: 0.0, size: 12.0 };
        lines.iter().map(line).collect()
    }

    fn texts(page: &[TextLine]) -> Vec<&str> {
        page.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn heads_feet_and_numbers_of_pages_are_removed() {
        let text = |number: usize| {
            [format!("Case 1 Page {number} of 3"), format!("text\t{number} U.S. 5"), number.to_string()]
        };
        let mut pages: Vec<_> = (1..=3).map(|number| page(&text(number))).collect();
        remove(&mut pages);
        assert_eq!(texts(&pages[0]), ["Case 1 Page 1 of 3", "text 1 U.S. 5"]);
        assert_eq!(texts(&pages[2]), ["text 3 U.S. 5"]);
    }

    #[test]
    fn numbers_of_lines_are_removed_and_those_of_a_list_are_not() {
        let text = |number: usize| match number {
            2 => "2".to_owned(),
            number if number % 2 == 0 => format!("{number}   text"),
            number => format!("{number}\ttext"),
        };
        let mut pages =
            vec![page(&(1..=28).map(text).collect::<Vec<_>>()), page(&(1..=9).map(text).collect::<Vec<_>>())];
        remove(&mut pages);
        assert_eq!(texts(&pages[0]), ["text"; 27]);
        assert_eq!(pages[1][0].text, "1 text");
    }

    #[test]
    fn page_numbers_are_recognized() {
        for (text, expected) in [
            ("12", true),
            ("- xii -", true),
            ("Page 3 of 12", true),
            ("113 (1973)", false),
            ("113.", false),
            ("410 U.S. 113", false),
            ("20260", false),
            ("of", false),
            ("—", false),
            ("", false),
        ] {
            assert_eq!(is_page_number(text), expected, "{text}");
        }
    }
}
