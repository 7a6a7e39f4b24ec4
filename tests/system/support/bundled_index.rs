//! The bundled corpus as an index directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::UNIX_EPOCH;

use lexdex_core::corpus::Source;
use lexdex_index::{BuildOptions, Storage, build};
use lexdex_tests::program::program;

/// The prefix of the directory's name.
const PREFIX: &str = "bundled-index-";

/// The index of the bundled corpus. A server opens it in milliseconds, and would take seconds to build it in memory
/// without optimization. All test processes share it until the program is linked again.
pub(crate) fn bundled_index() -> &'static Path {
    static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| {
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let linked = fs::metadata(program("lexdex")).unwrap().modified().unwrap();
        let linked = linked.duration_since(UNIX_EPOCH).unwrap().as_nanos();
        let index = parent.join(format!("{PREFIX}{linked}"));
        if !fs::exists(&index).unwrap() {
            remove_others(parent, &index);
            let directory = tempfile::tempdir_in(parent).unwrap();
            let built = directory.path().join("index");
            build(&Source::Bundled, &Storage::directory(&built), &BuildOptions::default(), &())
                .unwrap()
                .write(&built)
                .unwrap();
            // The error means that another process was faster.
            let _ = fs::rename(built, &index);
        }
        index
    });
    &DIRECTORY
}

/// Removes the indexes of earlier builds of the program.
fn remove_others(parent: &Path, index: &Path) {
    for entry in fs::read_dir(parent).unwrap() {
        let path = entry.unwrap().path();
        if path != index && path.file_name().unwrap().to_string_lossy().starts_with(PREFIX) {
            let _ = fs::remove_dir_all(path);
        }
    }
}
