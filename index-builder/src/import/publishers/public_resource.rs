/*!
State codes as Public.Resource.Org publishes them: a page of HTML a title, made from the publishers' RTF by several
generations of programs. Pages of different states and releases differ in small ways; what they share is that a
section begins with an `h3`, that its number opens the heading, and that the head of the page names state, release and
date.

The newest release of each page among the inputs is read; the headings of older ones are counted as such. To tell
which is the newest, the heads of all pages are looked at first.
*/

mod codes;

mod page;

mod number;

mod history;

mod title;

mod releases;

use anyhow::Result;

use self::releases::Releases;
use crate::import::engine::session::Import;
use crate::import::input::Choice;
use crate::import::input::place;

/// Reads the pages.
pub(crate) fn read(import: &Import<'_>) -> Result<()> {
    let releases = Releases::survey(import, choose)?;
    import.each_unit(choose, |unit, sink| title::read(unit, &releases, sink))
}

/// The publisher's repositories hold lists of their pages, and pictures and style sheets beside them.
fn choose(name: &str) -> Choice {
    let file_name = place::file_name(name);
    let beside = [".md", ".css", ".js", ".txt", ".png", ".jpg", ".svg", ".ico", ".xml", ".yml"];
    if file_name == "index.html" || beside.iter().any(|ending| file_name.ends_with(ending)) {
        return Choice::Companion;
    }
    Choice::by_extension(name, ".html")
}
