/*!
Lists as Python writes them (`['bill', "workers' compensation"]`), which is how the CSV export has them.
*/

use std::iter::Peekable;
use std::str::Chars;

/// The texts of a list. An empty cell is an empty list; `None` if it is no list of texts.
pub(super) fn parse(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    if text.is_empty() || text == "None" {
        return Some(Vec::new());
    }
    let mut characters = text.strip_prefix('[')?.strip_suffix(']')?.chars().peekable();
    let mut texts = Vec::new();
    loop {
        skip_spaces(&mut characters);
        match characters.next() {
            None => return Some(texts),
            Some(quote @ ('\'' | '"')) => texts.push(quoted(&mut characters, quote)?),
            Some(_) => return None,
        }
        skip_spaces(&mut characters);
        if !matches!(characters.next(), None | Some(',')) {
            return None;
        }
    }
}

fn skip_spaces(characters: &mut Peekable<Chars<'_>>) {
    while characters.next_if(|character| character.is_whitespace()).is_some() {}
}

fn quoted(characters: &mut Peekable<Chars<'_>>, quote: char) -> Option<String> {
    let mut text = String::new();
    loop {
        match characters.next()? {
            '\\' => text.push(escaped(characters)?),
            character if character == quote => return Some(text),
            character => text.push(character),
        }
    }
}

fn escaped(characters: &mut Peekable<Chars<'_>>) -> Option<char> {
    let n_digits = match characters.next()? {
        'n' => return Some('\n'),
        'r' => return Some('\r'),
        't' => return Some('\t'),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        character => return Some(character),
    };
    let digits: String = characters.by_ref().take(n_digits).collect();
    (digits.len() == n_digits).then_some(())?;
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_python_writes_them() {
        for (text, texts) in [
            ("['bill']", &["bill"][..]),
            ("[]", &[]),
            ("", &[]),
            ("['a', \"b's\", 'c\\'s \"d\"']", &["a", "b's", "c's \"d\""]),
            (r"['x\xa0y', 'Ni\u00f1o', 'a\\b', 'l\nm']", &["x\u{a0}y", "Niño", "a\\b", "l\nm"]),
            ("[\"bill\",]", &["bill"]),
        ] {
            assert_eq!(parse(text).as_deref(), Some(&texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>()[..]));
        }
        for text in ["bill", "['bill", "[bill]", "['a' 'b']", "[1]", "['\\ud800']", "['\\x4']", "["] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
