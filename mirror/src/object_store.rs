/*!
Indexes in object storage: a bucket of S3, Google Cloud Storage or Azure or, to pull only, any web server of files. The
crate `object_store` makes the requests.

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

mod http;

mod failures;

pub(crate) mod parallel;

pub(crate) mod client;

pub(crate) mod remote_build;

pub(crate) mod latest;
