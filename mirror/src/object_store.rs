/*!
Indexes in object storage: an S3-compatible bucket or, to pull only, any web server of files.

| object | holds |
|---|---|
| `blobs/sha256/<digest>` | a file of an index, named by its digest |
| `builds/<build id>/manifest.json` | the manifest of an index, which names its files; the build id is its digest |
| `latest` | the id of the build to serve |

Blobs and manifests never change. `latest` is written last, on the condition that nobody else has written it meanwhile,
so that a reader never sees an incomplete build.
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
