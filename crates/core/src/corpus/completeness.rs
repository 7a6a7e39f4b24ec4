/*!
Reads the completeness of the lists of a corpus from its `coverage.toml`.

The file has a table for each list. Its keys are ids of jurisdictions, and `default` for all others:

```toml
[statutes]
default = "partial"
federal = "complete"
```

Without a declaration, the completeness is `partial`.
*/

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::jurisdictions::Jurisdictions;
use crate::corpus::source_location::SourceLocation;
use crate::model::{Completeness, Resource, UnknownWord};

/// The key for the jurisdictions that a table does not name.
pub const DEFAULT_KEY: &str = "default";

/// The declared completeness of the lists of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredCompleteness(BTreeMap<Resource, BTreeMap<String, Completeness>>);

impl DeclaredCompleteness {
    /// Returns the completeness of a list for a jurisdiction, given by its id.
    pub fn for_resource(&self, resource: Resource, jurisdiction: &str) -> Completeness {
        let list = self.0.get(&resource);
        let declared = list.and_then(|list| list.get(jurisdiction).or_else(|| list.get(DEFAULT_KEY)));
        declared.copied().unwrap_or(Completeness::Partial)
    }

    /// Formats the declarations as a file without comments, sorted by list and key. Empty without declarations.
    pub fn to_toml(&self) -> String {
        let mut toml = String::new();
        for (list, declared) in &self.0 {
            // Writing to a string does not fail.
            let _ = writeln!(toml, "[{list}]");
            for (key, completeness) in declared {
                let _ = writeln!(toml, "{key} = \"{completeness}\"");
            }
        }
        toml
    }

    /// Reads the content of a file.
    pub(super) fn parse(path: &str, content: &[u8], jurisdictions: &Jurisdictions, errors: &mut CorpusErrors) -> Self {
        let Ok(content) = str::from_utf8(content) else {
            errors.add(CorpusError::in_file(path, "the file is not UTF-8: save it in that encoding"));
            return Self::default();
        };
        let mut declared = Self::default();
        let mut reader = Reader { path, content, jurisdictions, errors: Vec::new() };
        match DeTable::parse(content) {
            Err(error) => reader.report(error.span().unwrap_or_default(), None, error.message()),
            Ok(lists) => {
                for (list, table) in lists.get_ref() {
                    if let Some((list, table)) = reader.list(list.get_ref(), list.span(), table) {
                        declared.0.insert(list, table);
                    }
                }
            }
        }
        // The parser returns tables in the order of their names, not of their lines.
        reader.errors.sort_by_key(|error| error.line);
        reader.errors.into_iter().for_each(|error| errors.add(error));
        declared
    }
}

/// Reads the tables of a file, and reports every error in them with its line.
struct Reader<'r> {
    path: &'r str,
    content: &'r str,
    jurisdictions: &'r Jurisdictions,
    errors: Vec<CorpusError>,
}

impl Reader<'_> {
    fn list(
        &mut self,
        name: &str,
        span: Range<usize>,
        table: &Spanned<DeValue<'_>>,
    ) -> Option<(Resource, BTreeMap<String, Completeness>)> {
        let list = match name.parse::<Resource>() {
            Ok(list) => list,
            Err(error) => {
                self.report(span, None, &format!("{error}, the lists of a corpus"));
                return None;
            }
        };
        let DeValue::Table(table) = table.get_ref() else {
            self.report(span, Some(name), "is not a table: begin it with its name in brackets, such as [statutes]");
            return None;
        };
        let mut declared = BTreeMap::new();
        for (key, value) in table {
            let field = format!("{name}.{}", key.get_ref());
            if key.get_ref() != DEFAULT_KEY && self.jurisdictions.get(key.get_ref()).is_none() {
                let message = format!("is neither the id of a jurisdiction nor \"{DEFAULT_KEY}\"");
                self.report(key.span(), Some(&field), &message);
            }
            match completeness(value.get_ref()) {
                Ok(completeness) => {
                    declared.insert(key.get_ref().to_string(), completeness);
                }
                Err(message) => self.report(value.span(), Some(&field), &message),
            }
        }
        Some((list, declared))
    }

    fn report(&mut self, span: Range<usize>, field: Option<&str>, message: &str) {
        let before = &self.content.as_bytes()[..span.start.min(self.content.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count() as u64;
        let location = SourceLocation { path: self.path.to_owned(), line };
        self.errors.push(match field {
            Some(field) => CorpusError::in_field(&location, field, message),
            None => CorpusError::in_line(&location, message),
        });
    }
}

fn completeness(value: &DeValue<'_>) -> Result<Completeness, String> {
    match value {
        DeValue::String(word) => word.parse().map_err(|error: UnknownWord| error.to_string()),
        _ => {
            let words: Vec<&str> = Completeness::ALL.iter().map(|word| word.as_str()).collect();
            Err(format!("is not a string: write one of {} in quotation marks", words.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Catalogue, Source};

    fn parse(content: &[u8]) -> (DeclaredCompleteness, String) {
        let jurisdictions = Catalogue::read(&Source::Bundled).unwrap().jurisdictions;
        let mut errors = CorpusErrors::default();
        let declared = DeclaredCompleteness::parse("coverage.toml", content, &jurisdictions, &mut errors);
        let errors: Vec<String> = errors.first().iter().map(ToString::to_string).collect();
        (declared, errors.join("\n"))
    }

    #[test]
    fn jurisdiction_without_an_entry_has_its_lists_default() {
        let (declared, errors) = parse(b"[statutes]\ndefault = 'sample' # a comment\nca = 'complete'\n[bills]\n");
        assert_eq!(errors, "");
        assert_eq!(declared.for_resource(Resource::Statutes, "ca"), Completeness::Complete);
        assert_eq!(declared.for_resource(Resource::Statutes, "dc"), Completeness::Sample);
        assert_eq!(declared.for_resource(Resource::Bills, "ca"), Completeness::Partial);
        assert_eq!(declared.for_resource(Resource::Cases, "ca"), Completeness::Partial);
        assert_eq!(declared.to_toml(), "[statutes]\nca = \"complete\"\ndefault = \"sample\"\n[bills]\n");
        assert_eq!(parse(declared.to_toml().as_bytes()), (declared, String::new()));
        assert_eq!(parse(b""), (DeclaredCompleteness::default(), String::new()));
    }

    #[test]
    fn every_error_names_its_line_and_key() {
        let content = b"\n[laws]\nca = 'sample'\n[cases]\ncalifornia = 'sample'\nca = 'all'\ndc = 1\n";
        insta::assert_snapshot!(parse(content).1, @r#"
        coverage.toml:2: "laws" is not one of statutes, cases, bills, the lists of a corpus
        coverage.toml:5: cases.california: is neither the id of a jurisdiction nor "default"
        coverage.toml:6: cases.ca: "all" is not one of sample, partial, complete
        coverage.toml:7: cases.dc: is not a string: write one of sample, partial, complete in quotation marks
        "#);
        insta::assert_snapshot!(parse(b"cases = 'sample'").1, @r#"coverage.toml:1: cases: is not a table: begin it with its name in brackets, such as [statutes]"#);
        insta::assert_snapshot!(parse(b"[cases]\nca = 'sample'\nca = 'partial'").1, @"coverage.toml:3: duplicate key");
        insta::assert_snapshot!(parse(b"\xff").1, @"coverage.toml: the file is not UTF-8: save it in that encoding");
    }
}
