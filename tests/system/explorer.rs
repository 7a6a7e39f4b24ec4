//! The explorer in a real browser, Chromium.
//!
//! `tests/install-tools` installs the browser, its driver and axe-core. If one is missing, the tests that need it are
//! skipped, or fail if `LEXDEX_REQUIRE_TOOLS` is `1`.

mod accessibility;
mod base_path;
mod browser;
mod charts;
mod check;
mod check_files;
mod coverage;
mod docs;
mod feed;
mod finding;
mod keyboard;
mod layout;
mod nothing;
mod page;
mod picture;
mod pool;
mod record;
mod sessions;
mod site;
mod slow;
// Needs shells and symbolic links.
#[cfg(unix)]
mod snippets;
mod start;
mod suggestions;
mod topics;
mod trouble;
mod try_it;
mod words;
