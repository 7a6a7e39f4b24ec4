/*!
Pseudorandom queries whose values come from the records of a corpus.
*/

use lexdex_core::model::{FilterKind, Parameter};
use serde_json::Value;

use super::contract::filters::values_of;
use super::contract::search::n_words;
use super::contract::session;
use super::contract::{Contract, List, text};
use super::support::Query;

/// A pseudorandom number generator with a seed.
pub(super) struct Draw(pub(super) u64);

impl Draw {
    /// Returns a number below a bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    pub(super) fn pick<'v, T>(&mut self, values: &'v [T]) -> Option<&'v T> {
        if values.is_empty() { None } else { values.get(self.below(values.len())) }
    }
}

/// Draws filters, some with several values. A citation may be unreadable.
pub(super) fn any_filters(contract: &Contract, list: List, draw: &mut Draw) -> Query {
    let mut query = Query::new();
    for parameter in list.filters() {
        match parameter.filter_kind().unwrap() {
            FilterKind::Search => query.extend(any_search(contract, list, draw)),
            FilterKind::Citation => query.extend(any_citations(contract, list, draw)),
            FilterKind::FirstDay { last } => query.extend(any_dates(contract, list, [*parameter, last], draw)),
            FilterKind::Id => query.extend(any_ids(contract, list, draw)),
            FilterKind::MatchMode | FilterKind::LastDay => {}
            kind => query.extend(any_values(contract, list, (*parameter, kind), draw)),
        }
    }
    query
}

/// Draws values of a filter that select records.
fn any_values(contract: &Contract, list: List, (parameter, kind): (Parameter, FilterKind), draw: &mut Draw) -> Query {
    let records = contract.records(list);
    let max_values = if parameter.is_repeatable() { 3 } else { 1 };
    let n_values = if draw.one_in(3) { 1 + draw.below(max_values) } else { 0 };
    let mut record = draw.pick(records);
    let mut query = Query::new();
    for _ in 0..n_values {
        // Topics of different records have few records in common.
        if kind != FilterKind::TopicAll || draw.one_in(4) {
            record = draw.pick(records);
        }
        let values = record.map(|record| values_of(list, record, kind)).unwrap_or_default();
        query.extend(draw.pick(&values).map(|value| (parameter.as_str(), value.clone())));
    }
    query
}

/// Draws `q`, in half of the cases, and `match`.
fn any_search(contract: &Contract, list: List, draw: &mut Draw) -> Query {
    let q = if draw.one_in(2) { any_words(contract, list, draw) } else { None };
    let mut query: Query = q.map(|q| ("q", q)).into_iter().collect();
    if !query.is_empty() && draw.one_in(2) {
        query.push(("match", ["all", "any", "auto", " ANY"][draw.below(4)].to_owned()));
    }
    query
}

/// Draws a citation, in one of six cases.
fn any_citations(contract: &Contract, list: List, draw: &mut Draw) -> Option<(&'static str, String)> {
    if !draw.one_in(6) {
        return None;
    }
    let of_record = draw.pick(contract.records(list)).and_then(|record| any_citation(contract, list, record, draw));
    // Citations of random corpora may also be unreadable.
    let unreadable = ["Roe v. Wade", "410", "§ 1341", "U.S.C.", "12-345"];
    let citation = if draw.one_in(8) { draw.pick(&unreadable).map(|text| (*text).to_owned()) } else { of_record };
    citation.map(|citation| ("citation", citation))
}

/// Draws filters, an order and fields.
pub(super) fn any_query(contract: &Contract, list: List, draw: &mut Draw) -> Query {
    let mut query = any_filters(contract, list, draw);
    let has_words = query.iter().any(|(name, _)| *name == "q");
    let orders = ["newest", "oldest", "relevance"];
    if draw.one_in(2) {
        let order = orders[draw.below(if has_words { 3 } else { 2 })];
        query.push(("sort", order.to_owned()));
    }
    if draw.one_in(4) {
        query.push(("fields", ["id", "meta,id", "topics, summary", "jurisdictionId,id"][draw.below(4)].to_owned()));
    }
    query
}

/// Draws up to five ids in upper or lower case, in one of six cases. Some belong to no record, and some occur twice.
fn any_ids(contract: &Contract, list: List, draw: &mut Draw) -> Query {
    let mut ids = Query::new();
    if !draw.one_in(6) {
        return ids;
    }
    for _ in 0..=draw.below(5) {
        let id = draw.pick(contract.records(list)).map_or("none", |record| text(record, "id"));
        ids.push(("id", [id.to_owned(), id.to_uppercase(), format!("{id}x")][draw.below(3)].clone()));
    }
    ids
}

/// Draws the ends of a date range, each of which may be missing. Most are dates of records.
fn any_dates(contract: &Contract, list: List, [from, to]: [Parameter; 2], draw: &mut Draw) -> Query {
    let mut dates: Vec<String> = Vec::new();
    for _ in 0..2 {
        let of_record = draw.pick(contract.records(list)).and_then(|record| record[list.date_field()].as_str());
        dates.push(of_record.unwrap_or(["0001-01-01", "1999-12-31", "9999-12-31"][draw.below(3)]).to_owned());
    }
    dates.sort();
    let ends = [(from.as_str(), dates[0].clone()), (to.as_str(), dates[1].clone())];
    ends.into_iter().filter(|_| draw.one_in(4)).collect()
}

/// Draws a `q` of up to three pieces of a record's texts, in various spellings, some with an operator before them.
fn any_words(contract: &Contract, list: List, draw: &mut Draw) -> Option<String> {
    let record = draw.pick(contract.records(list))?;
    if draw.one_in(5) {
        return any_citation(contract, list, record, draw).filter(|q| has_few_words(q) && !q.contains(QUOTATION_MARKS));
    }
    let topics = record["topics"].as_array().into_iter().flatten();
    let session = (list == List::Bills).then(|| session::session(record)).flatten();
    let session = session.map(|session| session::label(session, &contract.jurisdictions));
    let texts: Vec<&str> =
        ["title", "caseName", "summary", "citation", "billNumber", "sectionNumber", "jurisdiction", "court"]
            .into_iter()
            .filter_map(|field| record[field].as_str())
            .chain(topics.filter_map(|topic| topic.as_str()))
            .chain(session.as_deref())
            .chain(Some(contract.texts.line(list, record)).filter(|text| !text.is_empty()))
            .collect();
    let mut q: Vec<String> = Vec::new();
    for _ in 0..=draw.below(3) {
        let unquoted = draw.pick(&texts)?.replace(QUOTATION_MARKS, " ");
        let words: Vec<&str> = unquoted.split_whitespace().collect();
        let first = draw.below(words.len().max(1));
        let words: Vec<&str> = words.into_iter().skip(first).take(1 + draw.below(4)).collect();
        let piece = words.join(" ");
        if draw.one_in(3) {
            q.push(["AND", "OR", "NOT", "AND NOT", "-", "the", "of", "\"\""][draw.below(8)].to_owned());
        }
        let piece = match draw.below(10) {
            0 => format!("\"{piece}\""),
            1 => words.join("-"),
            2 => piece.to_uppercase(),
            3 => piece.replace('.', ""),
            // Joins two words, or splits one.
            4 => words.concat(),
            5 => split(&piece, draw),
            6 | 7 => misspelled(&piece, draw),
            8 => words
                .iter()
                .map(|word| format!("{word}{}", ["s", "ing", "ed"][draw.below(3)]))
                .collect::<Vec<_>>()
                .join(" "),
            _ => piece,
        };
        // Some operators must be next to their piece.
        match q.last_mut() {
            Some(minus) if minus == "-" && !draw.one_in(4) => minus.push_str(&piece),
            _ => q.push(piece),
        }
    }
    let q: String = q.join(" ").chars().take(200).collect();
    (q.matches('"').count().is_multiple_of(2) && has_few_words(&q)).then_some(q)
}

/// Characters that are quotation marks, as they are or once they are normalized.
const QUOTATION_MARKS: [char; 7] = ['"', '“', '”', '„', '＂', '〝', '〞'];

/// Puts a space into a text.
fn split(text: &str, draw: &mut Draw) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    letters.insert(draw.below(letters.len() + 1), ' ');
    letters.into_iter().collect()
}

/// Makes one or two typing errors.
fn misspelled(text: &str, draw: &mut Draw) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=draw.below(2) {
        if letters.len() < 2 {
            break;
        }
        let at = draw.below(letters.len() - 1);
        match draw.below(4) {
            0 => letters.swap(at, at + 1),
            1 => letters[at] = 'e',
            2 => letters.insert(at, 'x'),
            _ => _ = letters.remove(at),
        }
    }
    letters.into_iter().collect()
}

/// Whether a text has at least one word, and no more words than a search allows.
fn has_few_words(text: &str) -> bool {
    (1..=32).contains(&n_words(text))
}

/// Draws a spelling of a record's citation.
fn any_citation(contract: &Contract, list: List, record: &Value, draw: &mut Draw) -> Option<String> {
    let citation = record["citation"].as_str().or(record["meta"]["citation"].as_str());
    let alias = draw.pick(contract.texts.aliases_of(list, record)).map(String::as_str);
    let citation = alias.filter(|_| draw.one_in(2)).or(citation);
    let mut spellings = citation.map(|citation| citation_spellings(record, citation)).unwrap_or_default();
    spellings.extend(bill_spellings(text(record, "id")));
    draw.pick(&spellings).filter(|spelling| spelling.chars().count() <= 200).cloned()
}

/// Returns spellings of a federal bill's number and Congress.
pub(super) fn bill_spellings(id: &str) -> Vec<String> {
    let ["federal", congress, kind, number] = id.split('-').collect::<Vec<_>>()[..] else {
        return Vec::new();
    };
    let (bluebook, usual) = match kind {
        "hr" => ("H.R.", "HR"),
        "hres" => ("H.R. Res.", "H. Res."),
        "hjres" => ("H.R.J. Res.", "HJRes"),
        "hconres" => ("H.R. Con. Res.", "H. Con. Res."),
        "s" => ("S.", "s"),
        "sres" => ("S. Res.", "S.Res."),
        "sjres" => ("S.J. Res.", "SJ Res"),
        _ => ("S. Con. Res.", "S.Con.Res."),
    };
    vec![
        format!("{bluebook} {number}, {congress}th Cong."),
        format!("{bluebook} {number}, {congress}d Cong. (2021)"),
        format!("{usual} {number}, {congress}th Congress"),
        format!("{usual}{number} {congress} cong"),
        format!("{bluebook} {number}, {congress}th Cong., 2d Sess. (2021)"),
        format!("{bluebook} {number}, {congress}th Cong. § 5 (2021)"),
        format!("An Act, and for Other Purposes, {bluebook} {number}, {congress}th Cong. (2021)"),
    ]
}

fn without_periods_after_letters(text: &str) -> String {
    let before = [' '].into_iter().chain(text.chars());
    let kept = text.chars().zip(before).filter(|(character, before)| *character != '.' || !before.is_alphabetic());
    kept.map(|(character, _)| character).collect()
}

/// Returns spellings of a record's citation.
pub(super) fn citation_spellings(record: &Value, citation: &str) -> Vec<String> {
    let mut spellings = vec![
        citation.to_owned(),
        citation.to_uppercase(),
        citation.to_lowercase(),
        without_periods_after_letters(citation),
        citation.replace("§ ", "§"),
        citation.replace("§ ", ""),
        citation.replace(". ", "."),
        format!("  {citation} "),
        format!("{citation} (1999)"),
        citation.replace("§ ", "sec. "),
        citation.replace("§ ", "Section "),
    ];
    if let Some(number) = citation.strip_prefix("Pub. L. ") {
        spellings.extend(
            ["P.L.", "PL", "Public Law", "public law no.", "Pub. L. No."].map(|name| format!("{name} {number}")),
        );
        let (congress, number) = number.split_once('-').unwrap_or((number, "1"));
        spellings.push(format!("{congress} Pub. L. {number}"));
    }
    spellings.extend(match record["caseName"].as_str() {
        Some(name) => [format!("{name}, {citation}"), format!("{name}, {citation}, 12-13 (2d Cir. 1999)")],
        None => [format!("{citation}(a)"), format!("{citation}(a)(1) (West 1999)")],
    });
    spellings
}
