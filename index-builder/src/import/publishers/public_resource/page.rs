/*!
One page: one title of a code, taken apart into the headings and histories of its sections.
*/

use crate::import::text::clean;
use crate::import::text::html::{Tag, Token, Tokens, is_inline, unescape};

use crate::import::publishers::public_resource::history::{Finder, History};

/// The content of a page.
#[derive(Default)]
pub(super) struct Page {
    /// The text of its `h1`: “Title 6 Crimes and Offenses”.
    pub(super) title: String,
    pub(super) sections: Vec<Section>,
}

/// A section: an `h3` and the text below it.
pub(super) struct Section {
    /// The heading's id on the page, if it has one.
    pub(super) anchor: String,
    /// The text of the heading, with the number.
    pub(super) heading: String,
    /// The heading of the chapter it is in, without “Chapter” and its number.
    pub(super) chapter: String,
    pub(super) history: History,
}

impl Page {
    /// Takes a page apart.
    pub(super) fn read(html: &str) -> Self {
        let mut scan = Scan::default();
        for token in Tokens::new(html) {
            match token {
                Token::Text(text) => scan.block.push_str(text),
                Token::Open(tag) if Level::of(tag.name).is_some() => scan.open_heading(&tag),
                Token::Open(tag) if is_inline(tag.name) => {}
                Token::Close(name) if is_inline(name) => {}
                Token::Close(name) if Level::of(name).is_some() => scan.end_block(),
                Token::Open(_) | Token::Close(_) => scan.part_block(),
            }
        }
        scan.finish()
    }
}

/// The level of a heading.
#[derive(Clone, Copy)]
enum Level {
    Title,
    Chapter,
    Section,
}

impl Level {
    fn of(name: &str) -> Option<Self> {
        match name {
            "h1" | "H1" => Some(Self::Title),
            "h2" | "H2" => Some(Self::Chapter),
            "h3" | "H3" => Some(Self::Section),
            _ => None,
        }
    }
}

/// A page that is being read.
#[derive(Default)]
struct Scan {
    page: Page,
    chapter: Chapter,
    /// The text since the last tag that parts blocks, with its entities as they stand.
    block: String,
    /// The heading that is open, and its id.
    heading: Option<(Level, String)>,
    /// The history of the section that is being read, if one is.
    finder: Option<Finder>,
}

impl Scan {
    fn open_heading(&mut self, tag: &Tag<'_>) {
        self.end_block();
        let anchor = tag.attribute("id").unwrap_or_default().into_owned();
        self.heading = Level::of(tag.name).map(|level| (level, anchor));
    }

    /// A tag parts two blocks; within a heading, only two words.
    fn part_block(&mut self) {
        if self.heading.is_some() { self.block.push(' ') } else { self.end_block() }
    }

    fn end_block(&mut self) {
        match self.heading.take() {
            Some((level, anchor)) => {
                let text = clean::text(&unescape(&self.block));
                self.take_heading(level, anchor, text);
            }
            None => {
                if let Some(finder) = &mut self.finder {
                    finder.look(&unescape(&self.block));
                }
            }
        }
        self.block.clear();
    }

    fn take_heading(&mut self, level: Level, anchor: String, text: String) {
        self.end_section();
        match level {
            Level::Title if self.page.title.is_empty() => self.page.title = text,
            Level::Title => {}
            Level::Chapter => self.chapter.take(&text),
            Level::Section => {
                let chapter = self.chapter.heading.clone();
                self.page.sections.push(Section { anchor, heading: text, chapter, history: History::default() });
                self.finder = Some(Finder::default());
            }
        }
    }

    fn end_section(&mut self) {
        if let (Some(finder), Some(section)) = (self.finder.take(), self.page.sections.last_mut()) {
            section.history = finder.finish();
        }
    }

    fn finish(mut self) -> Page {
        self.end_block();
        self.end_section();
        self.page
    }
}

/// The chapter that is being read. Articles stand in its place in codes that have no chapters; where there are chapters,
/// articles are parts of them.
#[derive(Default)]
struct Chapter {
    has_chapters: bool,
    heading: String,
}

impl Chapter {
    fn take(&mut self, text: &str) {
        let Some((label, _, heading)) = labelled(text) else { return };
        if label.eq_ignore_ascii_case("chapter") || (label.eq_ignore_ascii_case("article") && !self.has_chapters) {
            self.has_chapters |= label.eq_ignore_ascii_case("chapter");
            heading.clone_into(&mut self.heading);
        }
    }
}

/// A heading as its label, number and words: “Chapter 2. Offenses Against the Person”, “TITLE I Sovereignty”.
pub(super) fn labelled(text: &str) -> Option<(&str, &str, &str)> {
    let (label, behind) = text.split_once(' ')?;
    let (number, heading) = behind.split_once(' ').unwrap_or((behind, ""));
    let number = number.trim_end_matches(['.', ':']);
    (!number.is_empty()).then_some((label, number, heading.trim_start_matches(['—', '-', ' '])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_parsed_whatever_the_nesting() {
        let page = Page::read(
            "<body><h1 class=x><b>TITLE 5<span></span> APPEAL<br/>AND ERROR</b></h1>
             <h2>CHAPTER 1 One</h2><h3 id=a><b>§ 5-1-1. First &amp; last.</b></h3><p><p>Law.</p>
             <p><b>History.</b> 2020 ch. 1, § 1, effective July 1, 2020.<h2>Article 1 Part</h2>
             <h3><span>5-1-2.\n Second.</span></h3><h4>Source:</h4><p>S.L. 1985, ch. 3; 1987, ch. 4.</p>
             <h2 class=y>CHAPTER 2<br/>Two</h2><h3 id='b'>5-2-1. Third.",
        );
        assert_eq!(page.title, "TITLE 5 APPEAL AND ERROR");
        let sections: Vec<_> = page.sections.iter().map(|s| (&*s.anchor, &*s.heading, &*s.chapter)).collect();
        let expected =
            [("a", "§ 5-1-1. First & last.", "One"), ("", "5-1-2. Second.", "One"), ("b", "5-2-1. Third.", "Two")];
        assert_eq!(sections, expected);
        let histories: Vec<_> = page.sections.iter().map(|section| section.history).collect();
        assert_eq!(histories[0].effective_date, "2020-07-01".parse().ok());
        assert!(!histories[0].is_amended && histories[1].is_amended && histories[2] == History::default());
    }
}
