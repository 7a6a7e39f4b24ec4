/*!
Serves the explorer, a web page for people. Its files are compiled into the program.

The path of a view is the API's path without `/api/v1`. All views are one page, which reads its own URL in the browser.
The page uses only the public API, and contacts no other host.
*/

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue};
use include_dir::{Dir, include_dir};

use crate::http::base_path::BasePath;
use crate::http::site::branding::Branding;
use crate::http::site::pages::{PageShell, check_page};
use crate::http::site::static_response::{StaticResponse, security_headers};

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/explorer");

/// The HTML page of every view.
const PAGE: &str = "index.html";

/// The scripts that only the check of a text uses. The other views do not load them.
pub(crate) const CHECK_FILES: [&str; 8] =
    ["check.js", "check_run.js", "check_table.js", "docx.js", "file.js", "outcomes.js", "reading.js", "report.js"];

/// Allows the page only its own files, and requests only to this service.
pub(crate) static HEADERS: [(HeaderName, HeaderValue); 3] = security_headers(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// Allows an operator's file to run and load nothing, even if a browser opens it as a page.
static OPERATORS_HEADERS: [(HeaderName, HeaderValue); 3] = security_headers("default-src 'none'; sandbox");

/// The explorer of one service.
pub(crate) struct Explorer {
    page: Arc<StaticResponse>,
    /// The page that checks a text.
    check_page: Arc<StaticResponse>,
    /// The scripts, style sheets and images, by their names.
    assets: BTreeMap<&'static str, Arc<StaticResponse>>,
}

impl Explorer {
    /// Creates the explorer for a base path. `shell` is the frame of its pages.
    pub(crate) fn new(base_path: BasePath, branding: Branding, shell: PageShell) -> Self {
        let mut assets = BTreeMap::new();
        for file in FILES.files() {
            let name = file.path().to_str().expect("the files of the explorer have names in ASCII");
            assets.insert(name, Arc::new(asset(name, Bytes::from_static(file.contents()), &HEADERS)));
        }
        for (name, content) in branding.files() {
            assets.insert(name, Arc::new(asset(name, content, &OPERATORS_HEADERS)));
        }
        // The page is not served by its name.
        assets.remove(PAGE);
        let page = StaticResponse::new("text/html; charset=utf-8", &HEADERS, move || {
            let page = FILES.get_file(PAGE).and_then(|file| file.contents_utf8());
            base_path.join_links(&branding.apply(page.expect("the page is compiled in, as UTF-8"))).into()
        });
        let check_page = StaticResponse::new("text/html; charset=utf-8", &HEADERS, move || check_page(&shell));
        Self { page: Arc::new(page), check_page: Arc::new(check_page), assets }
    }

    pub(crate) fn page(&self) -> &Arc<StaticResponse> {
        &self.page
    }

    pub(crate) fn check_page(&self) -> &Arc<StaticResponse> {
        &self.check_page
    }

    /// Returns the script, style sheet or image that a path names.
    pub(crate) fn asset(&self, path: &str) -> Option<&Arc<StaticResponse>> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let (_, name) = path.rsplit_once('/')?;
        self.assets.get(name)
    }
}

fn asset(name: &str, content: Bytes, headers: &'static [(HeaderName, HeaderValue)]) -> StaticResponse {
    StaticResponse::new(media_type(name), headers, move || content.clone())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        _ => "application/octet-stream",
    }
}
