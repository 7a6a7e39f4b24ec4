/*!
Reads the rows of a response: the records of a page, the entries of a catalogue, or the values of facets.
*/

use std::io::Read;

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::command_line::arguments::View;
use crate::command_line::exchange::CUT;
use crate::command_line::json::{CountsBody, RecordBody, RowsBody, ShownMeta};

/// The maximum size of a body that is read into memory, in bytes. Exports are streamed instead.
const MAX_BODY_BYTES: u64 = 256 << 20;

pub(crate) struct ResponseRows {
    /// Each row, as JSON.
    pub(crate) rows: Vec<String>,
    /// `None` for a single record.
    pub(crate) meta: Option<ShownMeta>,
}

/// Reads the rows of the response for a view.
pub(crate) fn read(body: Box<dyn Read>, view: &View) -> Result<ResponseRows> {
    let body = read_body(body)?;
    Ok(match view {
        View::Record(_) => {
            let RecordBody { data } = parse(&body)?;
            ResponseRows { rows: vec![data.get().to_owned()], meta: None }
        }
        View::Facets => {
            let CountsBody { data, meta } = parse(&body)?;
            let of_facet = |(name, values): &(String, Vec<Box<RawValue>>)| -> Vec<String> {
                values.iter().map(|value| facet_row(name, value)).collect()
            };
            ResponseRows { rows: data.0.iter().flat_map(of_facet).collect(), meta: Some(meta) }
        }
        View::Page | View::Similar(_) | View::Export => {
            let RowsBody { data, meta } = parse(&body)?;
            ResponseRows { rows: data.iter().map(|row| row.get().to_owned()).collect(), meta: Some(meta) }
        }
    })
}

/// Returns a facet value as a row, with the name of the facet as its first member.
fn facet_row(name: &str, value: &RawValue) -> String {
    // Strings always serialize.
    let name = serde_json::to_string(name).unwrap_or_default();
    // A value that is not an object becomes an invalid row, which fails to parse later.
    let members = value.get().strip_prefix('{').unwrap_or_default();
    format!(r#"{{"facet":{name},{members}"#)
}

/// Reads a whole body.
pub(crate) fn read_body(body: Box<dyn Read>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    body.take(MAX_BODY_BYTES + 1).read_to_end(&mut bytes).context(CUT)?;
    ensure!(bytes.len() as u64 <= MAX_BODY_BYTES, "the response has more than {} MiB", MAX_BODY_BYTES >> 20);
    Ok(bytes)
}

/// Parses a body of the API.
pub(crate) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    serde_json::from_slice(body).context("the response does not have the format of the lexdex API")
}
