//! Pictures of the explorer, and the one that the pages show.
//!
//! `docs/take-picture` takes `docs/explorer.webp` anew.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use lexdex_tests::tool::ROOT;
use serde_json::{Value, json};

use crate::system::explorer::page::Page;

/// The maximum size of the picture, in bytes. `tests/repository/readme.rs` checks the committed picture, too.
const MAX_PICTURE_BYTES: u64 = 200_000;

/// Saves a screenshot, with these parameters of `Page.captureScreenshot`, to a file.
pub(crate) fn save_picture(page: &Page, parameters: Value, path: &Path) {
    let picture = page.browser().devtools("Page.captureScreenshot", parameters);
    let coded = path.with_extension("base64");
    fs::write(&coded, picture["data"].as_str().unwrap()).unwrap();
    let file = File::create(path).unwrap();
    let decoded = Command::new("base64").arg("--decode").arg(&coded).stdout(file).status().unwrap();
    assert!(decoded.success());
    fs::remove_file(coded).unwrap();
}

#[test]
fn picture_for_the_pages_shows_results_and_is_small() {
    let Some(page) = Page::start() else { return };
    let size = json!({ "width": 1280, "height": 960, "deviceScaleFactor": 1.5, "mobile": false });
    page.browser().devtools("Emulation.setDeviceMetricsOverride", size);
    page.open("/cases?q=unreasonable+search");
    page.wait_until("document.querySelector('.bars') && document.querySelector('#extent').textContent");
    assert!(page.texts(".card h2")[0].starts_with("Boyd v. United States"));
    let is_wanted = std::env::var_os("LEXDEX_PICTURE").is_some_and(|value| value == "write");
    let folder = if is_wanted { Path::new(ROOT).join("docs") } else { Path::new(env!("CARGO_TARGET_TMPDIR")).into() };
    let path = folder.join("explorer.webp");
    save_picture(&page, json!({ "format": "webp", "quality": 80 }), &path);
    let n_bytes = fs::metadata(path).unwrap().len();
    assert!((10_000..MAX_PICTURE_BYTES).contains(&n_bytes), "the picture has {n_bytes} bytes");
}
