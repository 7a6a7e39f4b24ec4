/*!
Writes tables that fit the width of a terminal.
*/

use std::io::{self, Write};
use std::mem;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::command_line::output::Look;
use crate::command_line::visible::one_line;

/// The number of rows that determine the widths of the columns. Further rows are streamed with these widths.
const MAX_MEASURED_ROWS: usize = 1000;

/// The gap between two columns.
const GAP: &str = "  ";

/// The minimum width of a cut column.
const MIN_WIDTH: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) title: String,
    /// Whether its cells are aligned to the right.
    pub(crate) is_number: bool,
    /// Whether its cells are never cut, as for ids.
    pub(crate) is_whole: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// Creates a cell, and removes control characters from its text.
    pub(crate) fn new(text: &str) -> Self {
        Self { text: one_line(text).into_owned(), style: Style::new() }
    }

    /// Sets the style of the cell, which applies if colors are enabled.
    pub(crate) fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

/// A table that is being written.
pub(crate) struct Table<W: Write> {
    writer: W,
    look: Look,
    columns: Vec<Column>,
    /// The rows held back until the widths are known.
    waiting: Vec<Vec<Cell>>,
    /// The widths of the columns; empty until they are known.
    widths: Vec<usize>,
}

impl<W: Write> Table<W> {
    pub(crate) fn new(writer: W, look: Look, columns: Vec<Column>) -> Self {
        Self { writer, look, columns, waiting: Vec::new(), widths: Vec::new() }
    }

    /// Adds a row with one cell per column.
    pub(crate) fn push(&mut self, row: Vec<Cell>) -> io::Result<()> {
        if !self.widths.is_empty() {
            return self.write_row(&row);
        }
        self.waiting.push(row);
        if self.waiting.len() >= MAX_MEASURED_ROWS { self.begin() } else { Ok(()) }
    }

    /// Writes the remaining rows. A table without rows has no output.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.waiting.is_empty() {
            self.begin()?;
        }
        Ok(self.writer)
    }

    /// Determines the widths, and writes the titles and the rows so far.
    fn begin(&mut self) -> io::Result<()> {
        let rows = mem::take(&mut self.waiting);
        self.widths = fitted(&self.columns, natural_widths(&self.columns, &rows), self.look.width);
        let bold = Style::new().bold();
        let titles: Vec<Cell> = self.columns.iter().map(|column| Cell::new(&column.title).styled(bold)).collect();
        self.write_row(&titles)?;
        rows.iter().try_for_each(|row| self.write_row(row))
    }

    fn write_row(&mut self, row: &[Cell]) -> io::Result<()> {
        let mut line = String::new();
        // Spaces are deferred until more text follows, so that no line ends with spaces.
        let mut n_spaces = 0;
        for ((column, width), cell) in self.columns.iter().zip(&self.widths).zip(row) {
            let text = match self.look.width {
                Some(_) if !column.is_whole => cut(&cell.text, *width),
                _ => cell.text.clone(),
            };
            let n_missing = width.saturating_sub(text.width());
            n_spaces += if column.is_number { n_missing } else { 0 };
            if !text.is_empty() {
                line.extend(std::iter::repeat_n(' ', n_spaces));
                n_spaces = 0;
                let style = if self.look.has_colors { cell.style } else { Style::new() };
                line.push_str(&format!("{style}{text}{style:#}"));
            }
            n_spaces += GAP.len() + if column.is_number { 0 } else { n_missing };
        }
        line.push('\n');
        self.writer.write_all(line.as_bytes())
    }
}

/// Returns the width of the widest cell of each column.
fn natural_widths(columns: &[Column], rows: &[Vec<Cell>]) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.title.width()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.text.width());
        }
    }
    widths
}

/// Narrows the widest columns until the table fits or all columns have their minimum width.
fn fitted(columns: &[Column], mut widths: Vec<usize>, available: Option<usize>) -> Vec<usize> {
    let Some(available) = available else { return widths };
    let gaps = GAP.len() * columns.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > available {
        let may_narrow = |(idx, width): &(usize, &mut usize)| !columns[*idx].is_whole && **width > MIN_WIDTH;
        let widest = widths.iter_mut().enumerate().filter(may_narrow).max_by_key(|(_, width)| **width);
        let Some((_, width)) = widest else { break };
        *width -= 1;
    }
    widths
}

/// Cuts a text to a width in columns, and marks the cut with an ellipsis.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut n_columns = 0;
    for character in text.chars() {
        n_columns += character.width().unwrap_or(0);
        if n_columns >= width {
            break;
        }
        kept.push(character);
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn column(title: &str, is_number: bool, is_whole: bool) -> Column {
        Column { title: title.to_owned(), is_number, is_whole }
    }

    fn written(width: Option<usize>, has_colors: bool, rows: &[[&str; 3]]) -> String {
        let columns = vec![column("ID", false, true), column("NAME", false, false), column("COUNT", true, false)];
        let mut table = Table::new(Vec::new(), Look { width, has_colors }, columns);
        for row in rows {
            table.push(row.iter().map(|text| Cell::new(text)).collect()).unwrap();
        }
        String::from_utf8(table.finish().unwrap()).unwrap()
    }

    #[test]
    fn columns_are_aligned_by_the_width_that_characters_take() {
        let rows = [["a", "東京", "5"], ["bcd", "é", ""], ["e", "", "1234567"]];
        let expected = "ID   NAME    COUNT\na    東京        5\nbcd  é\ne          1234567\n";
        assert_eq!(written(None, false, &rows), expected);
        assert_eq!(written(Some(80), false, &rows), expected);
        assert_eq!(written(None, false, &[]), "");
    }

    #[test]
    fn widest_column_is_cut_and_ids_are_whole() {
        let rows = [["an-id-of-20-characters", "a name that is longer than there is room for", "5"]];
        let expected = "ID                      NAME         COUNT\nan-id-of-20-characters  a name tha…      5\n";
        assert_eq!(written(Some(42), false, &rows), expected);
        assert!(written(None, false, &rows).contains("than there is room for"));
        assert!(written(Some(1), false, &rows).contains("an-id-of-20-characters"));
    }

    #[test]
    fn only_titles_are_bold_and_only_with_colors() {
        let bold = "\u{1b}[1mID\u{1b}[0m  \u{1b}[1mNAME\u{1b}[0m  \u{1b}[1mCOUNT\u{1b}[0m\na   b         1\n";
        assert_eq!(written(None, true, &[["a", "b", "1"]]), bold);
    }

    #[test]
    fn row_after_the_measured_ones_is_written_at_once() {
        let mut table =
            Table::new(Vec::new(), Look { width: None, has_colors: false }, vec![column("A", false, false)]);
        for idx in 0..MAX_MEASURED_ROWS {
            assert!(table.widths.is_empty(), "{idx}");
            table.push(vec![Cell::new("x")]).unwrap();
        }
        table.push(vec![Cell::new("longer")]).unwrap();
        let text = String::from_utf8(table.finish().unwrap()).unwrap();
        assert_eq!(text.lines().count(), MAX_MEASURED_ROWS + 2);
        assert!(text.ends_with("x\nlonger\n"));
    }

    proptest! {
        #[test]
        fn cut_text_is_within_its_width(text in "\\PC{0,40}", width in 1usize..20) {
            let cut = cut(&text, width);
            prop_assert!(cut.width() <= width, "{:?}", cut);
            prop_assert!(cut == text || cut.ends_with('…'));
        }
    }
}
