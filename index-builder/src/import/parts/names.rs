/*!
The names of parts.
*/

use std::path::{Path, PathBuf};

use lexdex_core::corpus::PARTS_FOLDER;
use lexdex_core::corpus::id_form::slug;

use crate::import::input::location;

/// The folder of parts that the command line names, or else the one of the corpus.
pub(crate) fn parts_folder(corpus: &Path, given: Option<&Path>) -> PathBuf {
    given.map_or_else(|| corpus.join(PARTS_FOLDER), Path::to_owned)
}

/// The ending of the names of the files.
pub(crate) const ENDING: &str = ".part";

/// The rule by which records belong to parts, unless the command line names one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartRule {
    /// All inputs are one part, which has the name of the format.
    Format,
    /// All inputs are one part, which has the name of the input.
    Whole,
    /// Each archive is a part, and all files outside archives are another.
    Archive,
    /// The importer names the part of each file, by its content.
    Named,
}

/// The names of the parts of an import.
#[derive(Clone, Debug)]
pub(crate) struct PartNames {
    format: &'static str,
    rule: PartRule,
    /// Whether the command line names the part.
    is_given: bool,
    /// The part of a file that has none of its own.
    whole: String,
}

impl PartNames {
    /// The names for the inputs of a command. `given` is the name of the command line.
    pub(crate) fn new(format: &'static str, rule: PartRule, inputs: &[impl AsRef<Path>], given: Option<&str>) -> Self {
        let whole = match (given, inputs) {
            (Some(given), _) => given.to_owned(),
            (None, [input]) if rule != PartRule::Format => from_file(format, &input.as_ref().to_string_lossy()),
            (None, _) => format.to_owned(),
        };
        Self { format, rule, is_given: given.is_some(), whole }
    }

    /// The part of a file, unless the importer names another.
    pub(crate) fn for_file(&self, location: &str) -> String {
        match (self.rule, location::archive(location)) {
            (PartRule::Archive, archive) if !self.is_given && !archive.is_empty() => from_file(self.format, archive),
            _ => self.whole.clone(),
        }
    }

    /// The part of an input that may be an archive.
    pub(crate) fn for_input(&self, location: &str) -> String {
        self.for_file(&location::inside(location, ""))
    }

    /// The part with this name of the importer, such as the number of a title.
    pub(crate) fn named(&self, name: &str) -> String {
        if self.is_given || name.is_empty() { self.whole.clone() } else { format!("{}-{}", self.format, slug(name)) }
    }

    /// The part that has all inputs.
    pub(crate) fn whole(&self) -> &str {
        &self.whole
    }
}

/// `billstatus-117-hr` for the archive `BILLSTATUS-117-hr.zip`.
fn from_file(format: &str, path: &str) -> String {
    let name = location::file_name(path.trim_end_matches(['/', '\\', '.']));
    let stem = ["zip", "tgz", "txz", "gz", "xz", "bz2", "tar", "jsonl", "json", "xml"]
        .iter()
        .fold(name, |name, ending| name.strip_suffix(ending).and_then(|name| name.strip_suffix('.')).unwrap_or(name));
    let stem = slug(stem);
    let stem = stem.strip_prefix(format).map_or(&*stem, |rest| rest.trim_start_matches('-'));
    if stem.is_empty() { format.to_owned() } else { format!("{format}-{stem}") }
}

/// Whether a name can be given on the command line: lower-case letters, digits, hyphens and points.
pub(crate) fn is_part_name(name: &str) -> bool {
    const MAX_BYTES: usize = 100;
    !name.is_empty() && name.len() <= MAX_BYTES && !name.starts_with('.') && slug(name) == name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_is_named_by_its_input() {
        let names = |rule, inputs: &[&str], given| PartNames::new("billstatus", rule, inputs, given);
        let one = names(PartRule::Archive, &["data/Bills of 2024/"], None);
        assert_eq!(one.for_file("data/Bills of 2024/a.xml"), "billstatus-bills-of-2024");
        assert_eq!(one.for_file("data/x/BILLSTATUS-117-hr.zip!a.xml"), "billstatus-117-hr");
        assert_eq!(one.for_file("x/b.tar.gz!c.zip!a.xml"), "billstatus-b");
        assert_eq!(names(PartRule::Whole, &["BILLSTATUS.zip"], None).for_file("BILLSTATUS.zip!a.xml"), "billstatus");
        assert_eq!(names(PartRule::Archive, &["a", "b"], None).for_file("a/a.xml"), "billstatus");
        assert_eq!(names(PartRule::Archive, &["a.zip"], Some("mine")).for_file("a.zip!a.xml"), "mine");
        assert_eq!(names(PartRule::Named, &["a.zip"], None).named("5A"), "billstatus-5a");
    }
}
