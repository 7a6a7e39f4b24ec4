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

use anyhow::Result;
use lexdex_core::model::Resource;

use self::tree::Tree;
use crate::import::engine::session::Session;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::location;
use crate::import::parts::names::PartRule;

/// The importer of the D.C. Code.
pub(crate) static DC_LAW: Importer = Importer {
    name: "dc-law",
    about: "The D.C. Code: the XML tree of the Council's law library",
    origin: FormatOrigin::Publisher {
        source: "D.C. Code, Council of the District of Columbia",
        upstream: "https://github.com/DCCouncil/law-xml-codified",
    },
    looks_for: "sections of the D.C. Code: .xml files with the root element section, below titles/",
    parts: PartRule::Format,
    claims: &[
        ClaimRule::companion(Pattern::FileName("index.xml")),
        ClaimRule::companion(Pattern::Test(is_outside_titles)),
        ClaimRule::companion(Pattern::FileNameEnd(&[
            ".xsd", ".md", ".txt", ".json", ".html", ".css", ".xsl", ".yml", ".yaml", ".py",
        ])),
        ClaimRule::read(Pattern::Extension(&[".xml"])),
    ],
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    let tree = Tree::prescan(session)?;
    session.each_file(|file, sink| {
        let path = file.name;
        section::read(file, &tree, sink)?;
        tree.count_section(path);
        Ok(())
    })?;
    if tree.has_complete_library() {
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
