//! Documents for the modules of publishers, such as listings.

use std::fs;

use lexdex_mirror::fetch::client::{FetchClient, FetchedDocument};

use crate::site::Site;
use crate::support::Quirk;

fn client(site: &Site) -> FetchClient {
    let config = site.config();
    FetchClient::new(&config.contact, &config.politeness).unwrap()
}

#[test]
fn document_comes_with_its_validators() {
    let site = Site::new();
    site.server.put("/listing?page=2", "<a/>");
    site.server.quirk_times("/listing?page=2", 1, Quirk::Status(502));
    site.server.quirk_times("/listing?page=2", 2, Quirk::Cut(2));
    let document = client(&site).document(&site.server.url("/listing?page=2"), None).unwrap();
    let expected = FetchedDocument {
        body: b"<a/>".to_vec(),
        etag: document.etag.clone().filter(|etag| etag.len() == 18),
        last_modified: Some("Thu, 01 Jan 2026 00:01:00 GMT".to_owned()),
    };
    assert_eq!(document, expected);
    assert_eq!(site.server.take_log(), ["502 /listing?page=2", "200 /listing?page=2", "200 /listing?page=2"]);
}

#[test]
fn media_type_is_sent_in_accept() {
    let site = Site::new();
    site.server.put("/listing", "{}");
    site.server.quirk("/listing", Quirk::AcceptOnly("application/json"));
    let (client, url) = (client(&site), site.server.url("/listing"));
    assert_eq!(client.document(&url, Some("application/json")).unwrap().body, b"{}");
    let error = client.document(&url, None).unwrap_err();
    assert_eq!(error.to_string(), format!("{url} answered 406 Not Acceptable"));
    assert_eq!(site.server.take_log(), ["200 /listing accept: application/json", "406 /listing"]);
}

#[test]
fn folder_is_published_with_the_folders_in_it() {
    let site = Site::new();
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("us")).unwrap();
    fs::write(folder.path().join("us/1.json"), "[1]").unwrap();
    fs::write(folder.path().join("index.json"), "[]").unwrap();
    site.server.put_folder("/cap", folder.path());
    let document = |path: &str| client(&site).document(&site.server.url(path), None).unwrap().body;
    assert_eq!((document("/cap/us/1.json"), document("/cap/index.json")), (b"[1]".to_vec(), b"[]".to_vec()));
}

#[test]
fn document_of_64_mib_is_read_and_a_larger_one_is_an_error() {
    let site = Site::new();
    let client = client(&site);
    site.server.put("/largest", vec![b' '; 64 << 20]);
    site.server.put("/larger", vec![b' '; (64 << 20) + 1]);
    assert_eq!(client.document(&site.server.url("/largest"), None).unwrap().body.len(), 64 << 20);
    let url = site.server.url("/larger");
    let error = client.document(&url, None).unwrap_err();
    assert_eq!(error.to_string(), format!("{url} is larger than 64 MiB, which no listing is"));
}

#[test]
fn address_and_contact_must_be_well_formed() {
    let site = Site::new();
    let error = client(&site).document("uscode.house.gov", None).unwrap_err();
    assert_eq!(error.to_string(), "\"uscode.house.gov\" is not an address");
    let error = FetchClient::new("a\nb", &site.config().politeness).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the contact \"a\\nb\" is not a line of printable ASCII: give an email address or a URL"
    );
}
