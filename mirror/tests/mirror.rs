//! Tests of the mirror against a local server that plays the publishers.

#[path = "mirror/all_publishers.rs"]
mod all_publishers;
#[expect(dead_code, reason = "no publisher here has xz")]
#[path = "../../index-builder/tests/import/archive.rs"]
mod archive;
#[path = "mirror/binary.rs"]
mod binary;
#[path = "mirror/chart.rs"]
mod chart;
#[expect(dead_code, reason = "the whole Code is a matter of the importer's tests")]
#[path = "../../index-builder/tests/import/code_title.rs"]
mod code_title;
#[path = "mirror/configuration.rs"]
mod configuration;
#[path = "mirror/damage.rs"]
mod damage;
#[path = "mirror/days.rs"]
mod days;
#[path = "../../index-builder/tests/directory.rs"]
mod directory;
#[path = "mirror/documents.rs"]
mod documents;
#[path = "mirror/federal.rs"]
mod federal;
#[path = "mirror/folder.rs"]
mod folder;
#[cfg(target_os = "linux")]
#[path = "mirror/full_disk.rs"]
mod full_disk;
#[path = "mirror/holding.rs"]
mod holding;
#[path = "mirror/init.rs"]
mod init;
#[path = "mirror/interruptions.rs"]
mod interruptions;
#[path = "mirror/kills.rs"]
mod kills;
#[path = "mirror/locked.rs"]
mod locked;
#[cfg(unix)]
#[path = "mirror/pages.rs"]
mod pages;
#[path = "mirror/placed_files.rs"]
mod placed_files;
#[path = "mirror/publishers.rs"]
mod publishers;
#[path = "mirror/quirks.rs"]
mod quirks;
#[path = "mirror/real_sets.rs"]
mod real_sets;
#[path = "mirror/releases.rs"]
mod releases;
#[path = "mirror/runs.rs"]
mod runs;
#[path = "mirror/served.rs"]
mod served;
#[path = "mirror/site.rs"]
mod site;
#[path = "mirror/status.rs"]
mod status;
#[cfg(target_os = "linux")]
#[path = "mirror/store.rs"]
mod store;
#[path = "mirror/store_bucket.rs"]
mod store_bucket;
#[path = "mirror/store_checks.rs"]
mod store_checks;
#[path = "mirror/store_faults.rs"]
mod store_faults;
#[path = "mirror/store_indexes.rs"]
mod store_indexes;
#[path = "mirror/store_local.rs"]
mod store_local;
#[cfg(target_os = "linux")]
#[path = "mirror/store_network.rs"]
mod store_network;
#[cfg(unix)]
#[path = "mirror/store_pages.rs"]
mod store_pages;
#[path = "mirror/store_providers.rs"]
mod store_providers;
#[cfg(target_os = "linux")]
#[path = "mirror/store_proxy.rs"]
mod store_proxy;
#[path = "mirror/store_run.rs"]
mod store_run;
#[cfg(target_os = "linux")]
#[path = "mirror/store_servers.rs"]
mod store_servers;
#[cfg(target_os = "linux")]
#[path = "mirror/store_syncs.rs"]
mod store_syncs;
#[cfg(target_os = "linux")]
#[path = "mirror/store_system.rs"]
mod store_system;
#[path = "mirror/store_watch.rs"]
mod store_watch;
mod support;
#[path = "mirror/sync.rs"]
mod sync;
#[cfg(target_os = "linux")]
#[path = "mirror/sync_full_disk.rs"]
mod sync_full_disk;
#[path = "mirror/sync_interruption.rs"]
mod sync_interruption;
#[expect(dead_code, reason = "these tests compare whole trees, and read no file of one")]
#[path = "../../index-builder/tests/tree.rs"]
mod tree;
