/*!
Natural order: numbers in a text are compared by their values.
*/

/// A part of a key in natural order. A number sorts before any other character.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Piece {
    /// The number of digits, then the digits, both without leading zeros.
    Number(usize, String),
    Character(char),
}

/// Returns the sort key of a text in natural order. A missing text sorts last.
pub(crate) fn natural(value: Option<&str>) -> (bool, Vec<Piece>) {
    let lower = value.unwrap_or_default().to_lowercase();
    let mut characters = lower.chars().peekable();
    let mut pieces = Vec::new();
    while let Some(character) = characters.next() {
        if !character.is_ascii_digit() {
            pieces.push(Piece::Character(character));
            continue;
        }
        let mut digits = String::from(character);
        while let Some(digit) = characters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let digits = digits.trim_start_matches('0');
        pieces.push(Piece::Number(digits.len(), digits.to_owned()));
    }
    (value.is_none(), pieces)
}
