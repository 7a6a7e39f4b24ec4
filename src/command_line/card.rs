/*!
Writes one record as a card, one line per field.
*/

use std::io::{self, Write};

use anstyle::Style;
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::command_line::columns::text;
use crate::command_line::json::Members;
use crate::command_line::output::Look;
use crate::command_line::visible::one_line;

/// The minimum width of the values in columns. On narrower terminals, lines are left for the terminal to break.
const MIN_TEXT_WIDTH: usize = 20;

/// Writes a record.
pub(crate) fn write(record: &Members<Value>, look: Look, writer: &mut impl Write) -> io::Result<()> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for (name, value) in &record.0 {
        match value {
            Value::Object(members) => {
                fields.extend(members.keys().map(|member| (format!("{name}.{member}"), text(value, member))));
            }
            value => fields.push((name.clone(), text(value, ""))),
        }
    }
    let n_indent = fields.iter().map(|(name, _)| name.width()).max().unwrap_or(0) + 2;
    let width = look.width.map(|width| width.saturating_sub(n_indent)).filter(|width| *width >= MIN_TEXT_WIDTH);
    let bold = if look.has_colors { Style::new().bold() } else { Style::new() };
    for (name, value) in fields {
        let name = one_line(&name).into_owned();
        let padding = " ".repeat(n_indent - name.width().min(n_indent));
        let value = one_line(&value);
        let lines = width.map_or_else(|| vec![value.to_string()], |width| wrapped(&value, width));
        let value = lines.join(&format!("\n{}", " ".repeat(n_indent)));
        let line = format!("{bold}{name}{bold:#}{padding}{value}");
        writeln!(writer, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Breaks a text between words into lines of at most `width` columns. A longer word gets its own line.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(width: Option<usize>) -> String {
        let record = r#"{"id":"a-1","summary":"Some words that are broken between lines.","topics":["x","y"],"meta":{"source":"S\u001b","citation":null}}"#;
        let mut card = Vec::new();
        write(&serde_json::from_str(record).unwrap(), Look { width, has_colors: false }, &mut card).unwrap();
        String::from_utf8(card).unwrap()
    }

    #[test]
    fn each_field_has_a_line_in_the_order_of_the_record() {
        let expected = "id             a-1\nsummary        Some words that are broken between lines.\ntopics         x, y\n\
                        meta.citation\nmeta.source    S\u{fffd}\n";
        assert_eq!(card(None), expected);
    }

    #[test]
    fn texts_are_broken_beside_the_names() {
        let text = card(Some(40));
        assert!(text.contains("summary        Some words that are\n               broken between lines.\n"), "{text}");
        assert!(card(Some(20)).contains("Some words that are broken between lines.\n"));
    }
}
