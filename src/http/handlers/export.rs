/*!
`GET /api/v1/statutes/export` and the like: all matching records in list order, streamed while they are read.
*/

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use lexdex_core::blocking;
use lexdex_core::model::{Parameter, RecordFormat, Resource};
use lexdex_index::{Filter, Index, Page};
use tokio::task::spawn_blocking;

use crate::http::base_path::BasePath;
use crate::http::client::client_key::ClientKey;
use crate::http::handlers::export_slots::{ExportSlot, ExportSlots, MAX_EXPORTS, MAX_EXPORTS_PER_CLIENT, NoSlot};
use crate::http::metrics::registry::Metrics;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::{NoBody, matching_etag};
use crate::http::protocol::content_coding::{ContentCoding, VARY};
use crate::http::protocol::encoder::Encoder;
use crate::http::protocol::streamed_body::{BodySender, TakeLimits, streamed_body};
use crate::http::request::fields::Fields;
use crate::http::request::filter;
use crate::http::request::list::EXPORT_PARAMETERS;
use crate::http::request::param_error::ParamError;
use crate::http::request::query_string::canonical_target;
use crate::http::response::csv::CsvWriter;
use crate::http::response::references::{self, MAX_REFERENCES, ReferenceWriter};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::with_build_id;
use crate::http::snapshot::snapshot::Snapshot;

/// The `Retry-After` of a refusal, in seconds.
const RETRY_AFTER: u64 = 10;

/// A normalized request for an export.
struct ExportQuery {
    filter: Filter,
    format: RecordFormat,
    has_byte_order_mark: bool,
    fields: Option<Fields>,
    /// The base path of the service, which begins the addresses in CSV; `None` in the other formats.
    base_path: Option<BasePath>,
}

/// The limits that all exports share.
pub(crate) struct ExportLimits {
    slots: ExportSlots,
    take: TakeLimits,
}

impl ExportLimits {
    /// Creates the limits. `take` limits how slowly a client may read its export.
    pub(crate) fn new(take: TakeLimits) -> Self {
        Self { slots: ExportSlots::default(), take }
    }
}

/// Answers with an export.
pub(crate) fn export(
    list: Resource,
    current: &CurrentSnapshot,
    base_path: &BasePath,
    limits: &Arc<ExportLimits>,
    request: Request,
) -> Reply {
    let (snapshot, export) =
        current.read(request.uri().query(), &[Parameter::filters(list), EXPORT_PARAMETERS], |params, catalogue| {
            let filter = filter::read(list, params, catalogue);
            let format = params.format();
            let has_byte_order_mark = params.byte_order_mark(format);
            if format.reference().is_some() {
                params.reject_fields();
            }
            let base_path = (format == RecordFormat::Csv).then(|| base_path.clone());
            ExportQuery { filter, format, has_byte_order_mark, fields: params.fields(list), base_path }
        });
    let export = match export {
        Ok(export) if export.format.reference().is_some() => {
            let limits = Arc::clone(limits);
            let client = ClientKey::from_extensions(request.extensions());
            return Reply::deferred(async move {
                let checked = check_number(export, &snapshot, client).await;
                let response = checked.and_then(|export| start(export, &snapshot, &limits, &request));
                with_build_id(&snapshot, response)
            });
        }
        export => export,
    };
    let response = export.and_then(|export| start(export, &snapshot, limits, &request));
    Reply::Ready(with_build_id(&snapshot, response))
}

/// Refuses an export of more references than a reference manager can take.
async fn check_number(
    export: ExportQuery,
    snapshot: &Arc<Snapshot>,
    client: ClientKey,
) -> Result<ExportQuery, ApiError> {
    let ticket = snapshot.workers.admit(client)?;
    let index = Arc::clone(&snapshot.index);
    let count =
        move || (index.search(&export.filter, None, Page { limit: 0, offset: 0 }).map(|hits| hits.total), export);
    let (total, export) =
        ticket.run(count).await.map_err(|error| ApiError::internal(format!("a query task failed: {error}")))?;
    match total? {
        0..=MAX_REFERENCES => Ok(export),
        total => Err(too_many_references(export.format, total)),
    }
}

fn too_many_references(format: RecordFormat, total: u64) -> ApiError {
    let message = format!(
        "format={format} takes at most {MAX_REFERENCES} records, and {total} match: add filters, or use format={} or \
         format={}",
        RecordFormat::Ndjson,
        RecordFormat::Csv,
    );
    let problem = ParamError::for_value(Parameter::Format, format.as_str(), &*message);
    ApiError::new(StatusCode::BAD_REQUEST, message).detail("problems", serde_json::json!([problem]))
}

fn start(
    export: ExportQuery,
    snapshot: &Arc<Snapshot>,
    limits: &ExportLimits,
    request: &Request,
) -> Result<Response, ApiError> {
    let export = ExportQuery { filter: snapshot.index.canonicalize(export.filter), ..export };
    let coding = ContentCoding::negotiate(request.headers());
    let etag = snapshot.validators.etag(&canonical_target(request.uri()), 0, coding);
    if let Some(etag) = matching_etag(request.headers(), || etag.clone()) {
        return Ok(snapshot.cache_policy.not_modified(etag));
    }
    let mut response = Response::new(Body::new(NoBody));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type(export.format));
    let disposition =
        format!("attachment; filename=\"lexdex-{}.{}\"", export.filter.resource(), export.format.extension());
    headers
        .insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).expect("words are a header's value"));
    headers.insert(header::VARY, VARY);
    if coding != ContentCoding::Identity {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    }
    snapshot.cache_policy.add_headers(&mut response, etag);
    snapshot.validators.add_last_modified(&mut response);
    if request.method() != Method::HEAD {
        let client = ClientKey::from_extensions(request.extensions());
        let slot = limits.slots.try_take(client).map_err(|reason| refuse(reason, &snapshot.metrics))?;
        // A slow export can outlive the next swap, and must not keep this cache in memory.
        let snapshot = Arc::new(snapshot.without_cache());
        *response.body_mut() = body(snapshot, export, coding, slot, limits.take);
    }
    Ok(response)
}

fn media_type(format: RecordFormat) -> HeaderValue {
    match format.reference() {
        Some(format) => references::media_type(format),
        None if format == RecordFormat::Csv => HeaderValue::from_static("text/csv; charset=utf-8; header=present"),
        None => HeaderValue::from_static("application/x-ndjson"),
    }
}

fn refuse(reason: NoSlot, metrics: &Metrics) -> ApiError {
    let (counter, running) = match reason {
        NoSlot::All => (&metrics.export_refusals_of_all, format!("{MAX_EXPORTS} exports are running")),
        NoSlot::OfClient => {
            (&metrics.export_refusals_of_client, format!("{MAX_EXPORTS_PER_CLIENT} exports of yours are running"))
        }
    };
    counter.inc();
    ApiError::no_capacity(format!("{running}, the maximum: retry after {RETRY_AFTER} seconds"), RETRY_AFTER)
}

/// Streams the body from a blocking thread, which waits for the disk and for the client. Frees the slot before the end
/// of the body is sent.
fn body(
    snapshot: Arc<Snapshot>,
    export: ExportQuery,
    coding: ContentCoding,
    slot: ExportSlot,
    take: TakeLimits,
) -> Body {
    let (mut sender, body) = streamed_body(take);
    let waiter = body.waiter();
    spawn_blocking(move || {
        let write = || blocking::run_for(waiter, || write_encoded(&snapshot.index, &export, coding, &mut sender));
        let write = AssertUnwindSafe(write);
        let written = catch_unwind(write).unwrap_or_else(|_| Err(anyhow!("it panicked")));
        // A client may request its next export as soon as this one has ended.
        drop(slot);
        let is_abandoned = sender.is_abandoned();
        match written.and_then(|()| Ok(sender.finish()?)) {
            Ok(()) => {}
            Err(cause) if is_abandoned => tracing::debug!(%cause, "export abandoned by the client"),
            // The aborted body signals the failure to the client.
            Err(cause) => {
                snapshot.metrics.export_failures.inc();
                let (list, format) = (export.filter.resource(), export.format);
                tracing::error!(%list, %format, cause = format!("{cause:#}"), "export failed");
            }
        }
    });
    Body::new(body)
}

fn write_encoded(index: &Index, export: &ExportQuery, coding: ContentCoding, sender: &mut BodySender) -> Result<()> {
    let mut encoder = Encoder::new(&mut *sender, coding)?;
    write(index, export, &mut encoder)?;
    encoder.finish()?;
    Ok(sender.flush()?)
}

fn write(index: &Index, export: &ExportQuery, writer: &mut impl Write) -> Result<()> {
    if let Some(format) = export.format.reference() {
        let jurisdictions = &index.catalogue().jurisdictions;
        let mut references = ReferenceWriter::new(writer, format, export.filter.resource(), jurisdictions);
        index.for_each(&export.filter, |record| references.write(record))?;
        return references.finish().map(drop);
    }
    if export.format == RecordFormat::Csv {
        return write_csv(index, export, writer);
    }
    index.for_each(&export.filter, |record| {
        match export.fields {
            None => writer.write_all(record)?,
            Some(fields) => {
                let mut part = Vec::with_capacity(record.len());
                fields.push(record, &mut part)?;
                writer.write_all(&part)?;
            }
        }
        Ok(writer.write_all(b"\n")?)
    })
}

fn write_csv(index: &Index, export: &ExportQuery, writer: &mut impl Write) -> Result<()> {
    if export.has_byte_order_mark {
        writer.write_all("\u{feff}".as_bytes())?;
    }
    let list = export.filter.resource();
    let fields = export.fields.unwrap_or(Fields::all(list));
    let base_path = export.base_path.as_ref().map(ToString::to_string).unwrap_or_default();
    let mut csv = CsvWriter::new(writer, list, fields, &base_path)?;
    index.for_each(&export.filter, |record| csv.write(record))?;
    csv.finish().map(drop)
}
