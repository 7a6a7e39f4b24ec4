/*!
Determines the memory that is available to the process.
*/

use std::fs;
use std::path::Path;

/// Returns the free or reclaimable memory in bytes, within the limits of the process's control group and its ancestors.
/// `None` if `/proc/meminfo` cannot be read.
pub(in crate::platform) fn available_memory() -> Option<u64> {
    available_below(Path::new("/"))
}

/// Like [`available_memory`], with `/proc` and `/sys` under another root.
fn available_below(root: &Path) -> Option<u64> {
    let meminfo = fs::read_to_string(root.join("proc/meminfo")).ok()?;
    let available = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let available = available.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024;
    Some(group_limits(root).fold(available, u64::min))
}

/// Iterates over the memory limits of the process's control group and its ancestors. Supports only version 2 of control
/// groups.
fn group_limits(root: &Path) -> impl Iterator<Item = u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default().to_owned();
    let groups = root.join("sys/fs/cgroup");
    let limits = Path::new(&group).ancestors().map(|group| fs::read_to_string(groups.join(group).join("memory.max")));
    let limits: Vec<u64> = limits.filter_map(|limit| limit.ok()?.trim().parse().ok()).collect();
    limits.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: &str =
        "MemTotal:       24604512 kB\nMemFree:          512 kB\nMemAvailable:       4096 kB\nBuffers: 1 kB\n";

    /// Returns the available memory of a system with these files.
    fn available(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        available_below(root.path())
    }

    #[test]
    fn available_memory_is_the_machines_or_the_lowest_group_limit() {
        let meminfo = ("proc/meminfo", MEMINFO);
        let of_group = ("proc/self/cgroup", "1:cpu:/elsewhere\n0::/system.slice/lexdex.service\n");
        let unlimited = ("sys/fs/cgroup/system.slice/lexdex.service/memory.max", "max\n");
        let limited = ("sys/fs/cgroup/system.slice/lexdex.service/memory.max", "1000000\n");
        let higher = ("sys/fs/cgroup/system.slice/lexdex.service/memory.max", "9000000\n");
        let slice = ("sys/fs/cgroup/system.slice/memory.max", "2000000\n");
        let elsewhere = ("sys/fs/cgroup/elsewhere/memory.max", "1\n");
        // A container sees its own group as the root.
        let in_container = ("proc/self/cgroup", "0::/\n");
        let of_container = ("sys/fs/cgroup/memory.max", "3000000\n");
        for (files, bytes) in [
            ([meminfo].as_slice(), 4096 << 10),
            (&[meminfo, of_group], 4096 << 10),
            (&[meminfo, of_group, unlimited], 4096 << 10),
            (&[meminfo, of_group, higher], 4096 << 10),
            (&[meminfo, of_group, limited, slice, elsewhere], 1_000_000),
            (&[meminfo, of_group, unlimited, slice], 2_000_000),
            (&[meminfo, in_container, of_container, slice], 3_000_000),
            (&[meminfo, of_container], 3_000_000),
        ] {
            assert_eq!(available(files), Some(bytes), "{files:?}");
        }
    }

    #[test]
    fn available_memory_is_unknown_without_a_readable_meminfo() {
        assert_eq!(available(&[]), None);
        assert_eq!(available(&[("proc/meminfo", "MemTotal: 1 kB\n")]), None);
        assert_eq!(available(&[("proc/meminfo", "MemAvailable: much\n")]), None);
    }
}
