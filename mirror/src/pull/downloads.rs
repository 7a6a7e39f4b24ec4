/*!
Downloads of blobs, in ranges on several connections.
*/

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use crate::fetch::check::digest;
use crate::fetch::progress::Progress;
use crate::object_store::client::Client;
use crate::object_store::layout;
use crate::object_store::parallel::{Meter, for_each};
use crate::pull::part::Part;

/// Downloads blobs, which are given with their sizes, into a folder. Returns the path of each, and the bytes that came.
/// Every byte is checked. An interrupted download costs at most a range on each connection.
pub(crate) fn download(
    client: &Client<'_>,
    blobs: &BTreeMap<&str, u64>,
    folder: &Path,
    progress: &(dyn Progress + Sync),
) -> Result<(BTreeMap<String, PathBuf>, u64)> {
    remove_others(folder, blobs)?;
    let parts: Vec<(&str, u64, Part)> =
        blobs.iter().map(|(digest, bytes)| (*digest, *bytes, Part::open(folder, digest, *bytes))).collect();
    let total = parts.iter().fold(0_u64, |total, (_, bytes, _)| total.saturating_add(*bytes));
    let meter = Meter::begin(progress, "pulling", total);
    let there = parts.iter().map(|(_, _, part)| part.bytes_there()).sum();
    meter.add(there);
    let ranges =
        parts.iter().flat_map(|(digest, bytes, part)| part.missing().map(move |range| (*digest, *bytes, part, range)));
    for_each(ranges, |(digest, bytes, part, range)| {
        let mut file = part.at(range)?;
        let mut write = |received: &[u8]| {
            file.write_all(received).with_context(|| part.cannot_write())?;
            meter.add(received.len() as u64);
            Ok(())
        };
        client.get_bytes(&layout::blob(digest), part.start(range), part.end(range), bytes, &mut write)?;
        part.finish(range, &file)
    })?;
    drop(meter);
    for_each(parts.iter(), |(expected, _, part)| check(client, expected, part))?;
    let path = |(digest, _, part): &(&str, u64, Part)| ((*digest).to_owned(), part.path().to_owned());
    Ok((parts.iter().map(path).collect(), total.saturating_sub(there)))
}

/// Fails unless a blob has the content that its name says.
fn check(client: &Client<'_>, expected: &str, part: &Part) -> Result<()> {
    let found = digest(part.path()).with_context(|| format!("cannot read {}", part.path().display()))?;
    if found != expected {
        part.discard()?;
        bail!(
            "{} has the digest {found}: pull again; if that does not help, remove this object from the store, and push the \
             index again",
            client.url(&layout::blob(expected))
        );
    }
    Ok(())
}

/// Removes what an interrupted pull has left of another build.
fn remove_others(folder: &Path, blobs: &BTreeMap<&str, u64>) -> Result<()> {
    let cannot_read = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let name = entry.with_context(cannot_read)?.file_name();
        let name = name.to_str().ok_or_else(|| anyhow!("{}: {name:?} is no download", folder.display()))?;
        if !blobs.contains_key(name.strip_suffix(".ranges").unwrap_or(name)) {
            let path = folder.join(name);
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}
