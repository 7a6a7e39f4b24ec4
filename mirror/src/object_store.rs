/*!
Indexes in object storage: an S3-compatible bucket, or any server of files for those who only read.

| object | holds |
|---|---|
| `blobs/sha256/<digest>` | a file of an index, named by its digest |
| `builds/<build id>/manifest.json` | the manifest of an index, which names its files; the build id is its digest |
| `latest` | the id of the build to serve |

A blob and a manifest never change. `latest` is written last, on the condition that nobody has written it in between, so
that a reader never sees a part of a build.
*/

pub(crate) mod address;

pub(crate) mod layout;

pub(crate) mod listing;

mod credentials;

mod error_body;

mod times;

mod request;

mod failures;

mod attempts;

pub(crate) mod parallel;

pub(crate) mod client;

pub(crate) mod multipart;

pub(crate) mod remote_build;

pub(crate) mod latest;
