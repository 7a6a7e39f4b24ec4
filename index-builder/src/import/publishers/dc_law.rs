/*!
The D.C. Code as the Council of the District of Columbia publishes it: the XML tree of its law library, a file a
section, in folders by title.

A section's file does not tell the day of the data, nor the headings above it: the library's `index.xml` and those of
the titles do. They are looked at first.
*/

mod tree;

mod reason;

mod history;

mod section;

use anyhow::Result;

use self::tree::Tree;
use crate::import::engine::session::Import;
use crate::import::input::Choice;
use crate::import::input::place;

/// Reads the sections.
pub(crate) fn read(import: &Import<'_>) -> Result<()> {
    let tree = Tree::survey(import)?;
    import.each_unit(choose, |unit, sink| section::read(unit, &tree, sink))
}

/// Sections lie below `titles`; the rest of the library (the laws of each Council period, the indexes, schemas) holds
/// none. A file that lies in no such folder may be a section by itself.
fn choose(name: &str) -> Choice {
    let parts: Vec<&str> = place::segments(name).collect();
    let file_name = parts.last().copied().unwrap_or_default();
    let beside = [".xsd", ".md", ".txt", ".json", ".html", ".css", ".xsl", ".yml", ".yaml", ".py"];
    let is_in_library = parts.contains(&"council") && !parts.contains(&"titles");
    if file_name == "index.xml" || is_in_library || beside.iter().any(|ending| file_name.ends_with(ending)) {
        return Choice::Companion;
    }
    Choice::by_extension(name, ".xml")
}
