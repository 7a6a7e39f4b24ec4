/*!
Lists in Python's syntax (`['bill', "workers' compensation"]`), which the CSV export uses.
*/

use std::borrow::Cow;
use std::str::Chars;

/// The strings of a list. An empty cell is an empty list. `None` if the text is not a list of strings.
pub(super) fn parse(text: &str) -> Option<Vec<Cow<'_, str>>> {
    let text = text.trim();
    if text.is_empty() || text == "None" {
        return Some(Vec::new());
    }
    let mut rest = text.strip_prefix('[')?.strip_suffix(']')?.trim_start();
    let mut texts = Vec::new();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|first| matches!(first, '\'' | '"'))?;
        let (text, after) = quoted(&rest[1..], quote)?;
        texts.push(text);
        let after = after.trim_start();
        rest = if after.is_empty() { after } else { after.strip_prefix(',')?.trim_start() };
    }
    Some(texts)
}

/// A string up to its closing quote, and the rest after it.
fn quoted(text: &str, quote: char) -> Option<(Cow<'_, str>, &str)> {
    let end = text.find(['\\', quote])?;
    if text[end..].starts_with(quote) {
        return Some((Cow::Borrowed(&text[..end]), &text[end + 1..]));
    }
    let mut unescaped = text[..end].to_owned();
    let mut characters = text[end..].chars();
    loop {
        match characters.next()? {
            '\\' => unescaped.push(escaped(&mut characters)?),
            character if character == quote => return Some((Cow::Owned(unescaped), characters.as_str())),
            character => unescaped.push(character),
        }
    }
}

/// The character of an escape sequence, after its backslash.
fn escaped(characters: &mut Chars<'_>) -> Option<char> {
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
            assert_eq!(parse(text), Some(texts.iter().map(|text| Cow::Borrowed(*text)).collect()));
        }
        for text in ["bill", "['bill", "[bill]", "['a' 'b']", "[1]", "['\\ud800']", "['\\x4']", "["] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
