//! The U.S. Code: release points.

use super::{Mirror, plan};
use crate::support::Quirk;

const PAGE: &str = "200 /download/download.shtml";

/// The page of a release point.
fn page(release: &str, titles: &[&str]) -> String {
    let rows = titles.iter().map(|name| {
        let file = format!("releasepoints/us/pl/{}/xml_usc{name}@{release}.zip", release.replace('-', "/"));
        format!("<div class=\"usctitle\" id=\"us/usc/t{name}\">Title</div><a href=\"{file}\">[XML]</a>\n")
    });
    format!("<html><body>{}</body></html>", rows.collect::<String>())
}

#[test]
fn each_release_point_is_fetched_whole() {
    let mut mirror = Mirror::new("us-code", "");
    let files = |mirror: &Mirror, titles: &[&str], release: &str| {
        let file = |title: &&str| {
            let name = format!("xml_usc{title}@{release}.zip");
            let address = format!("/download/releasepoints/us/pl/{}/{name}", release.replace('-', "/"));
            mirror.file(&format!("us-code/{name}"), &address, None, release)
        };
        plan(Some(release), titles.iter().map(file).collect())
    };
    for (release, titles) in [
        ("119-100", &["01", "05", "05A", "54"][..]),
        ("119-100", &["01", "05", "05A", "54"]),
        ("119-102not101", &["01", "05", "54"]),
    ] {
        mirror.server.put("/download/download.shtml", page(release, titles));
        let expected = files(&mirror, titles, release);
        mirror.fetch("2026-07-01T00:00:00Z", &expected, &[PAGE]);
    }
}

#[test]
fn wanted_titles_are_those_of_the_table() {
    let mirror = Mirror::new("us-code", "titles = [\"54\", \"5a\"]");
    mirror.server.put("/download/download.shtml", page("119-36", &["01", "05", "05A", "54"]));
    let (plan, _) = mirror.plan();
    let paths: Vec<String> = plan.unwrap().files.into_iter().map(|file| file.path).collect();
    assert_eq!(paths, ["us-code/xml_usc05A@119-36.zip", "us-code/xml_usc54@119-36.zip"]);
}

#[test]
fn page_in_maintenance_and_a_missing_title_are_errors() {
    let mirror = Mirror::new("us-code", "titles = [\"1\", \"50a\"]");
    mirror.server.quirk_times("/download/download.shtml", 1, Quirk::Html("Site is currently under maintenance"));
    mirror.assert_error("its text is “Site is currently under maintenance”", &[PAGE]);
    mirror.server.put("/download/download.shtml", page("119-100", &["01", "50"]));
    mirror.assert_error(
        "/download/download.shtml has no file of title 50a: if the title is gone, remove it from titles of us-code",
        &[PAGE],
    );
}
