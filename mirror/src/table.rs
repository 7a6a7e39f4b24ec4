/*!
Tables of text for a terminal.
*/

/// Lays out rows below a header. The first column is aligned to the left, the others to the right, with two spaces
/// between columns. Every row has as many cells as the header.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let header: Vec<String> = header.iter().map(|cell| (*cell).to_owned()).collect();
    let all = || std::iter::once(&header).chain(rows);
    let width = |column: usize| all().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<String>>().join("  ").trim_end().to_owned() + "\n"
    };
    all().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["us-code".to_owned(), "54".to_owned()], vec!["§".to_owned(), "-".to_owned()]];
        assert_eq!(table(&["source", "files"], &rows), "source   files\nus-code     54\n§            -\n");
    }
}
