/*!
Parses a page, which is one title of a code, into the headings and histories of its sections.
*/

use lexdex_core::model::Date;

use crate::import::law::code_section::heading::is_status_note;
use crate::import::publishers::public_resource::history::{Finder, SectionHistory};
use crate::import::text::clean;
use crate::import::text::english_date::leading_date;
use crate::import::text::excerpt::Excerpt;
use crate::import::text::html::{HtmlToken, Tag, Tokens, is_inline, unescape};

/// The content of a page.
#[derive(Default)]
pub(super) struct CodePage {
    /// The text of the `h1`: “Title 6 Crimes and Offenses”.
    pub(super) title: String,
    pub(super) sections: Vec<PageSection>,
}

/// A section: an `h3` and the text below it.
pub(super) struct PageSection {
    /// The heading's `id` attribute. Empty if it has none.
    pub(super) anchor: String,
    /// The text of the heading, including the number.
    pub(super) heading: String,
    /// The heading of its chapter, without “Chapter” and the number.
    pub(super) chapter: String,
    /// The first paragraph, if it is a note on the section's status: “Repealed by Acts 2004, c. 872.”
    pub(super) note: String,
    pub(super) history: SectionHistory,
    /// The day on which the section took effect, by a note below it.
    pub(super) in_force_since: Option<Date>,
    /// The beginning of the text before the history.
    pub(super) text: String,
}

impl PageSection {
    fn new(anchor: String, heading: String, chapter: String) -> Self {
        Self {
            anchor,
            heading,
            chapter,
            note: String::new(),
            history: SectionHistory::default(),
            in_force_since: None,
            text: String::new(),
        }
    }
}

impl CodePage {
    /// Parses a page. `new_excerpt` takes the beginning of each section's text.
    pub(super) fn read(html: &str, new_excerpt: &dyn Fn() -> Excerpt) -> Self {
        let mut scan = PageScan {
            page: Self::default(),
            chapter: Chapter::default(),
            block: String::new(),
            heading: None,
            is_subheading: false,
            body: None,
            new_excerpt,
        };
        for token in Tokens::new(html) {
            match token {
                HtmlToken::Text(text) => scan.block.push_str(text),
                HtmlToken::Open(tag) if HeadingLevel::from_name(tag.name).is_some() => scan.open_heading(&tag),
                HtmlToken::Open(tag) if is_inline(tag.name) => {}
                HtmlToken::Close(name) if is_inline(name) => {}
                HtmlToken::Close(name) if HeadingLevel::from_name(name).is_some() => scan.end_block(),
                HtmlToken::Open(tag) if is_subheading(tag.name) => scan.open_subheading(),
                HtmlToken::Open(_) | HtmlToken::Close(_) => scan.end_word_or_block(),
            }
        }
        scan.finish()
    }
}

#[derive(Clone, Copy)]
enum HeadingLevel {
    Title,
    Chapter,
    Section,
}

impl HeadingLevel {
    fn from_name(name: &str) -> Option<Self> {
        match name {
            "h1" | "H1" => Some(Self::Title),
            "h2" | "H2" => Some(Self::Chapter),
            "h3" | "H3" => Some(Self::Section),
            _ => None,
        }
    }
}

/// Whether a tag is that of a heading within a section.
fn is_subheading(name: &str) -> bool {
    matches!(name, "h4" | "H4")
}

/// The state of parsing a page.
struct PageScan<'s> {
    page: CodePage,
    chapter: Chapter,
    /// The text since the last block ended, with its entities.
    block: String,
    /// The open heading's level and `id` attribute.
    heading: Option<(HeadingLevel, String)>,
    /// Whether the block is a heading within a section.
    is_subheading: bool,
    /// The body of the current section so far.
    body: Option<Body>,
    new_excerpt: &'s dyn Fn() -> Excerpt,
}

impl PageScan<'_> {
    fn open_heading(&mut self, tag: &Tag<'_>) {
        self.end_block();
        let anchor = tag.attribute("id").unwrap_or_default().into_owned();
        self.heading = HeadingLevel::from_name(tag.name).map(|level| (level, anchor));
    }

    fn open_subheading(&mut self) {
        self.end_block();
        self.is_subheading = true;
    }

    /// Handles a tag that ends a block. Within a heading it only ends a word.
    fn end_word_or_block(&mut self) {
        if self.heading.is_some() { self.block.push(' ') } else { self.end_block() }
    }

    fn end_block(&mut self) {
        match self.heading.take() {
            Some((level, anchor)) => {
                let text = clean::text(&unescape(&self.block));
                self.end_heading(level, anchor, text);
            }
            None => {
                if let (Some(body), Some(section)) = (&mut self.body, self.page.sections.last_mut()) {
                    body.add_paragraph(&unescape(&self.block), self.is_subheading, section);
                }
            }
        }
        self.block.clear();
        self.is_subheading = false;
    }

    fn end_heading(&mut self, level: HeadingLevel, anchor: String, text: String) {
        self.end_section();
        match level {
            HeadingLevel::Title if self.page.title.is_empty() => self.page.title = text,
            HeadingLevel::Title => {}
            HeadingLevel::Chapter => self.chapter.begin(&text),
            HeadingLevel::Section => {
                self.page.sections.push(PageSection::new(anchor, text, self.chapter.heading.clone()));
                self.body = Some(Body::new((self.new_excerpt)()));
            }
        }
    }

    fn end_section(&mut self) {
        if let (Some(body), Some(section)) = (self.body.take(), self.page.sections.last_mut()) {
            section.history = body.history.finish();
            section.text = body.text.finish();
        }
    }

    fn finish(mut self) -> CodePage {
        self.end_block();
        self.end_section();
        self.page
    }
}

/// The body of a section: its paragraphs, its history, and the notes of editors. The articles of a compact follow the
/// history of the section that enacts it.
struct Body {
    is_empty: bool,
    history: Finder,
    /// Whether the paragraphs are notes of editors.
    is_note: bool,
    /// Whether the paragraphs are those of a compact's articles.
    is_compact: bool,
    text: Excerpt,
}

impl Body {
    fn new(text: Excerpt) -> Self {
        Self { is_empty: true, history: Finder::default(), is_note: false, is_compact: false, text }
    }

    fn add_paragraph(&mut self, paragraph: &str, is_subheading: bool, section: &mut PageSection) {
        if self.is_empty && !paragraph.trim().is_empty() {
            self.is_empty = false;
            let note = clean::text(paragraph);
            section.note = if is_status_note(&note) { note } else { String::new() };
        }
        let is_before_history = self.history.visit(paragraph);
        if is_note_label(paragraph) {
            (self.is_note, self.is_compact) = (true, false);
        } else if is_subheading && !is_before_history && is_article(paragraph) {
            (self.is_note, self.is_compact) = (false, true);
        }
        if self.is_compact || (is_before_history && !self.is_note) {
            self.text.push(paragraph);
            self.text.end_word();
        }
        section.in_force_since = section.in_force_since.or_else(|| in_force_since(paragraph));
    }
}

/// Whether a paragraph is only the label of editors' notes: “Editor's notes. —”, “Cross references. —”.
fn is_note_label(paragraph: &str) -> bool {
    const MAX_BYTES: usize = 100;
    let paragraph = paragraph.trim();
    let label = paragraph.strip_suffix(['—', '–']).map(str::trim_end).filter(|label| label.len() <= MAX_BYTES);
    label.is_some_and(|label| label.starts_with(char::is_uppercase) && label.trim_end_matches('”').ends_with('.'))
}

/// Whether a heading is that of a part of a compact: “ARTICLE II Definitions”, “Section 3 Home State Licensure”.
fn is_article(heading: &str) -> bool {
    let mut words = heading.split_whitespace();
    let (label, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default().trim_end_matches('.'));
    let is_number = |digits: &str| !number.is_empty() && number.chars().all(|character| digits.contains(character));
    ["article", "section"].iter().any(|known| label.eq_ignore_ascii_case(known))
        && (is_number("IVXLC") || is_number("0123456789"))
}

/// The day in “Effective date. — This section is effective October 1, 2019.” The label can be a paragraph of its own.
fn in_force_since(paragraph: &str) -> Option<Date> {
    const LABEL: &str = "Effective date.";
    let paragraph = paragraph.trim_start();
    let note = paragraph.strip_prefix(LABEL).unwrap_or(paragraph).trim_start_matches([' ', '\n', '-', '–', '—']);
    let note = clean::text(note.strip_prefix("This section ")?);
    ["is effective ", "became effective "].iter().find_map(|words| leading_date(note.strip_prefix(words)?))
}

/// The current chapter. In codes without chapters, articles take their place. In other codes, articles are parts of
/// chapters.
#[derive(Default)]
struct Chapter {
    has_chapters: bool,
    heading: String,
}

impl Chapter {
    fn begin(&mut self, text: &str) {
        let Some((label, _, heading)) = labelled(text) else { return };
        if label.eq_ignore_ascii_case("chapter") || (label.eq_ignore_ascii_case("article") && !self.has_chapters) {
            self.has_chapters |= label.eq_ignore_ascii_case("chapter");
            heading.clone_into(&mut self.heading);
        }
    }
}

/// Splits a heading into label, number and words: “Chapter 2. Offenses Against the Person”, “TITLE I Sovereignty”.
pub(super) fn labelled(text: &str) -> Option<(&str, &str, &str)> {
    let (label, rest) = text.split_once(' ')?;
    let (number, heading) = rest.split_once(' ').unwrap_or((rest, ""));
    let number = number.trim_end_matches(['.', ':']);
    (!number.is_empty()).then_some((label, number, heading.trim_start_matches(['—', '-', ' '])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_parsed_whatever_the_nesting() {
        let page = CodePage::read(
            "<body><h1 class=x><b>TITLE 5<span></span> APPEAL<br/>AND ERROR</b></h1>
             <h2>CHAPTER 1 One</h2><h3 id=a><b>§ 5-1-1. First &amp; last.</b></h3><p><p>Law.</p>
             <p><b>History.</b> 2020 ch. 1, § 1, effective July 1, 2020.<h2>Article 1 Part</h2>
             <h3><span>5-1-2.\n Second.</span></h3><h4>Source:</h4><p>S.L. 1985, ch. 3; 1987, ch. 4.</p>
             <h2 class=y>CHAPTER 2<br/>Two</h2><h3 id='b'>5-2-1. Third.</h3><p>No hi&shy;story<li>here.",
            &|| Excerpt::new(100),
        );
        assert_eq!(page.title, "TITLE 5 APPEAL AND ERROR");
        let sections: Vec<_> = page.sections.iter().map(|s| (&*s.anchor, &*s.heading, &*s.chapter)).collect();
        let expected =
            [("a", "§ 5-1-1. First & last.", "One"), ("", "5-1-2. Second.", "One"), ("b", "5-2-1. Third.", "Two")];
        assert_eq!(sections, expected);
        let texts: Vec<_> = page.sections.iter().map(|section| section.text.as_str()).collect();
        assert_eq!(texts, ["Law.", "", "No history here."]);
        let histories: Vec<_> = page.sections.iter().map(|section| section.history).collect();
        assert_eq!(histories[0].effective_date, "2020-07-01".parse().ok());
        assert!(!histories[0].is_amended && histories[1].is_amended && histories[2] == SectionHistory::default());
    }

    #[test]
    fn text_ends_at_editors_notes_and_goes_on_with_a_compact() {
        let texts = |html: &str| {
            let page = CodePage::read(html, &|| Excerpt::new(200));
            page.sections.into_iter().map(|section| section.text).collect::<Vec<_>>()
        };
        let repealed = "<h3>§ 1-1-1. [Repealed.]</h3><p>Repealed by Laws 2005, ch. 1.</p>
            <p><b>Editor's notes. —</b></p><p>This section related to salt.</p>
            <p><b>Meaning of “this act.” —</b></p><p>The act is long.";
        assert_eq!(texts(repealed), ["Repealed by Laws 2005, ch. 1."]);
        let noted = "<h3>§ 1-1-2. Salt.</h3><p>Salt means —</p><p>(i) Pure. —</p><p>Sea salt.</p>
            <p>Cross references. —</p><p>See pepper.</p><p>History. Laws 2001, ch. 2, § 1.</p><p>More.</p>";
        assert_eq!(texts(noted), ["Salt means — (i) Pure. — Sea salt."]);
        let compact = "<h3>§ 1-1-3. Compact.</h3><p>It is enacted:</p><p>History. Laws 2001, ch. 2, § 1.</p>
            <div><h4 id=a><b>ARTICLE I<br/>Purpose</b></h4><p>To trade.</p><h4>Section 2. Salt</h4><p>Salt is good.</p>
            <p><b>Cross references. —</b></p><p>See pepper.</p><h4>Law reviews.</h4><p>Salted.</p></div>";
        assert_eq!(texts(compact), ["It is enacted: ARTICLE I Purpose To trade. Section 2. Salt Salt is good."]);
    }

    #[test]
    fn day_is_read_from_a_note_on_the_whole_section() {
        for (paragraph, day) in [
            ("\n This section is effective October 1, 2019.\n", Some("2019-10-01")),
            ("Effective date.\n\n - This section became effective October\n 1, 2005.", Some("2005-10-01")),
            ("Effective date. — This section is effective July 1, 2024.", Some("2024-07-01")),
            ("This chapter is effective October 1, 2019.", None),
            ("This section is effective upon passage.", None),
            ("This section applies from October 1, 2019.", None),
            ("Effective date.", None),
            ("", None),
        ] {
            assert_eq!(in_force_since(paragraph).map(|day| day.to_string()).as_deref(), day, "{paragraph}");
        }
    }
}
