/*!
Serves the explorer, a web page for people. Its files are compiled into the program.

The path of a view is the API's path without `/api/v1`. All views are one page, which reads its own URL in the browser.
The page uses only the public API, and contacts no other host.
*/

use std::hash::BuildHasher;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use foldhash::quality::FixedState;
use include_dir::{Dir, File, include_dir};
use tokio::task::spawn_blocking;

use crate::http::base_path::BasePath;
use crate::http::protocol::api_error::{ApiError, not_found};
use crate::http::protocol::conditional::{matching_etag, not_modified};
use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
use crate::http::site::branding::Branding;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/explorer");

/// The HTML page of every view.
const PAGE: &str = "index.html";

/// All files except the page, in every content coding. They are compressed at the first request.
static ASSETS: OnceLock<Vec<Asset>> = OnceLock::new();

/// Browsers revalidate on every visit, and get 304 until the program changes.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("no-cache");

/// Allows the page only its own files, and requests only to this service.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// Allows an operator's file to run and load nothing, even if a browser opens it as a page.
const OPERATORS_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// The other headers that restrict browsers.
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// A file of the explorer.
struct Asset {
    name: &'static str,
    content_type: HeaderValue,
    /// The `Content-Security-Policy`.
    policy: HeaderValue,
    /// The body in every content coding, each with its `ETag`.
    bodies: [(EncodedBody, HeaderValue); ContentCoding::ALL.len()],
}

impl Asset {
    fn of_file(file: &'static File<'static>) -> Self {
        Self::new(name_of(file), Bytes::from_static(file.contents()), POLICY)
    }

    fn new(name: &'static str, content: Bytes, policy: HeaderValue) -> Self {
        let body_in = |coding| {
            let hash = FixedState::default().hash_one((coding, &content));
            let etag = format!("\"{}\"", const_hex::encode(hash.to_be_bytes()));
            let etag = HeaderValue::try_from(etag).expect("digits are a header's value");
            (EncodedBody::new(content.clone(), coding), etag)
        };
        Self { name, content_type: content_type(name), policy, bodies: ContentCoding::ALL.map(body_in) }
    }

    fn response(&self, request: &Request) -> Response {
        let coding = ContentCoding::negotiate(request.headers());
        let (body, etag) = &self.bodies[coding as usize];
        let mut response = match matching_etag(request.headers(), || etag.clone()) {
            Some(_) => not_modified(),
            None => body.clone().into_response(),
        };
        let headers = response.headers_mut();
        if headers.contains_key(header::CONTENT_TYPE) {
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
        }
        headers.insert(header::ETAG, etag.clone());
        headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        headers.extend(SECURITY_HEADERS);
        response
    }
}

fn name_of(file: &File<'static>) -> &'static str {
    file.path().to_str().expect("the files of the explorer have names in ASCII")
}

fn content_type(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        _ => "application/octet-stream",
    })
}

/// The explorer of one service.
pub(crate) struct Explorer {
    base_path: BasePath,
    branding: Branding,
    /// The page and the branding files, which depend on the base path and the site file.
    own_assets: OnceLock<Vec<Asset>>,
}

impl Explorer {
    /// Creates the explorer for a base path.
    pub(crate) fn new(base_path: BasePath, branding: Branding) -> Self {
        Self { base_path, branding, own_assets: OnceLock::new() }
    }

    /// Returns whether a path names a script, style sheet or image.
    pub(crate) fn has_asset(&self, path: &str) -> bool {
        let name = last_segment(path);
        name != PAGE && FILES.get_file(name).is_some() || self.branding.files().any(|(file, _)| file == name)
    }

    /// Responds with the page.
    pub(crate) async fn get_page(self: Arc<Self>, request: Request) -> Response {
        match self.prepare().await {
            Ok(()) => self.respond(PAGE, &request),
            Err(error) => error.into_response(),
        }
    }

    /// Responds with the script, style sheet or image that the path names.
    pub(crate) async fn get_asset(self: Arc<Self>, request: Request) -> Response {
        match self.prepare().await {
            Ok(()) => self.respond(last_segment(request.uri().path()), &request),
            Err(error) => error.into_response(),
        }
    }

    fn respond(&self, name: &str, request: &Request) -> Response {
        let assets = [&self.own_assets, &ASSETS].into_iter().filter_map(OnceLock::get).flatten();
        match assets.into_iter().find(|asset| asset.name == name) {
            Some(asset) => asset.response(request),
            None => not_found(&self.base_path).into_response(),
        }
    }

    /// Compresses all files on a blocking thread the first time, so that other requests need not wait.
    async fn prepare(self: &Arc<Self>) -> Result<(), ApiError> {
        if self.own_assets.get().is_some() {
            return Ok(());
        }
        let this = Arc::clone(self);
        let prepared = spawn_blocking(move || {
            let files = || FILES.files().filter(|file| name_of(file) != PAGE);
            ASSETS.get_or_init(|| files().map(Asset::of_file).collect());
            // Set last, because it marks all assets as ready.
            this.own_assets.get_or_init(|| this.make_own_assets());
        });
        prepared.await.map_err(|error| ApiError::internal(format!("cannot compress the explorer: {error}")))
    }

    fn make_own_assets(&self) -> Vec<Asset> {
        let page = FILES.get_file(PAGE).and_then(File::contents_utf8).expect("the page is compiled in, as UTF-8");
        let page = self.base_path.join_links(&self.branding.apply(page));
        let files = self.branding.files().map(|(name, content)| Asset::new(name, content, OPERATORS_POLICY));
        [Asset::new(PAGE, page.into(), POLICY)].into_iter().chain(files).collect()
    }
}

fn last_segment(path: &str) -> &str {
    let path = path.strip_suffix('/').unwrap_or(path);
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}
