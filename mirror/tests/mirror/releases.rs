//! Releases of the publishers, as their servers offer them.

use serde_json::{Value, json};

use crate::archive::{bzip2, gzip, tar};
use crate::support::Server;

/// A file with its name and content.
pub(crate) type File<'f> = (&'f str, &'f [u8]);

/// Publishes tables in the bucket of `CourtListener`, and lists only them.
pub(crate) fn put_tables(server: &Server, tables: &[File<'_>]) {
    let mut listing = String::new();
    for (name, content) in tables {
        let content = bzip2(content);
        let (etag, size) = (server.etag(&content), content.len());
        listing += &format!(
            "<Contents><Key>bulk-data/{name}.bz2</Key><ETag>{}</ETag><Size>{size}</Size></Contents>",
            etag.replace('"', "&quot;")
        );
        server.put(&format!("/bulk-data/{name}.bz2"), content);
    }
    let listing = format!("<ListBucketResult><IsTruncated>false</IsTruncated>{listing}</ListBucketResult>");
    server.put("/?list-type=2&prefix=bulk-data/", listing);
}

/// Publishes the D.C. Code as of a commit on the branch of a publication, and lists only this branch.
pub(crate) fn put_dc_code(server: &Server, branch: &str, commit: &str, files: &[File<'_>]) {
    server.put(&format!("/DCCouncil/law-xml-codified/tar.gz/{commit}"), gzip(&tar(files)));
    let repository = "/repos/DCCouncil/law-xml-codified/git";
    let reference = json!([{"ref": format!("refs/heads/publication/{branch}"), "object": {"sha": commit}}]);
    server.put(&format!("{repository}/matching-refs/heads/publication/"), reference.to_string());
    let of_commit = json!({"sha": commit, "committer": {"date": format!("{branch}T00:00:00Z")}});
    server.put(&format!("{repository}/commits/{commit}"), of_commit.to_string());
}

/// Publishes the code of a state as of a commit.
pub(crate) fn put_state(server: &Server, state: &str, commit: &str, files: &[File<'_>]) {
    server.put(&format!("/UniCourt/cic-code-{state}/tar.gz/{commit}"), gzip(&tar(files)));
    server.put(&format!("/repos/UniCourt/cic-code-{state}/commits/HEAD"), commit);
}

/// Publishes the list of the volumes of the Caselaw Access Project.
pub(crate) fn put_volumes(server: &Server, volumes: &[Value]) {
    server.put("/VolumesMetadata.json", Value::from(volumes.to_vec()).to_string());
}
