//! CourtListener: the listing of a bucket.

use super::{Mirror, plan};

const LIST: &str = "/?list-type=2&prefix=bulk-data/";
const TABLES: [&str; 4] = ["courts", "citations", "opinion-clusters", "dockets"];

/// A page with these objects, and the token of the next page if there is one.
fn page(objects: &[(String, u64)], token: Option<&str>) -> String {
    let objects = objects.iter().map(|(name, bytes)| {
        format!(
            "<Contents><Key>bulk-data/{name}</Key><ETag>&quot;{name}-{bytes}&quot;</ETag><Size>{bytes}</Size></Contents>"
        )
    });
    let next = token.map_or("<IsTruncated>false</IsTruncated>".to_owned(), |token| {
        format!("<IsTruncated>true</IsTruncated><NextContinuationToken>{token}</NextContinuationToken>")
    });
    format!("<ListBucketResult>{next}{}</ListBucketResult>", objects.collect::<String>())
}

/// The tables of a release.
fn release(date: &str, bytes: [u64; 4]) -> Vec<(String, u64)> {
    TABLES.into_iter().zip(bytes).map(|(table, bytes)| (format!("{table}-{date}.csv.bz2"), bytes)).collect()
}

fn put_list(mirror: &Mirror, pages: &[(&str, String)]) {
    for (query, page) in pages {
        mirror.server.put(&format!("{LIST}{query}"), page.clone());
    }
}

#[test]
fn next_release_is_taken_from_all_pages_once_it_is_complete() {
    let mut mirror = Mirror::new("courtlistener", "");
    let next_page = "&continuation-token=1%2Ba%2Fb%26c%3D%3D";
    let (first, second) = (release("2026-03-31", [5_000, 6_000, 7_000, 8_000]), release("2026-06-30", [1, 2, 3, 4]));
    let (begin, end) = first.split_at(3);
    let pages = [("", page(begin, Some("1+a/b&amp;c=="))), (next_page, page(&[end, &second].concat(), None))];
    put_list(&mirror, &pages);
    let files = first.iter().map(|(name, bytes)| {
        let (path, address) = (format!("courtlistener/{name}"), format!("/bulk-data/{name}"));
        mirror.file(&path, &address, Some(*bytes), &format!("{name}-{bytes}"))
    });
    let mut expected = plan(Some("2026-03-31"), files.collect());
    expected.notes.push("the release of 2026-06-30 is passed over: its table courts has 1 bytes".to_owned());
    let requests = [&*format!("200 {LIST}"), &format!("200 {LIST}{next_page}")];
    mirror.fetch("2026-07-01T00:00:00Z", &expected, &requests);

    // The release is repaired.
    let second = release("2026-06-30", [2_500, 6_100, 7_100, 8_100]);
    put_list(&mirror, &[("", page(&[first, second.clone()].concat(), None))]);
    let files = second.iter().map(|(name, bytes)| {
        let (path, address) = (format!("courtlistener/{name}"), format!("/bulk-data/{name}"));
        mirror.file(&path, &address, Some(*bytes), &format!("{name}-{bytes}"))
    });
    let expected = plan(Some("2026-06-30"), files.collect());
    mirror.fetch("2026-07-02T00:00:00Z", &expected, &requests[..1]);

    // The bucket has only an older release.
    put_list(&mirror, &[("", page(&release("2026-03-31", [5_000, 6_000, 7_000, 8_000]), None))]);
    let message = "has no release that can be used, with the tables courts, citations, opinion-clusters, dockets of one \
                   date, and not older than the mirror's. The files that the mirror has stay";
    mirror.assert_error(message, &requests[..1]);
}

#[test]
fn circular_listing_is_an_error() {
    let mirror = Mirror::new("courtlistener", "");
    put_list(&mirror, &[("", page(&[], Some("a"))), ("&continuation-token=a", page(&[], Some("a")))]);
    let (first, second) = (format!("200 {LIST}"), format!("200 {LIST}&continuation-token=a"));
    mirror.assert_error("the listing is circular", &[&first, &second]);
}
