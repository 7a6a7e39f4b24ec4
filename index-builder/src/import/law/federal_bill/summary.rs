/*!
The summary by the Congressional Research Service, as HTML or as plain text.
*/

use crate::import::text::html::{HtmlToken, Tokens};
use crate::import::text::{clean, html};

/// A summary in HTML as clean text: whole sentences, without the headings before the first one.
pub(crate) fn clean(raw: &str) -> Option<String> {
    clean::summary(&html::to_text(without_headings(raw)))
}

/// A summary in plain lines, as the clean text that its HTML would give. A line with the capitals of a title and
/// without a punctuation mark at its end is a heading.
pub(crate) fn clean_plain(raw: &str) -> Option<String> {
    let mut html = String::with_capacity(raw.len() + raw.len() / 8);
    for line in raw.lines().map(str::trim) {
        let is_heading = line.ends_with(char::is_alphanumeric) && clean::is_title_case(line);
        let [open, close] = if is_heading { ["<p><b>", "</b></p>"] } else { ["<p>", "</p>"] };
        html.extend([open, &line.replace('&', "&amp;").replace('<', "&lt;"), close, " "]);
    }
    clean(&html)
}

/// A summary without the headings before its first sentence: the short title in bold, the title of a part in italics or
/// capitals, and the note that an older summary is repeated.
fn without_headings(raw: &str) -> &str {
    let mut headings = SummaryHeadings::default();
    let mut tokens = Tokens::new(raw);
    loop {
        let rest = tokens.rest();
        match tokens.next() {
            Some(HtmlToken::Open(tag)) => headings.markup(tag.name, 1),
            Some(HtmlToken::Close(name)) => headings.markup(name, -1),
            Some(HtmlToken::Text(text)) => match headings.text(clean::text(&html::unescape(text)).as_str()) {
                SummaryPart::Heading => {}
                SummaryPart::Sentence => return rest,
                SummaryPart::Unclear => return raw,
            },
            None => return raw,
        }
    }
}

/// The part of a summary that a text belongs to.
enum SummaryPart {
    Heading,
    Sentence,
    Unclear,
}

/// The headings read so far.
#[derive(Default)]
struct SummaryHeadings {
    /// The number of open elements that emphasize text.
    depth: i32,
    /// Whether the block of the last heading has ended.
    is_closed: bool,
    /// The number of bytes of emphasized text.
    n_emphasized: usize,
    /// The number of bytes of plain text that may belong to a heading.
    n_plain: usize,
}

impl SummaryHeadings {
    /// Handles a tag. `change` is 1 for an opening and -1 for a closing tag.
    fn markup(&mut self, name: &str, change: i32) {
        match name.to_ascii_lowercase().as_str() {
            "b" | "strong" | "i" | "em" => self.depth = (self.depth + change).max(0),
            "a" | "font" | "s" | "span" | "strike" | "sub" | "sup" | "u" => {}
            _ => self.is_closed = true,
        }
    }

    /// Decides which part of the summary a text belongs to.
    fn text(&mut self, text: &str) -> SummaryPart {
        if text.is_empty() || is_note(text) {
            return SummaryPart::Heading;
        }
        if self.depth > 0 || clean::is_shouted(text) || is_heading_of_part(text) {
            self.n_emphasized += text.len();
            self.is_closed = false;
            return SummaryPart::Heading;
        }
        if self.is_closed || text.starts_with(|first: char| first.is_uppercase() || first == '(') {
            return SummaryPart::Sentence;
        }
        // The markup of a heading often ends too early: `<b>Tax Equity Act of 201</b>7`. But a sentence can also begin
        // in bold. The shorter of the two texts is taken for the exception.
        self.n_plain += text.len();
        if self.n_plain < self.n_emphasized { SummaryPart::Heading } else { SummaryPart::Unclear }
    }
}

/// Whether a text is the note that the summary of another version is repeated, or the end of such a note.
fn is_note(text: &str) -> bool {
    text.starts_with("(This measure has not been amended since") || text.ends_with("version is repeated here.)")
}

/// Whether a text is a heading such as `Subtitle A--General Provisions`.
fn is_heading_of_part(text: &str) -> bool {
    let Some((part, _)) = text.split_once("--") else { return false };
    let is_part = ["Division ", "Title ", "Subtitle ", "Chapter ", "Part "].iter().any(|word| part.starts_with(word));
    is_part && part.split(' ').count() == 2 && !text.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_before_the_first_sentence_leave_a_summary() {
        for (raw, text) in [
            ("<p>This bill funds A.</p>", "This bill funds A."),
            ("\n <p><b>A Act</b></p> <p>This bill funds A.</p>", "This bill funds A."),
            ("<p><b>A Act</b> <b>of 2021</b></p><p>(Sec. 2) This bill funds A.</p>", "(Sec. 2) This bill funds A."),
            ("<p><strong>Bees and Trees Act of 201</strong>7</p> <p>This bill", "This bill"),
            ("<p><b>Bees Act</b> or the <b>BEES Act</b></p><p>prohibits A.</p>", "prohibits A."),
            ("<b>A Act</b><br> <br>&nbsp;This bill funds A.", "This bill funds A."),
            ("<p><b>A Act</b> This bill funds A.</p>", "This bill funds A."),
            ("<p><b>A Act</b></p><p>TITLE I--BEES &amp; TREES</p><p><i>B Act</i></p> <p>It does.</p>", "It does."),
            (
                "<p>(This measure has not been amended since it was introduced.)</p><p><b>A</b></p><p>It does.",
                "It does.",
            ),
            (
                "<p>(This measure has not been amended since May.<i> </i>The summary of that version is repeated here.)</p> It.",
                "It.",
            ),
            ("<p>TITLE I--A</p><p>Subtitle A--Bees and Trees</p><p>(Sec. 2) It does.</p>", "(Sec. 2) It does."),
            ("<script>x()</script><link href='a'> <p><b>A Act</b></p> <p>It does.</p>", "It does."),
            // Text that may be a heading or a sentence is kept.
            ("<p><b>This bill</b> funds research on bees.</p>", "This bill funds research on bees."),
            ("<p><b>This bill funds A.</b></p>", "This bill funds A."),
            ("A Act - Amends <i>B</i>.", "A Act - Amends B."),
        ] {
            assert_eq!(clean(raw).as_deref(), Some(text), "{raw}");
        }
        assert_eq!(clean("<p> </p>"), None);
    }
}
