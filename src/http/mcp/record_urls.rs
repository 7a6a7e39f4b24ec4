use std::borrow::Cow;

use axum::body::Bytes;
use lexdex_core::model::Resource;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::http::base_path::BasePath;

/// The body of a list.
#[derive(Deserialize)]
struct ListBody<'b> {
    #[serde(borrow)]
    data: Vec<&'b RawValue>,
    #[serde(borrow)]
    meta: &'b RawValue,
}

#[derive(Deserialize)]
struct RecordId<'r> {
    #[serde(borrow)]
    id: Option<Cow<'r, str>>,
}

/// Adds to each record of a list the member `url`, its address in the API. A record without its id has none.
pub(crate) fn add_urls(body: &[u8], resource: Resource, base_path: &BasePath) -> serde_json::Result<Bytes> {
    let ListBody { data, meta } = serde_json::from_slice(body)?;
    let records: Vec<String> = data.into_iter().map(|record| with_url(record, resource, base_path)).collect();
    Ok(format!("{{\"data\":[{}],\"meta\":{}}}", records.join(","), meta.get()).into())
}

fn with_url(record: &RawValue, resource: Resource, base_path: &BasePath) -> String {
    let (record, id) =
        (record.get(), serde_json::from_str::<RecordId<'_>>(record.get()).ok().and_then(|found| found.id));
    match (record.strip_suffix('}'), id) {
        // Ids need no escapes.
        (Some(members), Some(id)) => {
            format!("{members},\"url\":\"{}\"}}", base_path.join(&format!("/api/v1/{resource}/{id}")))
        }
        _ => record.to_owned(),
    }
}
