/*!
The importers that the program has, in the order in which the command line lists them.
*/

use crate::import::importer::Importer;
use crate::import::publishers::billstatus::BILLSTATUS;
use crate::import::publishers::cap::CAP;
use crate::import::publishers::courtlistener::COURTLISTENER;
use crate::import::publishers::dc_law::DC_LAW;
use crate::import::publishers::openstates::OPENSTATES;
use crate::import::publishers::public_resource::PUBLIC_RESOURCE;
use crate::import::publishers::uslm::USLM;

/// All importers.
pub(crate) static IMPORTERS: &[&Importer] =
    &[&USLM, &BILLSTATUS, &OPENSTATES, &CAP, &COURTLISTENER, &DC_LAW, &PUBLIC_RESOURCE];

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
        for Importer { name, upstream, .. } in IMPORTERS {
            let (_, section) = README.split_once(&format!("\n## `{name}`: ")).expect(name);
            let section = section.split("\n## ").next().unwrap();
            assert!(section.contains(&format!("| download | <{upstream}>")), "{name}");
        }
    }
}
