/*!
Finds the glyphs of a page and their positions, by the operators of text, transformations and forms.
*/

use std::sync::Arc;

use anyhow::{Result, ensure};
use hayro_font::hayro_cmap::BfString;
use hayro_font::kurbo::{Affine, Point, Vec2};
use hayro_font::{CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn, UNITS_PER_EM};
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction;
use hayro_syntax::object::{Name, Number, Object, Stream};
use hayro_syntax::page::{Page, Resources};

/// The maximum number of forms in one another.
const MAX_FORM_DEPTH: usize = 20;

/// The maximum number of saved graphics states.
const MAX_SAVED: usize = 1000;

/// The maximum number of glyphs of a page.
const MAX_GLYPHS: usize = 2_000_000;

/// A glyph on a page.
#[derive(Clone, Debug)]
pub(super) struct PlacedGlyph {
    /// The characters, or none if the font does not name them.
    pub(super) text: Option<BfString>,
    /// The direction of writing in quarters of a turn.
    pub(super) turn: u8,
    /// The position on a page that is turned so that the direction is to the right, in points. `y` grows upwards.
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    /// The size of the font in points.
    pub(super) size: f64,
}

/// Reads the glyphs of the pages of a document.
pub(super) struct GlyphReader<'a> {
    fonts: FontCache<'a>,
    font_resolver: FontResolverFn,
    cmap_resolver: CMapResolverFn,
    glyphs: Vec<PlacedGlyph>,
}

impl Default for GlyphReader<'_> {
    fn default() -> Self {
        Self {
            fonts: FontCache::new(),
            font_resolver: Arc::new(|query| {
                let font = match query {
                    FontQuery::Standard(font) => *font,
                    FontQuery::Fallback(query) => query.pick_standard_font(),
                };
                Some(font.get_font_data())
            }),
            // Only texts in Asian scripts need the character maps that a document does not contain.
            cmap_resolver: Arc::new(|_| None),
            glyphs: Vec::new(),
        }
    }
}

/// The part of the graphics state that places glyphs.
#[derive(Clone)]
struct GlyphState<'a> {
    transform: Affine,
    font: Option<Font<'a>>,
    size: f64,
    char_space: f64,
    word_space: f64,
    /// The horizontal scale; 1 for none.
    scale: f64,
    leading: f64,
    rise: f64,
}

impl GlyphState<'_> {
    fn new(transform: Affine) -> Self {
        Self { transform, font: None, size: 1.0, char_space: 0.0, word_space: 0.0, scale: 1.0, leading: 0.0, rise: 0.0 }
    }
}

/// The matrices within a text object.
#[derive(Default)]
struct TextMatrices {
    line: Affine,
    glyph: Affine,
}

impl TextMatrices {
    fn move_line(&mut self, x: f64, y: f64) {
        self.set(self.line * Affine::translate((x, y)));
    }

    fn set(&mut self, matrix: Affine) {
        (self.line, self.glyph) = (matrix, matrix);
    }
}

impl<'a> GlyphReader<'a> {
    /// Reads the glyphs of a page, in the order in which they are drawn.
    pub(super) fn read(&mut self, page: &Page<'a>) -> Result<Vec<PlacedGlyph>> {
        self.glyphs.clear();
        self.run(page.typed_operations(), page.resources(), GlyphState::new(Affine::IDENTITY), 0)?;
        Ok(std::mem::take(&mut self.glyphs))
    }

    fn run(
        &mut self,
        mut instructions: TypedIter<'_>,
        resources: &Resources<'a>,
        mut state: GlyphState<'a>,
        depth: usize,
    ) -> Result<()> {
        let mut saved: Vec<GlyphState<'a>> = Vec::new();
        let mut text = TextMatrices::default();
        while let Some(instruction) = instructions.next() {
            match instruction {
                TypedInstruction::SaveState(_) if saved.len() < MAX_SAVED => saved.push(state.clone()),
                TypedInstruction::RestoreState(_) => state = saved.pop().unwrap_or(state),
                TypedInstruction::Transform(t) => {
                    state.transform *= affine([&t.0, &t.1, &t.2, &t.3, &t.4, &t.5]);
                }
                TypedInstruction::XObject(form) => self.draw_form(form.0, resources, &state, depth)?,
                TypedInstruction::BeginText(_) => text = TextMatrices::default(),
                TypedInstruction::TextFont(font) => {
                    let dict = resources.get_font(font.0);
                    state.font = dict.and_then(|dict| self.fonts.font(&dict, &self.font_resolver, &self.cmap_resolver));
                    state.size = font.1.as_f64();
                }
                TypedInstruction::CharacterSpacing(space) => state.char_space = space.0.as_f64(),
                TypedInstruction::WordSpacing(space) => state.word_space = space.0.as_f64(),
                TypedInstruction::HorizontalScaling(scale) => state.scale = scale.0.as_f64() / 100.0,
                TypedInstruction::TextLeading(leading) => state.leading = leading.0.as_f64(),
                TypedInstruction::TextRise(rise) => state.rise = rise.0.as_f64(),
                TypedInstruction::NextLine(by) => text.move_line(by.0.as_f64(), by.1.as_f64()),
                TypedInstruction::NextLineAndSetLeading(by) => {
                    state.leading = -by.1.as_f64();
                    text.move_line(by.0.as_f64(), by.1.as_f64());
                }
                TypedInstruction::NextLineUsingLeading(_) => text.move_line(0.0, -state.leading),
                TypedInstruction::SetTextMatrix(t) => text.set(affine([&t.0, &t.1, &t.2, &t.3, &t.4, &t.5])),
                TypedInstruction::ShowText(string) => self.show(string.0.as_bytes(), &state, &mut text)?,
                TypedInstruction::NextLineAndShowText(string) => {
                    text.move_line(0.0, -state.leading);
                    self.show(string.0.as_bytes(), &state, &mut text)?;
                }
                TypedInstruction::ShowTextWithParameters(with) => {
                    (state.word_space, state.char_space) = (with.0.as_f64(), with.1.as_f64());
                    text.move_line(0.0, -state.leading);
                    self.show(with.2.as_bytes(), &state, &mut text)?;
                }
                TypedInstruction::ShowTexts(array) => {
                    for element in array.0.iter::<Object<'_>>() {
                        match element {
                            Object::String(string) => self.show(string.as_bytes(), &state, &mut text)?,
                            Object::Number(by) => move_back(by.as_f64(), &state, &mut text),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the glyphs of a form, which is a part of a page with a content stream of its own.
    fn draw_form(
        &mut self,
        name: &Name<'_>,
        resources: &Resources<'a>,
        state: &GlyphState<'a>,
        depth: usize,
    ) -> Result<()> {
        let Some(form) = resources.get_x_object(name).filter(is_form) else {
            return Ok(());
        };
        ensure!(depth < MAX_FORM_DEPTH, "it has forms in more than {MAX_FORM_DEPTH} others: print it as a new PDF");
        let Ok(content) = form.decoded_data() else {
            return Ok(());
        };
        let matrix = form.dict().get::<[f64; 6]>("Matrix").map_or(Affine::IDENTITY, Affine::new);
        let own = form.dict().get("Resources").map(Resources::new);
        let state = GlyphState { transform: state.transform * matrix, ..state.clone() };
        self.run(TypedIter::new(&content), own.as_ref().unwrap_or(resources), state, depth + 1)
    }

    /// Places the glyphs of a string.
    fn show(&mut self, bytes: &[u8], state: &GlyphState<'a>, text: &mut TextMatrices) -> Result<()> {
        let Some(font) = &state.font else {
            return Ok(());
        };
        let mut at = 0;
        while at < bytes.len() {
            let (code, n_bytes) = font.read_code(bytes, at);
            at += n_bytes.max(1);
            let advance = font.code_advance(code) / f64::from(UNITS_PER_EM) * state.size;
            let word_space = if n_bytes == 1 && code == u32::from(b' ') { state.word_space } else { 0.0 };
            let space = state.char_space + word_space;
            let matrix = state.transform * text.glyph;
            self.glyphs.push(placed(font, code, state, matrix, advance.x * state.scale));
            text.glyph *= if font.is_horizontal() {
                Affine::translate(((advance.x + space) * state.scale, 0.0))
            } else {
                Affine::translate((0.0, advance.y + space))
            };
        }
        ensure!(self.glyphs.len() <= MAX_GLYPHS, "a page of it has more than {MAX_GLYPHS} characters: split it");
        Ok(())
    }
}

/// Moves the position within a line, by thousandths of the size of the font.
fn move_back(thousandths: f64, state: &GlyphState<'_>, text: &mut TextMatrices) {
    let distance = -thousandths / 1000.0 * state.size;
    let is_horizontal = state.font.as_ref().is_none_or(Font::is_horizontal);
    text.glyph *= if is_horizontal {
        Affine::translate((distance * state.scale, 0.0))
    } else {
        Affine::translate((0.0, distance))
    };
}

/// Returns the glyph of a code at the origin of a matrix.
fn placed(font: &Font<'_>, code: u32, state: &GlyphState<'_>, matrix: Affine, width: f64) -> PlacedGlyph {
    let text = match font.glyph(font.map_code(code), code) {
        FontGlyph::Outline(glyph) => glyph.as_unicode(),
        FontGlyph::Type3(glyph) => glyph.as_unicode(),
    };
    let position = matrix * Point::new(0.0, state.rise);
    let right = matrix * Point::new(1.0, state.rise) - position;
    let up = matrix * Point::new(0.0, 1.0 + state.rise) - position;
    let turn = match (right.x.abs() >= right.y.abs(), right.x >= 0.0, right.y >= 0.0) {
        (true, true, _) => 0,
        (false, _, true) => 1,
        (true, false, _) => 2,
        (false, _, false) => 3,
    };
    let Vec2 { x, y } = match turn {
        0 => Vec2::new(position.x, position.y),
        1 => Vec2::new(position.y, -position.x),
        2 => Vec2::new(-position.x, -position.y),
        _ => Vec2::new(-position.y, position.x),
    };
    PlacedGlyph { text, turn, x, y, width: width * right.hypot(), size: (state.size * up.hypot()).abs() }
}

fn is_form(stream: &Stream<'_>) -> bool {
    stream.dict().get::<Name<'_>>("Subtype").is_some_and(|subtype| subtype.as_str() == "Form")
}

fn affine(numbers: [&Number; 6]) -> Affine {
    Affine::new(numbers.map(Number::as_f64))
}
