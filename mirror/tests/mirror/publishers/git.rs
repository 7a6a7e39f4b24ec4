//! Repositories on GitHub: the D.C. Code, and the state codes of Public.Resource.Org.

use super::{LOCKED_BYTES, Mirror, plan};

const JSON: &str = "accept: application/vnd.github+json";

fn commit(digit: char) -> String {
    digit.to_string().repeat(40)
}

#[test]
fn branch_with_the_newest_commit_is_fetched() {
    let mut mirror = Mirror::new("dc-law", "");
    let repository = "/repos/DCCouncil/law-xml-codified";
    let refs = format!("{repository}/git/matching-refs/heads/publication/");
    let branches = [("2021-10-18", 'a'), ("2026-05-23", 'b'), ("2026-05-23.2026-09-16", 'c')];
    let references = branches.map(|(branch, digit)| {
        serde_json::json!({ "ref": format!("refs/heads/publication/{branch}"), "object": { "sha": commit(digit) } })
    });
    mirror.server.put(&refs, serde_json::Value::from(references.to_vec()).to_string());
    let put_date = |mirror: &Mirror, digit: char, date: &str| {
        let body = serde_json::json!({ "sha": commit(digit), "committer": { "name": "x", "date": date } });
        mirror.server.put(&format!("{repository}/git/commits/{}", commit(digit)), body.to_string());
    };
    put_date(&mirror, 'a', "2026-05-19T12:00:00Z");
    put_date(&mirror, 'b', "2026-10-01T12:00:00Z");
    let list = format!("200 {refs} {JSON}");
    let request = |digit: char| format!("200 {repository}/git/commits/{} {JSON}", commit(digit));
    let requests = [&*list, &request('b'), &request('a')];
    let archive = |mirror: &Mirror, digit| {
        let address = format!("/DCCouncil/law-xml-codified/tar.gz/{}", commit(digit));
        vec![mirror.file("dc-law/law-xml-codified.tar.gz", &address, None, &commit(digit))]
    };
    let newest = plan(Some("publication/2026-05-23"), archive(&mirror, 'b'));
    mirror.fetch("2026-11-01T00:00:00Z", &newest, &requests);

    put_date(&mirror, 'a', "2026-11-02T12:00:00Z");
    let newest = plan(Some("publication/2021-10-18"), archive(&mirror, 'a'));
    mirror.fetch("2026-11-03T00:00:00Z", &newest, &requests);

    put_date(&mirror, 'b', "yesterday");
    mirror.assert_error("has the date \"yesterday\", which is not a time", &requests[..2]);
    mirror.server.put(&refs, "[]");
    mirror.assert_error("lists no branch such as publication/2026-05-23", &requests[..1]);
}

#[test]
fn state_is_requested_until_the_mirror_has_it() {
    let mut mirror = Mirror::new("public-resource", "states = [\"wy\", \"ga\"]");
    let head = |state: &str| format!("/repos/UniCourt/cic-code-{state}/commits/HEAD");
    mirror.server.put(&head("ga"), commit('a'));
    mirror.server.put(&head("wy"), "{\"message\": \"rate limit\"}");
    let requests = ["ga", "wy"].map(|state| format!("200 {} accept: application/vnd.github.sha", head(state)));
    let requests: Vec<&str> = requests.iter().map(|request| &**request).collect();
    let file = |mirror: &Mirror, state: &str, digit, bytes| {
        let address = format!("/UniCourt/cic-code-{state}/tar.gz/{}", commit(digit));
        mirror.file(&format!("public-resource/cic-code-{state}.tar.gz"), &address, bytes, &commit(digit))
    };
    let message = "is not the id of a commit: its text is “{\"message\": \"rate limit\"}”";
    mirror.assert_failure(message, &requests, &[file(&mirror, "ga", 'a', None)]);
    mirror.server.put(&head("wy"), commit('b'));
    let files = |mirror: &Mirror, bytes| vec![file(mirror, "ga", 'a', bytes), file(mirror, "wy", 'b', bytes)];
    let first = plan(None, files(&mirror, None));
    mirror.fetch("2026-11-01T00:00:00Z", &first, &requests);
    let next = plan(None, files(&mirror, Some(LOCKED_BYTES)));
    mirror.fetch("2026-11-02T00:00:00Z", &next, &[]);
}
