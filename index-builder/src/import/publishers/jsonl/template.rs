/*!
Templates: texts with fields of the source in braces, such as `{title}-{section}`.

A field with a question mark (`{suffix?}`) may be empty or missing. If any other field is empty or missing, the whole
text is empty.
*/

use crate::import::publishers::jsonl::keys::Value;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::text::clean;
use crate::import::text::excerpt::Excerpt;
use crate::import::text::html;
use crate::report::skip::Skip;

/// A text with fields of the source.
pub(super) struct TextTemplate {
    parts: Vec<TemplatePart>,
}

enum TemplatePart {
    Text(String),
    Field { idx: usize, is_optional: bool },
}

/// The markup of the source's texts.
#[derive(Clone, Copy)]
pub(super) enum Markup {
    None,
    Html,
}

impl Markup {
    /// The text without markup, and with one space between words.
    fn clean(self, raw: &str) -> String {
        match self {
            Self::None => clean::text(raw),
            Self::Html => html::to_text(raw),
        }
    }
}

impl TextTemplate {
    /// Reads a template from a value of the mapping. Faults are reported.
    pub(super) fn read(value: &Value<'_, '_>, fields: &mut SourceFields) -> Option<Self> {
        let text = value.text()?;
        let place = || format!("{}: {}", value.line(), value.key);
        let template = Self::parse(text, &mut |name, is_optional| fields.add(name, is_optional, place));
        template.map_err(|fault| value.fault(fault)).ok()
    }

    /// Reads a template that must have a field, because one text for all records would be wrong.
    pub(super) fn read_varying(value: &Value<'_, '_>, fields: &mut SourceFields) -> Option<Self> {
        let template = Self::read(value, fields)?;
        if let Some(text) = template.constant() {
            value.fault(format!("is the same for every row: write \"{{{text}}}\" for the field {text:?}"));
            return None;
        }
        Some(template)
    }

    /// Parses a template. `add` returns the index of a field.
    fn parse(text: &str, add: &mut dyn FnMut(&str, bool) -> usize) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            literal.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let brace = &rest[at..=at];
            if after.starts_with(brace) {
                literal.push_str(brace);
                rest = &after[1..];
                continue;
            }
            let end = if brace == "{" { after.find('}') } else { None };
            let Some(end) = end else {
                return Err(format!("has a {brace} without its other half: write {brace}{brace} for the sign itself"));
            };
            let (name, is_optional) = match after[..end].strip_suffix('?') {
                Some(name) => (name, true),
                None => (&after[..end], false),
            };
            if name.trim().is_empty() || name.contains('{') {
                return Err("has braces without the name of a field in them".to_owned());
            }
            if !literal.is_empty() {
                parts.push(TemplatePart::Text(std::mem::take(&mut literal)));
            }
            parts.push(TemplatePart::Field { idx: add(name, is_optional), is_optional });
            rest = &after[end + 1..];
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(TemplatePart::Text(literal));
        }
        Ok(Self { parts })
    }

    /// The text of a template without fields.
    pub(super) fn constant(&self) -> Option<&str> {
        match &self.parts[..] {
            [] => Some(""),
            [TemplatePart::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The clean text of a row. `None` if a field without a question mark is empty.
    pub(super) fn text(&self, row: &MappingRow<'_>, markup: Markup) -> Result<Option<String>, Skip> {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                TemplatePart::Text(literal) => text.push_str(literal),
                TemplatePart::Field { idx, is_optional } => {
                    let value = markup.clean(&row.text(*idx)?);
                    if value.is_empty() && !is_optional {
                        return Ok(None);
                    }
                    text.push_str(&value);
                }
            }
        }
        Ok(Some(text))
    }

    /// The clean text of a row, if there is a template and the text is not empty.
    pub(super) fn text_of(
        template: Option<&Self>,
        row: &MappingRow<'_>,
        markup: Markup,
    ) -> Result<Option<String>, Skip> {
        let text = template.map_or(Ok(None), |template| template.text(row, markup))?;
        Ok(text.filter(|text| !text.is_empty()))
    }

    /// The clean texts of a row: the elements of a list if the template is a single field.
    pub(super) fn texts(&self, row: &MappingRow<'_>) -> Result<Vec<String>, Skip> {
        if let [TemplatePart::Field { idx, .. }] = self.parts[..] {
            return Ok(row.texts(idx)?.iter().map(|text| clean::text(text)).collect());
        }
        Ok(self.text(row, Markup::None)?.into_iter().collect())
    }

    /// Appends the text of a row to an excerpt, with all elements of lists.
    pub(super) fn append(&self, row: &MappingRow<'_>, markup: Markup, excerpt: &mut Excerpt) -> Result<(), Skip> {
        for part in &self.parts {
            match part {
                TemplatePart::Text(literal) => excerpt.push(literal),
                TemplatePart::Field { idx, .. } => {
                    for (position, text) in row.texts(*idx)?.iter().enumerate() {
                        if position > 0 {
                            excerpt.end_word();
                        }
                        match markup {
                            Markup::None => excerpt.push(text),
                            Markup::Html => excerpt.push_html(text),
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parsed template as text, with `<name>` and `<name?>` for its fields.
    fn parsed(text: &str) -> Result<String, String> {
        let mut names = Vec::new();
        let template = TextTemplate::parse(text, &mut |name, _| {
            names.push(name.to_owned());
            names.len() - 1
        })?;
        let part = |part: &TemplatePart| match part {
            TemplatePart::Text(text) => text.clone(),
            TemplatePart::Field { idx, is_optional } => {
                format!("<{}{}>", names[*idx], if *is_optional { "?" } else { "" })
            }
        };
        Ok(template.parts.iter().map(part).collect())
    }

    #[test]
    fn fields_are_in_braces_and_doubled_braces_are_literal() {
        for (text, expected) in [
            ("", ""),
            ("wy", "wy"),
            ("{a}", "<a>"),
            ("{a.b}-{c d?}", "<a.b>-<c d?>"),
            ("{{{a}}}", "{<a>}"),
            ("{{a}}", "{a}"),
            ("§ {é}", "§ <é>"),
        ] {
            assert_eq!(parsed(text).as_deref(), Ok(expected), "{text}");
        }
        for (text, fault) in [
            ("{a", "has a { without its other half: write {{ for the sign itself"),
            ("a}", "has a } without its other half: write }} for the sign itself"),
            ("{}", "has braces without the name of a field in them"),
            ("{?}", "has braces without the name of a field in them"),
            ("{a{b}", "has braces without the name of a field in them"),
        ] {
            assert_eq!(parsed(text).as_ref().err().map(String::as_str), Some(fault), "{text}");
        }
    }
}
