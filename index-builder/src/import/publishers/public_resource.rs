/*!
State codes as Public.Resource.Org publishes them: one HTML page for each title, converted from the publishers' RTF by
several generations of programs. Pages of different states and releases differ in small ways. On all of them a section
begins with an `h3`, the heading begins with the section's number, and the head of the page names state, release and
date.

Only the newest release of each page among the inputs is imported. The sections of older releases are skipped. A prescan
of the heads of all pages finds the newest releases.
*/

mod codes;

mod habits;

mod page;

mod number;

mod history;

mod title;

mod releases;

use anyhow::Result;

use self::releases::PageReleases;
use crate::import::engine::session::Session;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::parts::names::PartRule;

/// The importer of state codes.
pub(crate) static PUBLIC_RESOURCE: Importer = Importer {
    name: "public-resource",
    about: "State codes in the HTML that Public.Resource.Org publishes",
    origin: FormatOrigin::Publisher {
        source: "Public.Resource.Org",
        upstream: "https://github.com/UniCourt/cic-code-wy",
    },
    looks_for: "titles of state codes: .html files with a subject and a description",
    parts: PartRule::Named,
    claims: &[
        ClaimRule::companion(Pattern::FileName("index.html")),
        ClaimRule::companion(Pattern::FileNameEnd(&[
            ".md", ".css", ".js", ".txt", ".png", ".jpg", ".svg", ".ico", ".xml", ".yml",
        ])),
        ClaimRule::read(Pattern::Extension(&[".html"])),
    ],
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    let releases = PageReleases::prescan(session)?;
    session.each_file(|file, sink| title::read(file, &releases, sink))
}
