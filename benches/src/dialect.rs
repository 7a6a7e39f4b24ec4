/*!
Translates the requests of lexdex for servers with paths and bodies of their own, and reads their responses.

Requests are translated before the load starts, so that there is no proxy between the load and the server.
*/

use anyhow::{Context, Result};
use clap::ValueEnum;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The paths and the bodies of a server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Dialect {
    /// Those of lexdex.
    Lexdex,
    /// The command `select` of Groonga.
    Groonga,
    /// `tantivy serve` of tantivy-cli. Since all scores are equal, matches are in the order of the list.
    Tantivy,
}

/// A page of the matches of a request.
#[derive(PartialEq)]
pub(crate) struct ResultPage {
    /// The number of all matches.
    pub(crate) total: u64,
    /// The JSON of the records.
    pub(crate) records: Vec<String>,
}

impl Dialect {
    /// Translates the target of a request for cases. The values of its filters are ids and tags, without quotes.
    pub(crate) fn translate(self, target: &str) -> String {
        let param = |wanted: &str| params(target).find(|(name, _)| *name == wanted).map(|(_, value)| value);
        // The defaults of lexdex.
        let (limit, offset) = (param("limit").unwrap_or("20"), param("offset").unwrap_or("0"));
        let filters = params(target).filter(|(name, _)| !["limit", "offset"].contains(name));
        match self {
            Self::Lexdex => target.to_owned(),
            Self::Groonga => {
                let mut filters: Vec<_> = filters.collect();
                // Groonga joins conditions in turn, which is fastest with the court first and the topic last.
                filters.sort_unstable();
                let filter = filters.into_iter().map(groonga_condition).collect::<Vec<_>>().join("&&");
                let filter = utf8_percent_encode(&filter, NON_ALPHANUMERIC);
                format!("/d/select?table=Cases&filter={filter}&output_columns=record&limit={limit}&offset={offset}")
            }
            Self::Tantivy => {
                let terms: Vec<String> = filters.map(tantivy_term).collect();
                let query = if terms.is_empty() { "*".to_owned() } else { terms.join(" ") };
                let query = utf8_percent_encode(&query, NON_ALPHANUMERIC);
                format!("/api/?q={query}&nhits={limit}&offset={offset}")
            }
        }
    }

    /// Reads the body of a response.
    pub(crate) fn read(self, body: &str) -> Result<ResultPage> {
        let page = match self {
            Self::Lexdex => Some(read_lexdex(body)?),
            Self::Groonga => read_groonga(&serde_json::from_str(body)?),
            Self::Tantivy => read_tantivy(&serde_json::from_str(body)?),
        };
        page.with_context(|| format!("not a page of records: {body}"))
    }
}

/// Returns the names and values of the parameters of a target.
fn params(target: &str) -> impl Iterator<Item = (&str, &str)> {
    let (_, query) = target.split_once('?').unwrap_or_default();
    query.split('&').filter_map(|param| param.split_once('='))
}

/// Formats a filter for Groonga: a topic is one of several of a case.
fn groonga_condition((name, value): (&str, &str)) -> String {
    match name {
        "topic" => format!(r#"topics@"{value}""#),
        _ => format!(r#"{name}=="{value}""#),
    }
}

/// Formats a filter for tantivy's query parser, as a term that must match.
fn tantivy_term((name, value): (&str, &str)) -> String {
    let field = if name == "topic" { "topics" } else { name };
    format!(r#"+{field}:"{value}""#)
}

fn read_lexdex(body: &str) -> Result<ResultPage> {
    #[derive(Deserialize)]
    struct Body<'a> {
        #[serde(borrow)]
        data: Vec<&'a RawValue>,
        meta: PeerMeta,
    }
    #[derive(Deserialize)]
    struct PeerMeta {
        total: u64,
    }
    let Body { data, meta } = serde_json::from_str(body)?;
    Ok(ResultPage { total: meta.total, records: data.into_iter().map(|record| record.get().to_owned()).collect() })
}

/// Reads `[STATUS,[[[TOTAL],COLUMNS,[RECORD],..]]]`, if the body has this form.
fn read_groonga(body: &Value) -> Option<ResultPage> {
    let (total, rows) = body.pointer("/1/0")?.as_array()?.split_first()?;
    let records = rows.iter().skip(1).map(|row| Some(row.get(0)?.as_str()?.to_owned()));
    Some(ResultPage { total: total.get(0)?.as_u64()?, records: records.collect::<Option<_>>()? })
}

/// Reads `{"num_hits":TOTAL,"hits":[{"doc":{"record":[RECORD]}},..]}`, if the body has this form.
fn read_tantivy(body: &Value) -> Option<ResultPage> {
    let hits = body.get("hits")?.as_array()?;
    let records = hits.iter().map(|hit| Some(hit.pointer("/doc/record/0")?.as_str()?.to_owned()));
    Some(ResultPage { total: body.get("num_hits")?.as_u64()?, records: records.collect::<Option<_>>()? })
}
