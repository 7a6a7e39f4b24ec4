/*!
Parses a page, which is one title of a code, into the headings and histories of its sections.
*/

use lexdex_core::model::Date;

use crate::import::law::code_section::heading::is_status_note;
use crate::import::publishers::public_resource::habits::{Habit, Habits};
use crate::import::publishers::public_resource::history::{Finder, SectionHistory, split_label_at_end};
use crate::import::publishers::public_resource::number;
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
    /// The number of sections that the page's tables of contents list.
    pub(super) n_listed: usize,
}

/// A section: an `h3` and the text below it.
pub(super) struct PageSection {
    /// The heading's `id` attribute. Empty if it has none.
    pub(super) anchor: String,
    /// The text of the heading, including the number.
    pub(super) heading: String,
    /// The heading of its chapter, without “Chapter” and the number.
    pub(super) chapter: String,
    /// The first paragraph, if it can be a note on the section's status: “Repealed by Acts 2004, c. 872.”
    pub(super) note: FirstParagraph,
    /// Whether more paragraphs of the law follow the first.
    pub(super) has_law: bool,
    pub(super) history: SectionHistory,
    /// The day on which the section took effect, by a note below it.
    pub(super) in_force_since: Option<Date>,
    /// The beginning of the text before the history.
    pub(super) text: String,
}

/// The first paragraph of a section, as far as it tells of the section's status.
#[derive(Debug, Default)]
pub(super) enum FirstParagraph {
    /// It is a part of the law.
    #[default]
    Law,
    /// The whole paragraph is a note: “Repealed by Acts 2004, c. 872.”
    Note(String),
    /// It says since or until when the section is in force: “[Editor's note: This section is effective July 1, 2023.]”
    Version(String),
    /// It is the rest of the heading, and ends with a note: “Office. [Repealed.]”
    RestOfHeading(String),
}

impl PageSection {
    fn new(anchor: String, heading: String, chapter: String) -> Self {
        Self {
            anchor,
            heading,
            chapter,
            note: FirstParagraph::default(),
            has_law: false,
            history: SectionHistory::default(),
            in_force_since: None,
            text: String::new(),
        }
    }
}

impl CodePage {
    /// Parses a page. `new_excerpt` takes the beginning of each section's text.
    pub(super) fn read(html: &str, habits: &'static Habits, new_excerpt: &dyn Fn() -> Excerpt) -> Self {
        let mut scan = PageScan {
            page: Self::default(),
            habits,
            chapter: Chapter::default(),
            block: String::new(),
            heading: None,
            is_subheading: false,
            is_entry: false,
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
                HtmlToken::Open(tag) if tag.is("li") => scan.open_item(&tag),
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
    habits: &'static Habits,
    chapter: Chapter,
    /// The text since the last block ended, with its entities.
    block: String,
    /// The open heading's level and `id` attribute.
    heading: Option<(HeadingLevel, String)>,
    /// Whether the block is a heading within a section.
    is_subheading: bool,
    /// Whether the block is a section's entry in a table of contents.
    is_entry: bool,
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

    fn open_item(&mut self, tag: &Tag<'_>) {
        self.end_word_or_block();
        // `<li id="t60c01s60-101-snav01">`
        self.is_entry = self.heading.is_none() && tag.attribute("id").is_some_and(|id| id.contains("-snav"));
    }

    /// Handles a tag that ends a block. Within a heading it only ends a word.
    fn end_word_or_block(&mut self) {
        if self.heading.is_some() { self.block.push(' ') } else { self.end_block() }
    }

    fn end_block(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        if self.is_entry && !block.trim().is_empty() {
            self.is_entry = false;
            self.page.n_listed += usize::from(number::split(&clean::text(&unescape(&block))).is_some());
        }
        match self.heading.take() {
            Some((level, anchor)) => self.end_heading(level, anchor, clean::text(&unescape(&block))),
            None => self.add_paragraph(&unescape(&block), self.is_subheading),
        }
        block.clear();
        self.block = block;
        self.is_subheading = false;
    }

    fn add_paragraph(&mut self, paragraph: &str, is_subheading: bool) {
        if let (Some(body), Some(section)) = (&mut self.body, self.page.sections.last_mut()) {
            if let Some((text, label)) = split_label_at_end(paragraph, self.habits) {
                body.add_paragraph(text, is_subheading, section);
                body.add_paragraph(label, false, section);
            } else {
                body.add_paragraph(paragraph, is_subheading, section);
            }
        }
    }

    fn end_heading(&mut self, level: HeadingLevel, anchor: String, text: String) {
        if matches!(level, HeadingLevel::Section) && self.is_article_of_section(&text) {
            self.add_paragraph(&text, true);
            return;
        }
        self.end_section();
        match level {
            HeadingLevel::Title if self.page.title.is_empty() => self.page.title = text,
            HeadingLevel::Title => {}
            HeadingLevel::Chapter => self.chapter.begin(&text),
            HeadingLevel::Section if self.is_part(&text) => {}
            HeadingLevel::Section => {
                self.page.sections.push(PageSection::new(anchor, text, self.chapter.heading.clone()));
                self.body = Some(Body::new(self.habits, (self.new_excerpt)()));
            }
        }
    }

    /// Whether a heading is that of an article of the compact in the current section.
    fn is_article_of_section(&self, text: &str) -> bool {
        self.habits.has(Habit::Articles) && self.body.is_some() && is_article(text)
    }

    /// Whether a heading is that of several sections: “Subchapter 2 — Construction”.
    fn is_part(&self, text: &str) -> bool {
        let word = text.split(' ').next().unwrap_or_default();
        self.habits.others.iter().any(|habit| matches!(habit, Habit::Part(known) if *known == word))
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
    habits: &'static Habits,
    /// The number of paragraphs before the history.
    n_paragraphs: usize,
    history: Finder,
    /// Whether the paragraphs are notes of editors.
    is_note: bool,
    /// Whether the paragraphs are those of a compact's articles.
    is_compact: bool,
    text: Excerpt,
}

impl Body {
    fn new(habits: &'static Habits, text: Excerpt) -> Self {
        Self { habits, n_paragraphs: 0, history: Finder::new(habits), is_note: false, is_compact: false, text }
    }

    fn add_paragraph(&mut self, paragraph: &str, is_subheading: bool, section: &mut PageSection) {
        let is_before_history = self.history.visit(paragraph);
        if is_before_history && !paragraph.trim().is_empty() {
            self.n_paragraphs += 1;
            match self.n_paragraphs {
                1 => section.note = first_paragraph(&clean::text(paragraph), &section.heading, self.habits),
                _ => section.has_law = true,
            }
        }
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

/// Examines the first paragraph of a section, which is cleaned.
fn first_paragraph(text: &str, heading: &str, habits: &Habits) -> FirstParagraph {
    const MAX_BYTES: usize = 300;
    if is_status_note(text) {
        return FirstParagraph::Note(text.to_owned());
    }
    if let Some((note, after)) = text.strip_prefix('[').and_then(|inside| inside.split_once(']')) {
        if matches!(after, "" | ".") && is_status_note(note) {
            return FirstParagraph::Note(format!("[{note}]"));
        }
        let note = note.trim().trim_start_matches("Editor's note:").trim_start();
        let of_section = ["This section is ", "This version of this section is "];
        if let Some(version) = of_section.iter().find_map(|words| note.strip_prefix(words)) {
            return FirstParagraph::Version(version.to_owned());
        }
    }
    let is_cut_off = habits.has(Habit::HeadingGoesOn) && heading.ends_with(char::is_alphanumeric);
    if is_cut_off && text.len() <= MAX_BYTES && text.trim_end_matches('.').ends_with(']') {
        return FirstParagraph::RestOfHeading(text.to_owned());
    }
    FirstParagraph::Law
}

/// Whether a paragraph is only the label of editors' notes: “Editor's notes. —”, “Cross references. —”.
fn is_note_label(paragraph: &str) -> bool {
    const MAX_BYTES: usize = 100;
    let paragraph = paragraph.trim();
    let label = paragraph.strip_suffix(['—', '–']).map(str::trim_end).filter(|label| label.len() <= MAX_BYTES);
    label.is_some_and(|label| label.starts_with(char::is_uppercase) && label.trim_end_matches('”').ends_with('.'))
}

/// Whether a heading is that of a part of a compact: “ARTICLE II Definitions”, “Section 3 Home State Licensure”,
/// “ARTICLE I—PURPOSE”.
fn is_article(heading: &str) -> bool {
    let mut words = heading.split_whitespace();
    let (label, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_number = |digits: &str| {
        let rest = number.trim_start_matches(|character: char| digits.contains(character));
        rest.len() < number.len() && !rest.starts_with(char::is_alphanumeric)
    };
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
    use crate::import::publishers::public_resource::habits::habits_for;

    #[test]
    fn page_is_parsed_whatever_the_nesting() {
        let page = CodePage::read(
            "<body><h1 class=x><b>TITLE 5<span></span> APPEAL<br/>AND ERROR</b></h1>
             <h2>CHAPTER 1 One</h2><h3 id=a><b>§ 5-1-1. First &amp; last.</b></h3><p><p>Law.</p>
             <p><b>History.</b> 2020 ch. 1, § 1, effective July 1, 2020.<h2>Article 1 Part</h2>
             <h3><span>5-1-2.\n Second.</span></h3><h4>Source:</h4><p>S.L. 1985, ch. 3; 1987, ch. 4.</p>
             <h2 class=y>CHAPTER 2<br/>Two</h2><h3 id='b'>5-2-1. Third.</h3><p>No hi&shy;story<li>here.",
            habits_for("ga"),
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
            let page = CodePage::read(html, habits_for("wy"), &|| Excerpt::new(200));
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
