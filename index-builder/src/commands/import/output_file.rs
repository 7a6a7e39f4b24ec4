/*!
A file that an import writes for its operator, such as the report.
*/

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::platform;
use tempfile::NamedTempFile;

/// A file that is written beside its final path and then moved there.
pub(super) struct OutputFile {
    file: NamedTempFile,
    path: PathBuf,
    /// The name of the content in messages.
    name: &'static str,
}

impl OutputFile {
    /// Creates the file, so that a path that cannot be written fails before anything is read.
    pub(super) fn create(path: &Path, name: &'static str) -> Result<Self> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new();
        if let Some(permissions) = platform::readable_by_all() {
            file.permissions(permissions);
        }
        let file = file.tempfile_in(parent).with_context(|| format!("cannot write {name} {}", path.display()))?;
        Ok(Self { file, path: path.to_owned(), name })
    }

    /// Writes the content. [`Self::publish`] moves the file to its final path.
    pub(super) fn write(mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Self> {
        let mut out = BufWriter::new(&mut self.file);
        let written = write(&mut out).and_then(|()| out.flush());
        drop(out);
        written.with_context(|| self.context())?;
        Ok(self)
    }

    /// Moves the file to its final path.
    pub(super) fn publish(self) -> Result<()> {
        let context = self.context();
        self.file.persist(&self.path).context(context)?;
        Ok(())
    }

    fn context(&self) -> String {
        format!("cannot write {} {}", self.name, self.path.display())
    }
}
