/*!
Joins glyphs into lines.
*/

use hayro_font::hayro_cmap::BfString;

use super::glyphs::PlacedGlyph;

/// The sign for a gap that is wider than a space, such as between columns. Removed once margins are.
pub(super) const GAP: char = '\t';

/// The sign for a glyph whose font does not name its characters.
const UNKNOWN: char = '\u{fffd}';

/// The width of a space, of a gap, and of the step back within a line, in sizes of the font.
const MIN_SPACE: f64 = 0.15;
const MIN_GAP: f64 = 1.5;
const MAX_STEP_BACK: f64 = 1.0;

/// The distance of two prints of one glyph, which make it bold, in sizes of the font.
const MAX_SHIFT: f64 = 0.15;

/// A line of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextLine {
    pub(super) text: String,
    pub(super) turn: u8,
    /// The position of its beginning, in points. `y` grows upwards.
    pub(super) x: f64,
    pub(super) y: f64,
    /// The size of its largest glyph, in points.
    pub(super) size: f64,
}

/// Returns the lines of a page in the order of its glyphs. A page most of whose glyphs have no characters has none.
pub(super) fn lines(glyphs: Vec<PlacedGlyph>) -> Vec<TextLine> {
    let n_unknown = glyphs.iter().filter(|glyph| glyph.text.is_none()).count();
    if n_unknown * 2 > glyphs.len() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut open: Option<OpenLine> = None;
    for glyph in glyphs.into_iter().filter(|glyph| glyph.x.is_finite() && glyph.y.is_finite()) {
        match &mut open {
            Some(line) if line.takes(&glyph) => line.push(glyph),
            _ => {
                lines.extend(open.take().and_then(OpenLine::finish));
                open = Some(OpenLine::new(glyph));
            }
        }
    }
    lines.extend(open.and_then(OpenLine::finish));
    lines
}

/// A line that is being read.
struct OpenLine {
    line: TextLine,
    end: f64,
    /// The glyphs, to find those that are printed twice.
    glyphs: Vec<PlacedGlyph>,
}

impl OpenLine {
    fn new(glyph: PlacedGlyph) -> Self {
        let PlacedGlyph { turn, x, y, size, .. } = glyph;
        let line = TextLine { text: String::new(), turn, x, y, size };
        let mut open = Self { line, end: x, glyphs: Vec::new() };
        open.push(glyph);
        open
    }

    /// Returns whether a glyph is on this line. Signs of notes are above it, and smaller.
    fn takes(&self, glyph: &PlacedGlyph) -> bool {
        let size = glyph.size.max(self.line.size);
        let is_beside = glyph.x >= self.end - MAX_STEP_BACK * size || self.is_printed(glyph);
        glyph.turn == self.line.turn && (glyph.y - self.line.y).abs() < size / 2.0 && is_beside
    }

    /// Returns whether the same glyph is printed already.
    fn is_printed(&self, glyph: &PlacedGlyph) -> bool {
        let is_same =
            |other: &PlacedGlyph| other.text == glyph.text && (other.x - glyph.x).abs() < MAX_SHIFT * glyph.size;
        glyph.x < self.end - MAX_SHIFT * glyph.size && self.glyphs.iter().rev().any(is_same)
    }

    fn push(&mut self, glyph: PlacedGlyph) {
        if self.is_printed(&glyph) {
            return;
        }
        let gap = glyph.x - self.end;
        let size = glyph.size.min(self.line.size);
        let is_after_sign = !self.line.text.is_empty() && !self.line.text.ends_with([' ', GAP]);
        if is_after_sign && gap > MIN_GAP * size {
            self.line.text.push(GAP);
        } else if is_after_sign && (gap > MIN_SPACE * size || self.is_sign_of_note(&glyph)) {
            self.line.text.push(' ');
        }
        match &glyph.text {
            None => self.line.text.push(UNKNOWN),
            Some(BfString::Char(character)) => self.push_character(*character),
            Some(BfString::String(characters)) => {
                characters.chars().for_each(|character| self.push_character(character))
            }
        }
        self.end = glyph.x + glyph.width;
        if glyph.size > self.line.size {
            (self.line.size, self.line.y) = (glyph.size, glyph.y);
        }
        self.glyphs.push(glyph);
    }

    /// Adds a character; ligatures become letters.
    fn push_character(&mut self, character: char) {
        let ligature = match character {
            'ﬀ' => "ff",
            'ﬁ' => "fi",
            'ﬂ' => "fl",
            'ﬃ' => "ffi",
            'ﬄ' => "ffl",
            'ﬅ' | 'ﬆ' => "st",
            character => {
                let is_blank = character.is_whitespace() && character != '\u{a0}' || character.is_control();
                self.line.text.push(if is_blank { ' ' } else { character });
                return;
            }
        };
        self.line.text.push_str(ligature);
    }

    /// Returns whether a glyph is the first digit of the number of a note, which is no part of the number before it.
    fn is_sign_of_note(&self, glyph: &PlacedGlyph) -> bool {
        let is_digit = matches!(glyph.text, Some(BfString::Char(character)) if character.is_ascii_digit());
        let is_raised =
            |glyph: &PlacedGlyph| glyph.size < 0.9 * self.line.size && glyph.y > self.line.y + 0.1 * self.line.size;
        let is_after_number = self.line.text.ends_with(|last: char| last.is_ascii_digit());
        is_digit && is_after_number && is_raised(glyph) && !self.glyphs.last().is_some_and(is_raised)
    }

    /// Returns the line; `None` if it is blank.
    fn finish(mut self) -> Option<TextLine> {
        self.line.text.truncate(self.line.text.trim_end().len());
        (!self.line.text.trim().is_empty()).then_some(self.line)
    }
}
