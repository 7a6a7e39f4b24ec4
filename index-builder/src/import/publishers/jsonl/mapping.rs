/*!
A mapping from the fields of a row to those of a record.
*/

use std::path::Path;

use anyhow::{Result, anyhow};
use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{Jurisdiction, Resource};

use crate::import::engine::sink::Sink;
use crate::import::input::mapping_file::MappingFile;
use crate::import::law::drafts::release::RecordRelease;
use crate::import::publishers::jsonl::bill::BillFields;
use crate::import::publishers::jsonl::case::{CaseFields, CaseSource};
use crate::import::publishers::jsonl::date_field::DateField;
use crate::import::publishers::jsonl::faults::Faults;
use crate::import::publishers::jsonl::keys::{TableKeys, Value};
use crate::import::publishers::jsonl::reasons::LEFT_OUT;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::section::SectionFields;
use crate::import::publishers::jsonl::shared_fields::SharedFields;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::Markup;
use crate::import::publishers::jsonl::words::FieldWords;
use crate::import::text::clean;

/// A mapping without faults.
pub(super) struct Mapping<'c> {
    name: String,
    /// The publisher, as `meta.source` names it.
    source: String,
    /// The delimiter of the cells of a table. `None` if the file's extension decides.
    pub(super) delimiter: Option<u8>,
    /// The keys that lead to the list of rows within an object. `None` if the rows are not within an object.
    pub(super) rows: Option<Vec<String>>,
    last_updated: DateField,
    shared: SharedFields,
    list: ListFields<'c>,
    pub(super) source_fields: SourceFields,
}

/// The fields of one list. The jurisdiction of a case is that of its court.
enum ListFields<'c> {
    Sections(FieldWords<'c, &'c Jurisdiction>, SectionFields<'c>),
    Cases(CaseFields<'c>),
    Bills(FieldWords<'c, &'c Jurisdiction>, BillFields<'c>),
}

impl<'c> Mapping<'c> {
    /// Reads a mapping. The error names all faults.
    pub(super) fn parse(file: &MappingFile, catalogue: &'c Catalogue) -> Result<Self> {
        let faults = Faults::new(&file.path, &file.text);
        let folder = file.path.parent().unwrap_or(Path::new(""));
        let mapping = TableKeys::from_file(&file.text, &faults).and_then(|keys| Self::read(keys, folder, catalogue));
        faults.into_result()?;
        mapping.ok_or_else(|| anyhow!("the mapping {} is wrong", file.path.display()))
    }

    fn read(mut keys: TableKeys<'_, '_>, folder: &Path, catalogue: &'c Catalogue) -> Option<Self> {
        let list = keys.require("list", "\"statutes\", \"cases\" or \"bills\"").and_then(|value| read_list(&value));
        let name = keys.require("name", "the name of the part: jsonl-NAME").and_then(|value| value.tag());
        let source =
            keys.require("source", "the publisher, as meta.source names it").and_then(|value| read_source(&value));
        let delimiter = keys.take("delimiter").and_then(|value| read_delimiter(&value));
        let rows = keys.take("rows").and_then(|value| read_path(&value));
        let is_html = keys.take("html").is_some_and(|value| value.is_true());
        let mut fields = keys.table("fields");
        keys.finish();
        let list = list?;
        let mut source_fields = SourceFields::default();
        let known = &mut source_fields;
        let jurisdiction = (list != Resource::Cases).then(|| {
            let jurisdiction = fields.require("jurisdiction", "the jurisdiction, such as \"wy\" or \"{state}\"");
            jurisdiction.and_then(|value| FieldWords::read(value, known, catalogue))
        });
        let mut meta = fields.table("meta");
        let last_updated =
            meta.require("last_updated", "the date of the data, such as \"{updated}\" or \"2025-01-31\"");
        let last_updated = last_updated.and_then(|value| DateField::read(value, known));
        let markup = if is_html { Markup::Html } else { Markup::None };
        let shared = SharedFields::read(list, &mut fields, &mut meta, markup, known, (&catalogue.topics, folder));
        meta.finish();
        let list = match list {
            Resource::Statutes => SectionFields::read(&mut fields, known, catalogue)
                .zip(jurisdiction.flatten())
                .map(|(fields, jurisdiction)| ListFields::Sections(jurisdiction, fields)),
            Resource::Cases => CaseFields::read(&mut fields, known, catalogue).map(ListFields::Cases),
            Resource::Bills => BillFields::read(&mut fields, known, catalogue)
                .zip(jurisdiction.flatten())
                .map(|(fields, jurisdiction)| ListFields::Bills(jurisdiction, fields)),
        };
        fields.finish();
        let name = name?;
        Some(Self {
            name,
            source: source?,
            delimiter,
            rows,
            last_updated: last_updated?,
            shared: shared?,
            list: list?,
            source_fields,
        })
    }

    /// The name of the mapping.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes the record of a row, or skips the row. `at` is its place in the file.
    pub(super) fn write(&self, row: &MappingRow<'_>, at: &str, sink: &mut Sink<'_>) {
        let Self { name, source, last_updated, shared, .. } = self;
        match &self.list {
            ListFields::Sections(jurisdiction, fields) => {
                if let Some(release) = self.release(jurisdiction, row, at, sink) {
                    fields.write(shared, &release, row, at, sink);
                }
            }
            ListFields::Cases(fields) => {
                fields.write(CaseSource { name, source, last_updated, shared }, row, at, sink);
            }
            ListFields::Bills(jurisdiction, fields) => {
                if let Some(release) = self.release(jurisdiction, row, at, sink) {
                    fields.write(shared, &release, row, at, sink);
                }
            }
        }
    }

    /// The release of a row, or nothing for a row that is skipped.
    fn release(
        &self,
        jurisdiction: &FieldWords<'c, &'c Jurisdiction>,
        row: &MappingRow<'_>,
        at: &str,
        sink: &mut Sink<'_>,
    ) -> Option<RecordRelease<'_>> {
        let head = jurisdiction.meaning(row).and_then(|of| Ok((of, self.last_updated.date(row)?)));
        let (jurisdiction, last_updated) = match head {
            Ok(head) => head,
            Err(skip) => {
                let at = format!("{at}: {}", skip.detail);
                // A row that is left out by the mapping is not missing.
                let is_other = skip.reason.name == LEFT_OUT.name;
                match is_other {
                    true => sink.skip(skip.reason, &at),
                    false => sink.skip_unidentified(skip.reason, &at),
                }
                return None;
            }
        };
        Some(RecordRelease {
            source: Some(&self.source),
            jurisdiction_id: &jurisdiction.id,
            jurisdiction: &jurisdiction.name,
            last_updated,
        })
    }
}

fn read_list(value: &Value<'_, '_>) -> Option<Resource> {
    let name = value.text()?;
    let list = Resource::ALL.iter().find(|list| list.as_str() == name);
    if list.is_none() {
        value.fault("is not \"statutes\", \"cases\" or \"bills\"");
    }
    list.copied()
}

/// Reads the name of the publisher, which every record must have.
fn read_source(value: &Value<'_, '_>) -> Option<String> {
    let source = clean::text(value.text()?);
    if source.is_empty() {
        value.fault("is empty");
        return None;
    }
    Some(source)
}

/// Reads a path of keys with full stops between them.
fn read_path(value: &Value<'_, '_>) -> Option<Vec<String>> {
    let keys: Vec<String> = value.text()?.split('.').map(str::to_owned).collect();
    if keys.iter().any(String::is_empty) {
        value.fault("is not the key of a list, such as \"results\" or \"data.items\"");
        return None;
    }
    Some(keys)
}

/// Reads the delimiter of cells.
fn read_delimiter(value: &Value<'_, '_>) -> Option<u8> {
    match value.text()?.as_bytes() {
        [sign] if !matches!(sign, b'"' | b'\r' | b'\n') => Some(*sign),
        _ => {
            value.fault("is not one sign of ASCII, such as \"|\" or \"\\t\"");
            None
        }
    }
}
