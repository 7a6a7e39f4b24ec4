//! Sets of real data, in `shared/data` beside the project or in the folder that `LEXDEX_SHARED_DATA` names.

use std::path::{Path, PathBuf};
use std::process::Command;

use lexdex_tests::skip::skip_without_data;
use tempfile::TempDir;

/// A set of real data, unpacked until the end of the test.
pub(crate) struct Set {
    directory: TempDir,
}

impl Set {
    /// Unpacks a set (`usc_2022`). If the machine has none, the test reports `NO DATA`.
    pub(crate) fn unpack(name: &str) -> Option<Self> {
        let data = std::env::var_os("LEXDEX_SHARED_DATA")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
        let unpack = data.join("unpack");
        if !unpack.is_file() {
            skip_without_data(&format!("the real set {name} is not at {}", data.display()));
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let status = Command::new(unpack).arg(directory.path()).arg(name).status().unwrap();
        assert!(status.success(), "cannot unpack {name}");
        Some(Self { directory })
    }

    /// A path in the unpacked set.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }
}
