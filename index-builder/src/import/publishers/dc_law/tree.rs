/*!
The indexes of the tree, which have the day of the data and the headings of titles and chapters.

They are held in memory: some 205 bytes for each section that an index includes, which are 5 MB for the D.C. Code.
*/

use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::sync::Arc;

use anyhow::Result;
use lexdex::model::Date;
use parking_lot::Mutex;

use crate::import::engine::session::Session;
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::import::law::code_section::heading::subject;
use crate::import::text::xml::{Element, Xml};
use crate::report::skip::{STRAY, Skip};

/// The indexes of all trees among the inputs.
#[derive(Default)]
pub(super) struct Tree {
    /// The folder of each library, ending with a slash, and the day of its data.
    libraries: Vec<(String, Date)>,
    /// The headings of a section's title and chapter, by the path of the section's file.
    headings: HashMap<String, Arc<Headings>>,
    /// The paths of the titles' indexes that the index of the Code includes.
    titles: Vec<String>,
    /// The paths of the titles' indexes among the inputs.
    title_indexes: HashSet<String>,
}

/// The headings of a section's title and chapter, as subjects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Headings {
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

    /// The day of the data, from the innermost library that contains a section.
    pub(super) fn day(&self, section: &str) -> Option<Date> {
        let libraries = self.libraries.iter().filter(|(folder, _)| section.starts_with(folder));
        libraries.max_by_key(|(folder, _)| folder.len()).map(|(_, day)| *day)
    }

    /// The headings of a section's title and chapter.
    pub(super) fn headings(&self, section: &str) -> Option<&Headings> {
        self.headings.get(section).map(Arc::as_ref)
    }

    /// Whether the index of a title includes a section, given by the path of its file.
    pub(super) fn has_section(&self, section: &str) -> bool {
        self.headings.contains_key(section)
    }

    /// The number of sections that the indexes of the titles include.
    pub(super) fn n_sections(&self) -> usize {
        self.headings.len()
    }

    /// Whether the inputs have the index of the Code and of each title in it.
    pub(super) fn has_every_title(&self) -> bool {
        !self.titles.is_empty() && self.titles.iter().all(|title| self.title_indexes.contains(title))
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
        "library" => tree.libraries.extend(read_codified_date(&mut xml)?.map(|day| (folder, day))),
        "container" => {
            tree.title_indexes.insert(name);
            read_container(&mut xml, &folder, &Headings::default(), &mut tree)?;
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
fn read_container<R: BufRead>(xml: &mut Xml<R>, folder: &str, above: &Headings, tree: &mut Tree) -> Result<(), Skip> {
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
fn path(include: &Element, folder: &str) -> Option<String> {
    let href = include.attribute("href")?;
    Some(format!("{folder}{}", href.strip_prefix("./").unwrap_or(&href)))
}
