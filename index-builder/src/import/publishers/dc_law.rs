/*!
The D.C. Code as the Council of the District of Columbia publishes it: the XML tree of its law library, with one file
for each section, in folders by title.

The file of a section has neither the day of the data nor the headings of its title and chapter. They are in the
`index.xml` files of the library and of its titles, which are prescanned.
*/

mod tree;

mod reason;

mod history;

mod section;

use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use lexdex::model::Resource;

use self::tree::Tree;
use crate::import::engine::session::Session;
use crate::import::importer::Importer;
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::location;

/// The importer of the D.C. Code.
pub(crate) static DC_LAW: Importer = Importer {
    name: "dc-law",
    about: "The D.C. Code: the XML tree of the Council's law library",
    source: "D.C. Code, Council of the District of Columbia",
    looks_for: "sections of the D.C. Code: .xml files with the root element section, below titles/",
    claims: &[
        ClaimRule::companion(Pattern::FileName("index.xml")),
        ClaimRule::companion(Pattern::Test(is_outside_titles)),
        ClaimRule::companion(Pattern::FileNameEnd(&[
            ".xsd", ".md", ".txt", ".json", ".html", ".css", ".xsl", ".yml", ".yaml", ".py",
        ])),
        ClaimRule::read(Pattern::Extension(&[".xml"])),
    ],
    upstream: "https://github.com/DCCouncil/law-xml-codified",
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    let tree = Tree::prescan(session)?;
    let n_read = AtomicUsize::new(0);
    session.each_file(|file, sink| {
        let is_of_code = tree.has_section(file.name);
        section::read(file, &tree, sink)?;
        n_read.fetch_add(usize::from(is_of_code), Ordering::Relaxed);
        Ok(())
    })?;
    if tree.has_every_title() && n_read.into_inner() == tree.n_sections() {
        session.declare_complete(Resource::Statutes, section::JURISDICTION_ID);
    }
    Ok(())
}

/// Whether a file is in the library but outside its folder `titles`, which has all sections. The other folders have the
/// laws of each Council period, indexes and schemas. A file outside any library may be a section.
fn is_outside_titles(name: &str) -> bool {
    let has_folder = |folder| location::segments(name).any(|segment| segment == folder);
    has_folder("council") && !has_folder("titles")
}
