//! The mirror against a local server that plays the publishers.

#[path = "mirror/binary.rs"]
mod binary;
#[path = "mirror/documents.rs"]
mod documents;
#[cfg(target_os = "linux")]
#[path = "mirror/full_disk.rs"]
mod full_disk;
#[path = "mirror/interruptions.rs"]
mod interruptions;
#[path = "mirror/kills.rs"]
mod kills;
#[path = "mirror/locked.rs"]
mod locked;
#[path = "mirror/quirks.rs"]
mod quirks;
#[path = "mirror/runs.rs"]
mod runs;
#[path = "mirror/site.rs"]
mod site;
#[expect(dead_code, reason = "these tests need no data from elsewhere")]
#[path = "../../tests/skip.rs"]
mod skip;
mod support;

#[path = "mirror/init.rs"]
mod init;

#[path = "mirror/publishers.rs"]
mod publishers;
