/*!
Finds the record that may be meant by a citation that no record has: the case of the name beside it, or the record with
the nearest citation.
*/

use std::borrow::Cow;
use std::cmp::Reverse;

use anyhow::{Context, Result};
use lexdex_core::corpus::bundled_jurisdictions;
use lexdex_core::model::Resource;
use serde::Deserialize;

use crate::CaseName;
use crate::format::schema::TermField;
use crate::search::list_index::ListIndex;
use crate::search::title_words::docs_with_title_words;
use crate::text::text_query::TextQuery;
use crate::text::tokenizer::joined_words;

/// The maximum number of citations of a volume or a title that are compared.
const MAX_NEAR: usize = 1 << 16;

/// The maximum number of cases whose names are compared.
const MAX_NAMED: usize = 50;

/// The fields that a hint shows of a record.
#[derive(Deserialize)]
struct Shown<'r> {
    #[serde(borrow, alias = "title", rename = "caseName")]
    name: Cow<'r, str>,
    #[serde(borrow, default)]
    citation: Option<Cow<'r, str>>,
    #[serde(borrow)]
    meta: ShownMeta<'r>,
}

#[derive(Deserialize)]
struct ShownMeta<'r> {
    #[serde(borrow)]
    citation: Option<Cow<'r, str>>,
}

impl Shown<'_> {
    fn parse(record: &[u8]) -> Result<Shown<'_>> {
        serde_json::from_slice(record).context("a record is damaged")
    }

    fn citation(&self) -> &str {
        self.citation.as_ref().or(self.meta.citation.as_ref()).map_or("", |citation| citation)
    }

    fn text(&self) -> String {
        format!("{} ({})", self.citation(), self.name)
    }
}

/// Returns a sentence on a search that is a citation which no record has. `is_mentioned` is whether it finds records that
/// mention the citation.
pub(crate) fn hint(list: &ListIndex, resource: Resource, query: &TextQuery, is_mentioned: bool) -> Result<String> {
    let noun = match resource {
        Resource::Statutes => "statute",
        Resource::Cases => "case",
        Resource::Bills => "bill",
    };
    let cited = query.cited.last().map_or("", String::as_str);
    let absent = format!("No {noun} here has the citation {cited}");
    if let Some(named) = with_name(list, resource, query, cited)? {
        return Ok(format!("{absent}: {named} has the name."));
    }
    if is_mentioned {
        return Ok(format!("{absent}: these {noun}s mention it."));
    }
    Ok(match nearest(list, resource, query, cited)? {
        Some(nearest) => format!("{absent}: the nearest is {nearest}."),
        None => match title(cited) {
            Some(title) if resource == Resource::Statutes && is_title_absent(list, query)? => {
                format!("{absent}: no section {title} is here.")
            }
            _ => format!("{}.", absent.trim_end_matches('.')),
        },
    })
}

/// Returns words on all sections of the title of a section: `of 52 U.S.C.` for `52 U.S.C. § 10101`, and `that begins
/// with Idaho Code § 18-` for `Idaho Code § 18-8004`. `None` for a code without titles.
fn title(cited: &str) -> Option<String> {
    let (code, _) = cited.split_once(" § ")?;
    if has_digit(code) {
        return Some(format!("of {}", code.trim_end_matches(',')));
    }
    let (at, _) = separator(cited).filter(|(_, sign)| matches!(sign, '-' | ':' | '/'))?;
    Some(format!("that begins with {}", &cited[..=at]))
}

/// Returns the first separator after a digit, which is that between the title and the section of a code with titles,
/// and its position.
fn separator(cited: &str) -> Option<(usize, char)> {
    let digit = cited.find(|sign: char| sign.is_ascii_digit())?;
    cited[digit..].char_indices().map(|(at, sign)| (digit + at, sign)).find(|(_, sign)| "-.:/, ".contains(*sign))
}

/// Returns the case with the name beside the citation. Of several, it is the one whose citation begins most like it.
fn with_name(list: &ListIndex, resource: Resource, query: &TextQuery, cited: &str) -> Result<Option<String>> {
    let name = query.name.replacen(&joined_words(cited), "", 1);
    let words: Vec<&str> = name.split(' ').filter(|word| word.contains(char::is_alphabetic)).collect();
    let Some(written) = CaseName::parse(&words.join(" "), bundled_jurisdictions()) else {
        return Ok(None);
    };
    if resource != Resource::Cases || !written.is_between_parties() {
        return Ok(None);
    }
    let words: Vec<&str> = words.into_iter().filter(|word| *word != "v").collect();
    let mut named: Vec<Shown<'_>> = Vec::new();
    for doc in docs_with_title_words(list, &words, MAX_NAMED)? {
        let shown = Shown::parse(list.records().get(doc))?;
        let of_case = CaseName::parse(&shown.name, bundled_jurisdictions());
        if of_case.is_some_and(|of_case| of_case.is_between_parties() && written.agrees_with(&of_case)) {
            named.push(shown);
        }
    }
    Ok(named.iter().min_by_key(|shown| Reverse(n_equal_bytes(shown.citation(), cited))).map(Shown::text))
}

/// Returns whether no record has a citation of the same code and title.
fn is_title_absent(list: &ListIndex, query: &TextQuery) -> Result<bool> {
    let postings = list.evaluator().postings();
    for key in query.citation.keys.iter().filter(|key| !key.contains(['(', '§'])) {
        let mut beginnings = key.match_indices(' ').map(|(space, _)| &key[..=space]);
        if let Some(title) = beginnings.find(|title| has_digit(title) && title.contains(char::is_alphabetic))
            && !postings.words_with_beginning(TermField::Citation, title, 1)?.is_empty()
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the record with the nearest citation: of the same reporter and volume, or code and title.
fn nearest(list: &ListIndex, resource: Resource, query: &TextQuery, cited: &str) -> Result<Option<String>> {
    let postings = list.evaluator().postings();
    let is_decimal = separator(cited).is_some_and(|(_, sign)| sign == '.');
    for key in query.citation.keys.iter().filter(|key| !key.contains(['(', '§'])) {
        let words: Vec<&str> = key.split(' ').collect();
        for (idx, word) in words.iter().enumerate().rev() {
            let beginning = format!("{} ", words[..idx].join(" "));
            let wanted = word.parse::<u64>().ok().filter(|_| beginning.contains(char::is_alphabetic));
            // The number before others is that of the title, but that before a decimal point is of the section itself.
            let is_first = resource == Resource::Statutes && idx + 1 < words.len() && !has_digit(&beginning);
            let is_title = is_first && !is_decimal;
            let Some(wanted) = wanted.filter(|_| !is_title) else {
                continue;
            };
            let known = postings.words_with_beginning(TermField::Citation, &beginning, MAX_NEAR)?;
            let distance = |other: &str| {
                let number = other[beginning.len()..].split(' ').next()?.parse::<u64>().ok()?;
                Some((number.abs_diff(wanted), Reverse(n_equal_bytes(other, key))))
            };
            let near = known.into_iter().filter_map(|(other, _)| Some((distance(&other)?, other))).min();
            if let Some((_, near)) = near
                && let Some(doc) = postings.first_docs_with(TermField::Citation, &near, 1)?.first()
            {
                return Ok(Some(Shown::parse(list.records().get(*doc))?.text()));
            }
        }
    }
    Ok(None)
}

fn has_digit(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_digit())
}

/// Returns the number of equal bytes at the beginnings of two texts.
fn n_equal_bytes(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}
