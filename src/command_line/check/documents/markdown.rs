/*!
Reads the text of Markdown. Footnotes come after the text.
*/

use std::mem;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::html;
use crate::command_line::check::document::{Document, ParagraphPlace};

/// A paragraph, and the label of its footnote.
type NotedParagraph = (Option<String>, String);

/// Reads a document.
pub(super) fn read(markdown: &str) -> Document {
    let paragraphs = paragraphs(markdown);
    let mut document = Document::default();
    let (body, notes): (Vec<_>, Vec<_>) = paragraphs.into_iter().partition(|(note, _)| note.is_none());
    let mut last_note = None;
    let mut number = 0;
    for (note, text) in body.into_iter().chain(notes) {
        if note != last_note {
            (last_note, number) = (note.clone(), 0);
        }
        number += 1;
        let note = note.map(|label| format!("footnote {label}"));
        document.push(&text, ParagraphPlace { page: None, note, paragraph: number });
    }
    document
}

/// Returns the paragraphs with text, those of footnotes among the others.
fn paragraphs(markdown: &str) -> Vec<NotedParagraph> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut all: Vec<NotedParagraph> = Vec::new();
    let mut note: Option<String> = None;
    let mut text = String::new();
    let mut end = |note: &Option<String>, text: &mut String| {
        let paragraph = mem::take(text);
        if !paragraph.trim().is_empty() {
            all.push((note.clone(), paragraph.trim().to_owned()));
        }
    };
    let mut html_block = String::new();
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(part) | Event::Code(part) | Event::InlineMath(part) | Event::DisplayMath(part) => {
                text.push_str(&part);
            }
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Html(part) => html_block.push_str(&part),
            Event::InlineHtml(tag) if tag.to_lowercase().starts_with("<br") => text.push('\n'),
            Event::InlineHtml(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
            Event::Start(Tag::FootnoteDefinition(label)) => {
                end(&note, &mut text);
                note = Some(label.into_string());
            }
            Event::End(TagEnd::FootnoteDefinition) => {
                end(&note, &mut text);
                note = None;
            }
            Event::End(TagEnd::HtmlBlock) => {
                for mut paragraph in html::paragraphs(&mem::take(&mut html_block)) {
                    end(&note, &mut paragraph);
                }
            }
            Event::Start(tag) if is_inline(&tag.to_end()) => {}
            Event::End(tag) if is_inline(&tag) => {}
            Event::Start(_) | Event::End(_) | Event::Rule => end(&note, &mut text),
        }
    }
    end(&note, &mut text);
    all
}

/// Returns whether an element is within a paragraph.
fn is_inline(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_without_markup_and_notes_come_last() {
        let markdown = "# *Argument*\n\nSee *Roe v.\nWade*, 410 U.S. 113[^a]; 2020 WL 5, at *3, *5.\n\n\
                        [^a]: *Id.* at\n    115.\n\n> - 18\\. U.S.C. &sect; 5\n\n<div>a<br>b</div>\n\n\
                        | c | d |\n|---|---|\n| e | f |\n";
        let document = read(markdown);
        let expected = "Argument\n\nSee Roe v.\nWade, 410 U.S. 113; 2020 WL 5, at *3, *5.\n\n18. U.S.C. § 5\n\n\
                        a\nb\n\nc\n\nd\n\ne\n\nf\n\nId. at\n115.";
        assert_eq!(document.text, expected);
        let place = document.places().at(document.text.chars().count() - 1);
        assert_eq!((place.in_words().as_str(), place.paragraph.paragraph), ("footnote a", 1));
    }
}
