//! The requests of an S3 bucket other than GET: conditional PUT, uploads in parts, DELETE, and the listing.

use std::collections::BTreeMap;
use std::time::SystemTime;

use super::quirk::Quirk;
use super::reply::{Reply, ServedFile};
use super::request::Request;

/// The effect of a request.
pub(super) enum Change {
    /// The file gets this content.
    Put(Vec<u8>),
    /// The response has no effect on files.
    Reply(Reply),
}

/// The effect of a request on a bucket; `None` for a request for a file.
pub(super) fn reply(request: &Request, files: &mut BTreeMap<String, ServedFile>, quirks: &[Quirk]) -> Option<Change> {
    let path = request.path.split('?').next().unwrap();
    let is_refused = Reply::to(request, None, quirks).status != 404;
    match request.method.as_str() {
        "PUT" | "DELETE" | "POST" if is_refused => None,
        "PUT" if request.path.contains("partNumber=") => {
            let number: usize = parameter(request, "partNumber").parse().unwrap();
            let modified = SystemTime::UNIX_EPOCH;
            files.insert(part(path, number), ServedFile { content: request.body.clone(), modified });
            let mut reply = Reply::text(200, "");
            reply.headers.push(("ETag", ServedFile::etag(&request.body)));
            Some(Change::Reply(reply))
        }
        "POST" if request.path.contains("uploads=") => Some(Change::Reply(Reply::text(
            200,
            "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>",
        ))),
        "POST" => {
            let parts: Vec<u8> =
                (1..).map_while(|number| files.remove(&part(path, number))).flat_map(|part| part.content).collect();
            if parts.is_empty() {
                return Some(Change::Reply(Reply::s3_error(404, "NoSuchUpload")));
            }
            let modified = SystemTime::UNIX_EPOCH;
            files.insert(path.to_owned(), ServedFile { content: parts, modified });
            let completed = "<CompleteMultipartUploadResult><ETag>1</ETag></CompleteMultipartUploadResult>";
            Some(Change::Reply(Reply::text(200, completed)))
        }
        "PUT" => {
            let ignores = quirks.contains(&Quirk::IgnoresConditions);
            let is_met = holds(request, files.get(path)) || ignores;
            Some(if is_met {
                Change::Put(request.body.clone())
            } else {
                Change::Reply(Reply::s3_error(412, "PreconditionFailed"))
            })
        }
        "DELETE" => {
            files.remove(path);
            Some(Change::Reply(Reply::text(204, "")))
        }
        // A test may have put a listing of its own.
        "GET" if request.path.contains("list-type=2") && !files.contains_key(&request.path) => {
            Some(Change::Reply(listing(request, files)))
        }
        _ => None,
    }
}

/// The path of a part of an upload.
fn part(path: &str, number: usize) -> String {
    format!("/parts{path}/{number}")
}

/// The value of a parameter.
fn parameter<'r>(request: &'r Request, name: &str) -> &'r str {
    let query = request.path.split_once('?').unwrap().1;
    query.split('&').find_map(|parameter| parameter.strip_prefix(name)?.strip_prefix('=')).unwrap()
}

/// Whether the conditions of a PUT hold.
fn holds(request: &Request, file: Option<&ServedFile>) -> bool {
    let etag = file.map(|file| ServedFile::etag(&file.content));
    let is_new = request.header("if-none-match") != Some("*") || file.is_none();
    is_new && request.header("if-match").is_none_or(|expected| etag.as_deref() == Some(expected))
}

fn listing(request: &Request, files: &BTreeMap<String, ServedFile>) -> Reply {
    let bucket = format!("{}/", request.path.split_once('?').unwrap().0.trim_end_matches('/'));
    let prefix = parameter(request, "prefix").replace("%2F", "/");
    let objects = files.iter().filter_map(|(path, file)| {
        let key = path.strip_prefix(&bucket).filter(|key| key.starts_with(&prefix))?;
        let modified = jiff::Timestamp::try_from(file.modified).unwrap();
        let size = file.content.len();
        Some(format!("<Contents><Key>{key}</Key><LastModified>{modified}</LastModified><Size>{size}</Size></Contents>"))
    });
    let objects: String = objects.collect();
    Reply::text(200, &format!("<ListBucketResult><IsTruncated>false</IsTruncated>{objects}</ListBucketResult>"))
}
