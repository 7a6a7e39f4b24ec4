/*!
How much memory there is to read files into ahead of requests.
*/

use std::fs;
use std::path::Path;

/// How many bytes the process can have in memory, as far as the system tells: what is free or could be, and no more
/// than its control group may have, or any that holds it.
pub(crate) fn available() -> Option<u64> {
    available_below(Path::new("/"))
}

/// The same, where the system's files lie below this directory.
fn available_below(root: &Path) -> Option<u64> {
    let of_machine = fs::read_to_string(root.join("proc/meminfo")).ok()?;
    let of_machine = of_machine.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let of_machine = of_machine.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024;
    Some(of_groups(root).fold(of_machine, u64::min))
}

/// What the control group of the process and those that hold it may have, where they have a bound (of version 2: others
/// are not looked for).
fn of_groups(root: &Path) -> impl Iterator<Item = u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default().to_owned();
    let groups = root.join("sys/fs/cgroup");
    let bounds = Path::new(&group).ancestors().map(|group| fs::read_to_string(groups.join(group).join("memory.max")));
    let bounds: Vec<u64> = bounds.filter_map(|bound| bound.ok()?.trim().parse().ok()).collect();
    bounds.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: &str =
        "MemTotal:       24604512 kB\nMemFree:          512 kB\nMemAvailable:       4096 kB\nBuffers: 1 kB\n";

    /// What is available, as these files tell it.
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
    fn what_the_machine_has_is_available_unless_a_control_group_may_have_less() {
        let meminfo = ("proc/meminfo", MEMINFO);
        let of_group = ("proc/self/cgroup", "1:cpu:/elsewhere\n0::/system.slice/lexdex.service\n");
        let unbounded = ("sys/fs/cgroup/system.slice/lexdex.service/memory.max", "max\n");
        let bounded = ("sys/fs/cgroup/system.slice/lexdex.service/memory.max", "1000000\n");
        let more = ("sys/fs/cgroup/system.slice/lexdex.service/memory.max", "9000000\n");
        let slice = ("sys/fs/cgroup/system.slice/memory.max", "2000000\n");
        let elsewhere = ("sys/fs/cgroup/elsewhere/memory.max", "1\n");
        // In a container its own group is the root of those that it sees.
        let in_container = ("proc/self/cgroup", "0::/\n");
        let of_container = ("sys/fs/cgroup/memory.max", "3000000\n");
        for (files, bytes) in [
            ([meminfo].as_slice(), 4096 << 10),
            (&[meminfo, of_group], 4096 << 10),
            (&[meminfo, of_group, unbounded], 4096 << 10),
            (&[meminfo, of_group, more], 4096 << 10),
            (&[meminfo, of_group, bounded, slice, elsewhere], 1_000_000),
            (&[meminfo, of_group, unbounded, slice], 2_000_000),
            (&[meminfo, in_container, of_container, slice], 3_000_000),
            (&[meminfo, of_container], 3_000_000),
        ] {
            assert_eq!(available(files), Some(bytes), "{files:?}");
        }
    }

    #[test]
    fn where_the_system_does_not_tell_it_is_not_known() {
        assert_eq!(available(&[]), None);
        assert_eq!(available(&[("proc/meminfo", "MemTotal: 1 kB\n")]), None);
        assert_eq!(available(&[("proc/meminfo", "MemAvailable: much\n")]), None);
    }
}
