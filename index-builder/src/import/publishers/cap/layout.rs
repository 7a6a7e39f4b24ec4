/*!
The kind of a file, by its path.

| | volume zip | static tree |
|---|---|---|
| a case | `json/0001-01.json` | `<reporter>/<volume>/cases/0001-01.json` |
| the list of the volume's cases | `metadata/CasesMetadata.json` | `<reporter>/<volume>/CasesMetadata.json` |

Exports of the former API are named `data.jsonl`. Its responses have any other name that ends with `.json`.
*/

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::import::input::location::{self, parent};

/// Whether a file is a list of the cases of a volume, without their opinions.
pub(super) fn is_list(name: &str) -> bool {
    location::file_name(name) == "CasesMetadata.json"
}

/// Whether a file describes a volume.
pub(super) fn is_volume(name: &str) -> bool {
    location::file_name(name) == "VolumeMetadata.json"
}

/// Whether a file has a case in each line.
pub(super) fn is_lines(name: &str) -> bool {
    location::file_name(name).ends_with(".jsonl")
}

/// The location of the volume that a file belongs to.
pub(super) fn volume(name: &str) -> &str {
    let folder = parent(name);
    match location::file_name(folder) {
        "json" | "cases" | "metadata" => parent(folder),
        _ => folder,
    }
}

/// The folder of a reporter, which has the volume that a file belongs to. `None` for a file outside volumes.
pub(super) fn reporter(location: &str) -> Option<&str> {
    let is_in_volume =
        is_list(location) || is_volume(location) || matches!(location::file_name(parent(location)), "json" | "cases");
    let reporter = location::file_name(parent(volume(location)));
    (is_in_volume && !reporter.is_empty()).then_some(reporter)
}

/// A file of a case, as the hash of its path: millions of paths would take too much memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct VolumeFile(u64, u64);

impl VolumeFile {
    /// The file of this name in a volume.
    pub(super) fn new(volume: &str, name: &str) -> Self {
        let hash = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, volume, name).hash(&mut hasher);
            hasher.finish()
        };
        Self(hash(0), hash(1))
    }

    /// The file of a case of a volume.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let in_volume = matches!(location::file_name(parent(name)), "json" | "cases");
        let file = location::file_name(name).strip_suffix(".json")?;
        in_volume.then(|| Self::new(volume(name), file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_and_files_of_its_cases_share_one_volume() {
        for (list, case) in [
            ("1.zip!metadata/CasesMetadata.json", "1.zip!json/0001-01.json"),
            ("us/1/CasesMetadata.json", "us/1/cases/0001-01.json"),
            ("CasesMetadata.json", "cases/0001-01.json"),
        ] {
            let listed = VolumeFile::new(volume(list), "0001-01");
            assert!(VolumeFile::from_name(case) == Some(listed), "{case}");
        }
        assert!(VolumeFile::from_name("us/2/cases/0001-01.json") != VolumeFile::from_name("us/1/cases/0001-01.json"));
        assert!(VolumeFile::from_name("us/1/0001-01.json").is_none());
    }
}
