/*!
The page of prior release points, <https://uscode.house.gov/download/priorreleasepoints.htm>.

It lists the release points, the newest first, each as a link to `usc-rp@119-72not60.htm` with a text such as “Public Law
119-72 (01/20/2026) , except 119-60, affecting titles 38, 42.” The current release point is in a comment. Some are listed
twice, with different titles.
*/

use std::collections::BTreeSet;

use anyhow::Result;
use index_builder::import::text::html::{self, HtmlToken, Tokens};

use crate::publishers::unexpected::unexpected;
use crate::publishers::us_code::title::CodeTitle;

/// The prior release points, the newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PriorReleasePoints(Vec<PriorEntry>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct PriorEntry {
    name: String,
    /// The titles that the release point has changed; `None` if its text has an unknown format.
    titles: Option<BTreeSet<CodeTitle>>,
}

impl PriorReleasePoints {
    /// Reads the page at `url`.
    pub(crate) fn read(url: &str, page: &str) -> Result<Self> {
        let mut entries = Vec::new();
        let mut tokens = Tokens::new(page);
        while let Some(token) = tokens.next() {
            let HtmlToken::Open(tag) = token else { continue };
            let Some(link) = tag.attribute("href").filter(|_| tag.is("a")) else { continue };
            let name = link.split_once("usc-rp@").and_then(|(_, file)| file.strip_suffix(".htm"));
            if let Some(name) = name {
                entries.push(PriorEntry { name: name.to_owned(), titles: affected_titles(&text_of_link(&mut tokens)) });
            }
        }
        if entries.is_empty() {
            return Err(unexpected(url, "the list of prior release points", page.as_bytes()));
        }
        Ok(Self(entries))
    }

    /// The titles that the release points after `name` have changed. `None` if the list does not have `name`, or a
    /// later release point has unknown titles.
    pub(crate) fn changed_since(&self, name: &str) -> Option<BTreeSet<CodeTitle>> {
        let Self(entries) = self;
        let end = entries.iter().rposition(|entry| entry.name == name)?;
        let mut changed = BTreeSet::new();
        for entry in entries[..end].iter().filter(|entry| entry.name != name) {
            changed.extend(entry.titles.as_ref()?);
        }
        Some(changed)
    }
}

/// Reads the text up to the end of the link.
fn text_of_link(tokens: &mut Tokens<'_>) -> String {
    let mut text = String::new();
    for token in tokens {
        match token {
            HtmlToken::Text(part) => text.push_str(&html::unescape(part)),
            HtmlToken::Close(name) if name.eq_ignore_ascii_case("a") => break,
            HtmlToken::Open(_) | HtmlToken::Close(_) => text.push(' '),
        }
    }
    text
}

/// The titles in the text of a release point. `None` if any part of their list has an unknown format.
fn affected_titles(text: &str) -> Option<BTreeSet<CodeTitle>> {
    let (_, list) = text.split_once("affecting title")?;
    let list = list.strip_prefix('s').unwrap_or(list).trim().trim_end_matches(['.', '"']);
    let words = list.split([',', ' ', '\n', '\r', '\t', '\u{a0}']).filter(|word| !word.is_empty() && *word != "and");
    let titles = words.map(CodeTitle::parse).collect::<Option<BTreeSet<CodeTitle>>>()?;
    (!titles.is_empty()).then_some(titles)
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://uscode.house.gov/download/priorreleasepoints.htm";

    fn titles(names: &[&str]) -> BTreeSet<CodeTitle> {
        names.iter().map(|name| CodeTitle::parse(name).unwrap()).collect()
    }

    #[test]
    fn titles_of_a_release_point_are_read_or_unknown() {
        for (text, expected) in [
            ("Public Law 119-72 (01/20/2026) , except 119-60, affecting titles 38, 42.", Some(&["38", "42"][..])),
            ("Public Law 119-59 (12/18/2025), affecting title 16.", Some(&["16"])),
            ("Public Law 118-22 (12/01/2023), affecting titles 11a,\n 18a, and 28a.", Some(&["11a", "18a", "28a"])),
            ("from Pub. L. 117-81 affecting title 10.\"", Some(&["10"])),
            ("Public Law 119-72 (01/20/2026)", None),
            ("Public Law 119-72 (01/20/2026), affecting all titles.", None),
            ("Public Law 119-72 (01/20/2026), affecting titles .", None),
            ("Public Law 119-72, affecting titles 38, 42, and including Public Law 119-1.", None),
        ] {
            assert_eq!(affected_titles(text), expected.map(titles), "{text}");
        }
    }

    #[test]
    fn changes_since_a_release_point_include_all_later_ones() {
        let page = r#"<ul class="releasepoints">
            <!-- <li><a href="releasepoints/us/pl/119/108/usc-rp@119-108.htm">…, affecting titles 26, 31.</a></li> -->
            <li><a class="releasepoint" href="releasepoints/us/pl/119/103/usc-rp@119-103.htm">Public Law 119-103
              (09/02/2026), affecting titles <b>7</b>, 42.</a></li>
            <li><a href="releasepoints/us/pl/119/102not101/usc-rp@119-102not101.htm">Public Law 119-102 (07/12/2026),
              except 119-101, affecting titles 5, 16.</a></li>
            <li><a href="releasepoints/us/pl/119/100/usc-rp@119-100.htm">x, affecting title 47.</a></li>
            <li><a href="releasepoints/us/pl/119/100/usc-rp@119-100.htm">x, affecting titles 25, 47.</a></li>
            <li><a href="releasepoints/us/pl/118/22u1/usc-rp@118-22u1.htm">x, a correction.</a></li>
            <li><a href="releasepoints/us/pl/118/22/usc-rp@118-22.htm">x, affecting title 1.</a></li></ul>"#;
        let prior = PriorReleasePoints::read(URL, page).unwrap();
        for (name, changed) in [
            ("119-103", Some(&[][..])),
            ("119-102not101", Some(&["7", "42"])),
            ("119-100", Some(&["5", "7", "16", "42"])),
            ("118-22u1", Some(&["5", "7", "16", "25", "42", "47"])),
            // The titles of 118-22u1 are unknown.
            ("118-22", None),
            // The current one is not prior.
            ("119-108", None),
        ] {
            assert_eq!(prior.changed_since(name), changed.map(titles), "{name}");
        }
    }

    #[test]
    fn page_without_release_points_is_an_error() {
        let error = PriorReleasePoints::read(URL, "<html><p>We&rsquo;re down</p></html>").unwrap_err().to_string();
        let beginning = format!("{URL} is not the list of prior release points: its text is “We’re down”. ");
        assert!(error.starts_with(&beginning), "{error}");
    }
}
