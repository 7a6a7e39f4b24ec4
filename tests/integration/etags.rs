/*!
Entity tags change with the bytes of responses, even if only the program was updated and the index is the same.
*/

use axum::http::StatusCode;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::corpus::{case, statute, tiny, with};
use super::history::site::Site;
use super::support::TestApp;

/// Every representation version, with the digest of that version's responses.
const VERSIONS: [(u32, &str); 4] = [
    (1, "c09b0b66d42df4d615ab120d1c4bd9336899750b5f866f5496908ac84d2c3ddf"),
    (2, "7038d4c949a7b8085222481c4f8213b3d908bfca480295d7eb5d6063fe7cc1e9"),
    (3, "b9a7d71805376d6a18864a1aad458988706408a6937374c11c9854468a0942c4"),
    (4, "704f56fa8b965dadb18a2e03cb81cb014cef2f295641c10e8f7d97af8bd81f79"),
];

/// Requests for responses of every kind.
const TARGETS: [&str; 49] = [
    "/api/v1/statutes",
    "/api/v1/statutes?limit=1",
    "/api/v1/statutes?limit=2&offset=2",
    "/api/v1/statutes?offset=100",
    "/api/v1/statutes?jurisdiction=ca",
    "/api/v1/statutes?topic=fraud&status=amended",
    "/api/v1/statutes?q=mail+fraud",
    "/api/v1/statutes?citation=18+USC+1341",
    "/api/v1/statutes?sort=newest",
    "/api/v1/statutes?fields=id",
    "/api/v1/statutes?fields=meta,topics,title",
    "/api/v1/cases",
    "/api/v1/cases?court=circuit",
    "/api/v1/cases?court=scotus&decided_from=1970-01-01",
    "/api/v1/cases?sort=oldest",
    "/api/v1/cases?q=roe&sort=relevance",
    "/api/v1/bills",
    "/api/v1/bills?chamber=senate",
    "/api/v1/statutes/federal-usc-18-1341",
    "/api/v1/statutes/federal-usc-18-1341?fields=title,meta",
    "/api/v1/cases/ca9-9-f.3d-9",
    "/api/v1/bills/ny-2",
    "/api/v1/statutes/federal-usc-18-1341/similar",
    "/api/v1/cases/ca9-9-f.3d-9/similar?fields=id",
    "/api/v1/statutes/facets",
    "/api/v1/cases/facets?jurisdiction=ny",
    "/api/v1/bills/facets",
    "/api/v1/statutes/export?format=ndjson",
    "/api/v1/statutes/export?format=ndjson&fields=id,title",
    "/api/v1/statutes/export?format=csv",
    "/api/v1/statutes/export?format=csv&fields=id,topics",
    "/api/v1/cases/export?format=csv",
    "/api/v1/bills/export?format=csv",
    "/api/v1/statutes/export?format=bibtex",
    "/api/v1/cases/export?format=ris",
    "/api/v1/bills/export?format=csl-json",
    "/api/v1/bills/ny-2?format=bibtex",
    "/api/v1/statutes/federal-usc-18-1341?format=ris",
    "/api/v1/cases/ca9-9-f.3d-9?format=csl-json",
    "/api/v1/jurisdictions/pr",
    "/api/v1/suggest?q=m",
    "/api/v1/suggest?q=cal&limit=3",
    "/api/v1/suggest?q=9+F.3d",
    "/api/v1/changes?since={build}",
    "/api/v1/changes?since={build}&resource=statutes&limit=2&offset=1",
    "/api/v1/statutes.atom",
    "/api/v1/statutes.atom?jurisdiction=al&limit=2&offset=2",
    "/api/v1/cases.atom",
    "/api/v1/bills.atom?status=in_committee",
];

/// Catalogues. Only the beginning is compared, because the rest depends on the corpus.
const CATALOGUES: [&str; 4] = ["/api/v1/jurisdictions", "/api/v1/topics", "/api/v1/courts", "/api/v1/coverage"];

const N_CATALOGUE_BYTES: usize = 200;

/// A corpus with unusual titles, published after another one. The difference has added, changed and removed records.
fn site() -> Site {
    let mut before = tiny();
    before.cases.push(case("gone", "ny"));
    before.cases[1]["summary"] = json!("Held that Roe wins.");
    before.bills[1]["summary"] = json!("Asks for studies.");
    let mut corpus = tiny();
    let titles = ["=1+1", "\u{feff}@SUM(A1)", "\u{a0}-1", "\u{ff1d}1", " x", "\"quoted\", twice"];
    corpus.statutes.extend(
        titles
            .iter()
            .enumerate()
            .map(|(idx, title)| with(statute(&format!("al-{idx}"), "al"), json!({ "title": title }))),
    );
    Site::from_corpora(&[&before, &corpus])
}

/// The digest of all responses. Content codings are left out, because they decode to the same bytes. The times of
/// publication are left out, too, and the builds, which depend on the version of the index format.
fn digest(site: &Site, app: &TestApp) -> String {
    let mut digest = Sha256::new();
    let whole = TARGETS.map(|target| (target, usize::MAX));
    for (target, n_bytes) in whole.into_iter().chain(CATALOGUES.map(|target| (target, N_CATALOGUE_BYTES))) {
        let response = app.get(&target.replace("{build}", site.builds()[0]));
        assert_eq!(response.status, StatusCode::OK, "{target}: {}", response.text());
        digest.update(target);
        digest.update(response.header("content-type").unwrap());
        let mut text = response.text().to_owned();
        for (build, time) in site.history() {
            text = text.replace(&build, "{build}").replace(&time, "{time}");
        }
        digest.update(&text.as_bytes()[..n_bytes.min(text.len())]);
    }
    const_hex::encode(digest.finalize())
}

#[test]
fn representation_version_changes_with_the_bytes_of_responses() {
    let site = site();
    let app = site.app();
    let etag = app.get("/api/v1/statutes").header("etag").unwrap().to_owned();
    let version: u32 = etag.split('-').nth(1).unwrap().parse().unwrap();
    let versions: Vec<u32> = VERSIONS.iter().map(|(version, _)| *version).collect();
    assert_eq!(versions, (1..=version).collect::<Vec<_>>());
    let (_, expected) = VERSIONS.last().unwrap();
    let digest = digest(&site, &app);
    assert!(
        digest == *expected,
        "the bytes of responses have changed: raise `REPRESENTATION_VERSION` in src/http/protocol/conditional.rs, and \
         add ({}, \"{digest}\") to `VERSIONS`",
        version + 1
    );
    let digests: std::collections::BTreeSet<&str> = VERSIONS.iter().map(|(_, digest)| *digest).collect();
    assert_eq!(digests.len(), VERSIONS.len(), "each version has a digest of its own");
}
