/*!
The lookup of importers by name.
*/

use crate::import::importer::Importer;
use crate::import::publishers::IMPORTERS;

/// Returns the importer of this name.
pub fn find(name: &str) -> Option<&'static Importer> {
    IMPORTERS.iter().copied().find(|importer| importer.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_importers_are_unique() {
        for importer in IMPORTERS {
            assert!(std::ptr::eq(find(importer.name).unwrap(), *importer), "{}", importer.name);
        }
    }

    #[test]
    fn readme_names_each_importer_and_its_upstream() {
        const README: &str = include_str!("../../README.md");
        for importer in IMPORTERS {
            let name = importer.name;
            let (_, section) = README.split_once(&format!("\n## `{name}`: ")).expect(name);
            let section = section.split("\n## ").next().unwrap();
            let download = importer.upstream().map_or("| download | ".to_owned(), |at| format!("| download | <{at}>"));
            assert!(section.contains(&download), "{name}");
        }
    }
}
