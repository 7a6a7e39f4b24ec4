//! Runs the real index-builder on corpora that the tests write.

mod bad_aliases;
mod bad_catalogues;
mod bad_fields;
mod bad_lines;
mod bad_texts;
mod bad_values;
mod closed_pipes;
mod courts;
mod damage;
mod diff;
mod directory;
#[cfg(target_os = "linux")]
mod full_disk;
mod functions;
#[cfg(unix)]
mod import_interruption;
#[cfg(unix)]
mod interruption;
mod layout;
mod linking;
#[cfg(target_os = "linux")]
mod long_texts;
mod many_problems;
#[cfg(unix)]
mod pages;
mod paths;
#[cfg(target_os = "linux")]
mod peak_memory;
mod place;
mod publishing;
mod repeated_ids;
#[cfg(unix)]
mod replacing;
mod reproducibility;
mod samples;
#[cfg(unix)]
mod shared_files;
mod summaries;
mod topics;
mod tree;
mod workspace;
