/*!
The lookup of importers by name, and their precedence.
*/

use crate::import::importer::Importer;
use crate::import::merge::precedence::Precedence;
use crate::import::publishers::IMPORTERS;

/// Returns the importer of this name.
pub fn find(name: &str) -> Option<&'static Importer> {
    IMPORTERS.iter().copied().find(|importer| importer.name == name)
}

/// The precedence of an importer's records over those of others.
pub(crate) fn precedence_of(importer: &Importer) -> Precedence {
    let gives_way = |other: &&&Importer| other.gives_way_to == Some(importer.name);
    Precedence {
        publisher: importer.name,
        above: importer.gives_way_to,
        below: IMPORTERS.iter().filter(gives_way).map(|other| other.name).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn importer_with_precedence_gives_way_to_no_other() {
        for importer in IMPORTERS {
            let above = importer.gives_way_to.map(|name| find(name).expect(name));
            assert!(above.is_none_or(|above| above.gives_way_to.is_none()), "{}", importer.name);
        }
    }

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
