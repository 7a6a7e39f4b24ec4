/*!
The indexes of the tree, which have the day of the data and the headings of titles and chapters.

They are held in memory: some 210 bytes for each section that an index includes, which are 5 MB for the D.C. Code.
*/

use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use lexdex_core::model::Date;
use parking_lot::Mutex;

use crate::import::engine::session::Session;
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::import::law::code_section::heading::subject;
use crate::import::text::xml::{Xml, XmlElement};
use crate::report::skip::{STRAY, Skip};

/// The indexes of all trees among the inputs.
#[derive(Default)]
pub(super) struct Tree {
    libraries: Vec<Library>,
    /// The headings of a section's title and chapter, by the path of the section's file.
    headings: HashMap<String, Arc<SectionHeadings>>,
    /// The paths of the titles' indexes that the index of the Code includes.
    titles: Vec<String>,
    /// The paths of the titles' indexes among the inputs.
    title_indexes: HashSet<String>,
}

/// A library: a release of the Code.
pub(super) struct Library {
    /// The path of its folder, with the separator at its end.
    pub(super) folder: String,
    /// The day of its data.
    pub(super) day: Date,
    /// The number of sections that were read and that the indexes of the titles include.
    n_read: AtomicUsize,
}

/// The headings of a section's title and chapter, as subjects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SectionHeadings {
    pub(super) title: String,
    pub(super) chapter: String,
}

impl Tree {
    /// Reads the indexes.
    pub(super) fn prescan(session: &Session<'_>) -> Result<Self> {
        let tree = Mutex::new(Self::default());
        session.prescan(is_index, |file| {
            let index = read_index(file)?;
            tree.lock().absorb(index);
            Ok(())
        })?;
        Ok(tree.into_inner())
    }

    /// The day of the data of a section.
    pub(super) fn day(&self, section: &str) -> Option<Date> {
        self.library_of(section).map(|library| library.day)
    }

    /// The innermost library that contains a file.
    fn library_of(&self, path: &str) -> Option<&Library> {
        let libraries = self.libraries.iter().filter(|library| path.starts_with(&library.folder));
        libraries.max_by_key(|library| library.folder.len())
    }

    /// The headings of a section's title and chapter.
    pub(super) fn headings(&self, section: &str) -> Option<&SectionHeadings> {
        self.headings.get(section).map(Arc::as_ref)
    }

    /// Counts a section that was read.
    pub(super) fn count_section(&self, path: &str) {
        if let Some(library) = self.library_of(path) {
            library.n_read.fetch_add(usize::from(self.headings.contains_key(path)), Ordering::Relaxed);
        }
    }

    /// Whether a library has the index of the Code, the index of each title in it, and each section in those. Call this
    /// after all sections are read.
    pub(super) fn has_complete_library(&self) -> bool {
        self.libraries.iter().any(|library| self.is_complete(library))
    }

    fn is_complete(&self, library: &Library) -> bool {
        let is_inside = |path: &&String| self.library_of(path).is_some_and(|of| of.folder == library.folder);
        let mut titles = self.titles.iter().filter(is_inside).peekable();
        let n_sections = self.headings.keys().filter(is_inside).count();
        n_sections > 0
            && titles.peek().is_some()
            && titles.all(|title| self.title_indexes.contains(title))
            && library.n_read.load(Ordering::Relaxed) == n_sections
    }

    fn absorb(&mut self, other: Self) {
        self.titles.extend(other.titles);
        self.title_indexes.extend(other.title_indexes);
        self.libraries.extend(other.libraries);
        self.headings.extend(other.headings);
    }
}

/// The end of the path of the Code's folder.
const CODE_FOLDER: &str = "council/code/";

/// Reads the index of the Code, which includes those of its titles.
fn read_titles<R: BufRead>(xml: &mut Xml<R>, folder: &str, tree: &mut Tree) -> Result<(), Skip> {
    xml.children(&mut |_, element| {
        if element.name() == "include" {
            tree.titles.extend(path(element, folder));
        }
        Ok(())
    })
}

fn is_index(name: &str) -> bool {
    location::file_name(name) == "index.xml"
}

fn read_index(file: InputFile<'_>) -> Result<Tree, Skip> {
    let name = file.name.to_owned();
    let folder = name.strip_suffix("index.xml").unwrap_or_default().to_owned();
    let mut tree = Tree::default();
    let mut xml = Xml::new(file.buffered());
    match xml.root()?.name() {
        "library" => tree.libraries.extend(read_codified_date(&mut xml)?.map(|day| Library {
            folder,
            day,
            n_read: AtomicUsize::default(),
        })),
        "container" => {
            tree.title_indexes.insert(name);
            read_container(&mut xml, &folder, &SectionHeadings::default(), &mut tree)?;
        }
        "document" if folder.ends_with(CODE_FOLDER) => read_titles(&mut xml, &folder, &mut tree)?,
        "html" => return Err(Skip::new(&STRAY, "the root element is html")),
        _ => {}
    }
    Ok(tree)
}

/// Reads `/library/meta/build/codified-date`.
fn read_codified_date<R: BufRead>(xml: &mut Xml<R>) -> Result<Option<Date>, Skip> {
    let mut day = None;
    xml.children(&mut |xml, element| match element.name() {
        "meta" => xml.children(&mut |xml, element| match element.name() {
            "build" => xml.children(&mut |xml, element| {
                if element.name() == "codified-date" {
                    day = xml.text()?.trim().parse().ok();
                }
                Ok(())
            }),
            _ => Ok(()),
        }),
        _ => Ok(()),
    })?;
    Ok(day)
}

/// Reads a title or a part of one. Its `prefix`, such as `Chapter`, comes before `num`, `heading` and the contents.
fn read_container<R: BufRead>(
    xml: &mut Xml<R>,
    folder: &str,
    above: &SectionHeadings,
    tree: &mut Tree,
) -> Result<(), Skip> {
    let mut headings = above.clone();
    let mut prefix = String::new();
    let mut shared = None;
    xml.children(&mut |xml, element| {
        match element.name() {
            "prefix" => xml.text()?.trim().clone_into(&mut prefix),
            "heading" => match prefix.as_str() {
                "Title" => headings.title = subject(&xml.text()?),
                "Chapter" => headings.chapter = subject(&xml.text()?),
                _ => {}
            },
            "container" => read_container(xml, folder, &headings, tree)?,
            "include" => {
                let headings = shared.get_or_insert_with(|| Arc::new(headings.clone()));
                tree.headings.extend(path(element, folder).map(|path| (path, Arc::clone(headings))));
            }
            _ => {}
        }
        Ok(())
    })
}

/// The path of the file that an index includes.
fn path(include: &XmlElement, folder: &str) -> Option<String> {
    let href = include.attribute("href")?;
    Some(format!("{folder}{}", href.strip_prefix("./").unwrap_or(&href)))
}
