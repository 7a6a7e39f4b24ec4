//! The U.S. Code: release points.

use super::{LOCKED_BYTES, Mirror, plan};
use crate::support::Quirk;

const PAGE: &str = "200 /download/download.shtml";
const PRIOR: &str = "200 /download/priorreleasepoints.htm";

/// The page of a release point. Titles that have changed have a star.
fn page(release: &str, titles: &[&str]) -> String {
    let rows = titles.iter().map(|title| {
        let (name, changed) = title.strip_suffix('*').map_or((*title, ""), |name| (name, "changed"));
        let file = format!("releasepoints/us/pl/{}/xml_usc{name}@{release}.zip", release.replace('-', "/"));
        format!("<div class=\"usctitle{changed}\" id=\"us/usc/t{name}\">Title</div><a href=\"{file}\">[XML]</a>\n")
    });
    format!("<html><body>{}</body></html>", rows.collect::<String>())
}

fn put_prior(mirror: &Mirror, entries: &[(&str, &str)]) {
    let entry = |(name, titles): &(&str, &str)| {
        format!("<li><a href=\"releasepoints/us/pl/usc-rp@{name}.htm\">Public Law {name}, affecting {titles}.</a></li>")
    };
    let list: String = entries.iter().map(entry).collect();
    mirror.server.put("/download/priorreleasepoints.htm", format!("<ul>{list}</ul>"));
}

#[test]
fn next_release_point_fetches_the_titles_that_have_changed() {
    let mut mirror = Mirror::new("us-code", "");
    let file = |mirror: &Mirror, title: &str, release: &str, bytes| {
        let name = format!("xml_usc{title}@{release}.zip");
        let address = format!("/download/releasepoints/us/pl/{}/{name}", release.replace('-', "/"));
        mirror.file(&format!("us-code/{name}"), &address, bytes, release)
    };
    mirror.server.put("/download/download.shtml", page("119-100", &["01", "05*", "05A", "54"]));
    let titles = ["01", "05", "05A", "54"];
    let first = plan(Some("119-100"), titles.map(|title| file(&mirror, title, "119-100", None)).into());
    mirror.fetch("2026-07-01T00:00:00Z", &first, &[PAGE]);

    let kept = Some(LOCKED_BYTES);
    let same = plan(Some("119-100"), titles.map(|title| file(&mirror, title, "119-100", kept)).into());
    mirror.fetch("2026-07-02T00:00:00Z", &same, &[PAGE]);

    // Two release points later.
    mirror.server.put("/download/download.shtml", page("119-102not101", &["01*", "05", "05A", "54"]));
    put_prior(&mirror, &[("119-101u1", "title 5a"), ("119-100", "title 5")]);
    let files = vec![
        file(&mirror, "01", "119-102not101", None),
        file(&mirror, "05", "119-100", kept),
        file(&mirror, "05A", "119-102not101", None),
        file(&mirror, "54", "119-100", kept),
    ];
    mirror.fetch("2026-07-15T00:00:00Z", &plan(Some("119-102not101"), files), &[PAGE, PRIOR]);
}

#[test]
fn page_in_maintenance_and_a_missing_title_are_errors() {
    let mirror = Mirror::new("us-code", "titles = [\"1\", \"50a\"]");
    mirror.server.quirk_times("/download/download.shtml", 1, Quirk::Html("Site is currently under maintenance"));
    mirror.assert_error("its text is “Site is currently under maintenance”", &[PAGE]);
    mirror.server.put("/download/download.shtml", page("119-100", &["01*", "50"]));
    mirror.assert_error(
        "/download/download.shtml has no file of title 50a: if the title is gone, remove it from titles of us-code",
        &[PAGE],
    );
}
