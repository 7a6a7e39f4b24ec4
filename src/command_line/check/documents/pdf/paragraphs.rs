/*!
Joins the lines of a page into paragraphs.
*/

use super::lines::TextLine;

/// The maximum distance of two lines of a paragraph, in sizes of the font: double spacing has less.
const MAX_DISTANCE: f64 = 2.7;

/// The maximum ratio of the distances of lines in a paragraph.
const MAX_RATIO: f64 = 1.3;

/// The minimum ratio of the sizes of two lines of a paragraph.
const MIN_SIZE_RATIO: f64 = 0.9;

/// The minimum indent of a first line, in sizes of the font.
const MIN_INDENT: f64 = 1.0;

/// A paragraph of a page.
#[derive(Debug)]
pub(super) struct PageParagraph {
    /// The lines, with a line feed between them.
    pub(super) text: String,
    pub(super) size: f64,
}

/// Returns the paragraphs of a page.
pub(super) fn paragraphs(lines: &[TextLine]) -> Vec<PageParagraph> {
    let mut all: Vec<PageParagraph> = Vec::new();
    let mut distance = None;
    let mut last: Option<&TextLine> = None;
    for line in lines {
        let paragraph = all.last_mut().zip(last).filter(|(_, last)| continues(last, line, distance));
        match paragraph {
            Some((paragraph, last)) => {
                distance = Some(last.y - line.y).filter(|distance| *distance > 0.0);
                paragraph.text.push('\n');
                paragraph.text.push_str(line.text.trim());
                paragraph.size = paragraph.size.max(line.size);
            }
            None => {
                distance = None;
                all.push(PageParagraph { text: line.text.trim().to_owned(), size: line.size });
            }
        }
        last = Some(line);
    }
    all
}

/// Returns whether a line continues the paragraph of the last one, given the distance of its lines.
fn continues(last: &TextLine, line: &TextLine, distance: Option<f64>) -> bool {
    let size = last.size.max(line.size);
    let is_same_font = last.size.min(line.size) >= MIN_SIZE_RATIO * size;
    let down = last.y - line.y;
    let max_distance = distance.map_or(MAX_DISTANCE * size, |distance| MAX_RATIO * distance);
    let is_indented = line.x > last.x + MIN_INDENT * size && ends_sentence(&last.text);
    // The top of a next column continues the paragraph, too.
    last.turn == line.turn && is_same_font && down <= max_distance && !is_indented
}

/// Returns whether a text ends as a sentence does, perhaps with the number of a note.
pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(|sign: char| sign.is_ascii_digit());
    text.trim_end_matches(['"', '”', '’', '\'', ')', ']']).ends_with(['.', '?', '!', ':', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[(&str, f64, f64, f64)]) -> Vec<String> {
        let line = |(text, x, y, size): &(&str, f64, f64, f64)| TextLine {
            text: (*text).to_owned(),
            turn: 0,
            x: *x,
            y: *y,
            size: *size,
        };
        let lines: Vec<TextLine> = lines.iter().map(line).collect();
        paragraphs(&lines).into_iter().map(|paragraph| paragraph.text).collect()
    }

    #[test]
    fn gaps_indents_and_sizes_end_paragraphs() {
        let single = [("a", 72.0, 700.0, 12.0), ("b", 72.0, 686.0, 12.0), ("c", 72.0, 660.0, 12.0)];
        assert_eq!(texts(&single), ["a\nb", "c"]);
        let double =
            [("a", 72.0, 700.0, 12.0), ("b.", 72.0, 672.0, 12.0), ("c", 108.0, 644.0, 12.0), ("d", 72.0, 616.0, 12.0)];
        assert_eq!(texts(&double), ["a\nb.", "c\nd"]);
        let heading = [("A", 72.0, 700.0, 18.0), ("b", 72.0, 680.0, 12.0), ("1 n", 72.0, 660.0, 10.0)];
        assert_eq!(texts(&heading), ["A", "b", "1 n"]);
        let columns = [("a", 72.0, 100.0, 12.0), ("b", 72.0, 86.0, 12.0), ("c", 320.0, 700.0, 12.0)];
        assert_eq!(texts(&columns), ["a\nb\nc"]);
    }

    #[test]
    fn number_of_a_note_is_after_the_end_of_a_sentence() {
        for (text, expected) in [("void.", true), ("void.”5", true), ("U.S. 113", false), ("and", false), ("", false)]
        {
            assert_eq!(ends_sentence(text), expected, "{text}");
        }
    }
}
