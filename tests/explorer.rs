//! The explorer in a real browser, Chromium.
//!
//! `tests/install-tools` installs the browser, its driver and axe-core. If one is missing, the tests that need it are
//! skipped, or fail if `LEXDEX_REQUIRE_TOOLS` is `1`.

#[path = "explorer/accessibility.rs"]
mod accessibility;
#[path = "explorer/base_path.rs"]
mod base_path;
#[path = "explorer/browser.rs"]
mod browser;
#[path = "explorer/coverage.rs"]
mod coverage;
#[path = "explorer/docs.rs"]
mod docs;
#[path = "explorer/feed.rs"]
mod feed;
#[path = "explorer/finding.rs"]
mod finding;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/index.rs"]
mod index;
#[path = "explorer/keyboard.rs"]
mod keyboard;
#[path = "explorer/layout.rs"]
mod layout;
#[path = "explorer/nothing.rs"]
mod nothing;
#[path = "explorer/page.rs"]
mod page;
#[path = "explorer/picture.rs"]
mod picture;
#[path = "explorer/pool.rs"]
mod pool;
#[path = "explorer/record.rs"]
mod record;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/server.rs"]
mod server;
#[path = "explorer/sessions.rs"]
mod sessions;
#[path = "explorer/site.rs"]
mod site;
#[path = "explorer/slow.rs"]
mod slow;
// Needs shells and symbolic links.
#[cfg(unix)]
#[path = "explorer/snippets.rs"]
mod snippets;
#[path = "explorer/start.rs"]
mod start;
#[path = "explorer/suggestions.rs"]
mod suggestions;
#[expect(dead_code, reason = "these tests use less of it than those of the deployment")]
#[path = "deployment/tool.rs"]
mod tool;
#[path = "explorer/topics.rs"]
mod topics;
#[path = "explorer/trouble.rs"]
mod trouble;
#[path = "explorer/try_it.rs"]
mod try_it;
#[cfg(unix)]
#[path = "clients/typescript_package.rs"]
mod typescript_package;
#[path = "explorer/words.rs"]
mod words;
