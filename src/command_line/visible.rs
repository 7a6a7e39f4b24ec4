/*!
Keeps control characters away from terminals. Otherwise a record, or the response of a hostile server, could move the
cursor, change the window title or reverse the text direction.
*/

use std::borrow::Cow;
use std::io::{self, Write};
use std::str;

/// The replacement for control characters on a terminal.
const REPLACEMENT: char = '\u{fffd}';

/// Returns whether a terminal could interpret a character instead of showing it: C0 and C1 controls, and direction
/// marks.
fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a text as one line without control characters. Line breaks and tabs become spaces.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let visible = |character: char| match character {
        '\n' | '\r' | '\t' => ' ',
        character if is_control(character) => REPLACEMENT,
        character => character,
    };
    text.chars().map(visible).collect::<String>().into()
}

/// A writer that replaces control characters, except tabs and line ends.
pub(crate) struct VisibleWriter<W> {
    writer: W,
    /// The start of an incomplete character or line end.
    pending: Vec<u8>,
}

impl<W: Write> VisibleWriter<W> {
    pub(crate) fn new(writer: W) -> Self {
        Self { writer, pending: Vec::new() }
    }

    /// Flushes the output, with a replacement for an incomplete character. Returns the inner writer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.pending.is_empty() {
            write!(self.writer, "{REPLACEMENT}")?;
        }
        self.writer.flush()?;
        Ok(self.writer)
    }
}

impl<W: Write> Write for VisibleWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        let (visible, n_read) = visible_prefix(&self.pending);
        self.pending.drain(..n_read);
        self.writer.write_all(visible.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns the visible form of the complete characters at the start of `bytes`, and their length in bytes.
fn visible_prefix(bytes: &[u8]) -> (String, usize) {
    let mut visible = String::with_capacity(bytes.len());
    let mut n_read = 0;
    loop {
        let rest = &bytes[n_read..];
        let (text, error) = match str::from_utf8(rest) {
            Ok(text) => (text, None),
            Err(error) => (str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(), Some(error)),
        };
        // Whether a carriage return ends a line depends on the next byte.
        let is_cut = error.is_none() && text.ends_with('\r');
        let text = if is_cut { &text[..text.len() - 1] } else { text };
        push_visible(text, &mut visible);
        n_read += text.len();
        match error.map(|error| error.error_len()) {
            Some(Some(n_wrong)) => {
                visible.push(REPLACEMENT);
                n_read += n_wrong;
            }
            Some(None) | None => return (visible, n_read),
        }
    }
}

fn push_visible(text: &str, visible: &mut String) {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_shown = match character {
            '\n' | '\t' => true,
            '\r' => characters.peek() == Some(&'\n'),
            character => !is_control(character),
        };
        visible.push(if is_shown { character } else { REPLACEMENT });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(chunks: &[&[u8]]) -> String {
        let mut writer = VisibleWriter::new(Vec::new());
        for chunk in chunks {
            writer.write_all(chunk).unwrap();
        }
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    #[test]
    fn control_characters_are_replaced_and_text_is_kept() {
        for (text, visible) in [
            ("§ 1341\tRoe v. Wade\r\nü\n", "§ 1341\tRoe v. Wade\r\nü\n"),
            ("\u{1b}[31mred", "\u{fffd}[31mred"),
            ("\u{9b}31m\u{7f}\0\u{8}", "\u{fffd}31m\u{fffd}\u{fffd}\u{fffd}"),
            ("a\rb", "a\u{fffd}b"),
            ("\u{202e}abc\u{2066}", "\u{fffd}abc\u{fffd}"),
        ] {
            assert_eq!(written(&[text.as_bytes()]), visible);
        }
        assert_eq!(one_line("a\r\nb\tc\u{1b}d\u{9b}e"), "a  b c\u{fffd}d\u{fffd}e");
        assert_eq!(one_line("§ 1"), "§ 1");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(written(&[b"a\xffb\xc3"]), "a\u{fffd}b\u{fffd}");
        assert_eq!(written(&[b"a\r"]), "a\u{fffd}");
    }

    proptest! {
        #[test]
        fn cuts_between_chunks_change_nothing(bytes in prop::collection::vec(any::<u8>(), 0..64), cut in 0usize..64) {
            let cut = cut.min(bytes.len());
            let at_once = written(&[&bytes]);
            prop_assert_eq!(&written(&[&bytes[..cut], &bytes[cut..]]), &at_once);
            prop_assert!(at_once.replace("\r\n", "").chars().all(|c| "\n\t".contains(c) || !is_control(c)));
        }
    }
}
