//! Titles of the U.S. Code that the operator places into a folder.

use crate::code_title::{section, title};
use crate::folder::Folder;

/// The configuration of a mirror of these files.
pub(crate) const CONFIGURATION: &str = r#"
[publish]
to = "published"

[[placed]]
name = "code"
format = "uslm"
folder = "placed"
"#;

/// Places a title with sections of these numbers, dated `day`. A section's heading is its number and `words`.
pub(crate) fn place(folder: &Folder, title_number: &str, day: &str, sections: impl Iterator<Item = u32>, words: &str) {
    let sections: Vec<String> =
        sections.map(|number| section(&number.to_string(), &format!("Heading {number} {words}"))).collect();
    folder.write(&format!("placed/usc{title_number}.xml"), title(title_number, day, &sections));
}

/// A mirror whose index has a title with the sections 1 to 100.
pub(crate) fn published_mirror() -> Folder {
    let folder = Folder::new(CONFIGURATION);
    place(&folder, "7", "2024-01-01", 1..=100, "old");
    folder.run_to(0, &["sync"]);
    folder
}
