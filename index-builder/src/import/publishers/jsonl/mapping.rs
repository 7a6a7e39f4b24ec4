/*!
A mapping from the fields of a row to those of a record.
*/

use std::path::Path;

use anyhow::{Result, anyhow};
use lexdex::corpus::Catalogue;
use lexdex::model::Jurisdiction;

use crate::import::engine::sink::Sink;
use crate::import::input::mapping_file::MappingFile;
use crate::import::law::drafts::release::Release;
use crate::import::publishers::jsonl::bill::BillFields;
use crate::import::publishers::jsonl::date_field::DateField;
use crate::import::publishers::jsonl::faults::Faults;
use crate::import::publishers::jsonl::keys::{Keys, Value};
use crate::import::publishers::jsonl::reasons::LEFT_OUT;
use crate::import::publishers::jsonl::row::Row;
use crate::import::publishers::jsonl::section::SectionFields;
use crate::import::publishers::jsonl::shared_fields::SharedFields;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::Markup;
use crate::import::publishers::jsonl::words::Words;
use crate::import::text::clean;

/// A mapping without faults.
pub(super) struct Mapping<'c> {
    /// The corpus file of the records.
    file: String,
    /// The publisher, as `meta.source` names it.
    source: String,
    /// The delimiter of the cells of a table. `None` if the file's extension decides.
    pub(super) delimiter: Option<u8>,
    /// The keys that lead to the list of rows within an object. `None` if the rows are not within an object.
    pub(super) rows: Option<Vec<String>>,
    jurisdiction: Words<'c, &'c Jurisdiction>,
    last_updated: DateField,
    shared: SharedFields,
    list: ListFields<'c>,
    pub(super) source_fields: SourceFields,
}

/// The fields of one list.
enum ListFields<'c> {
    Sections(SectionFields<'c>),
    Bills(BillFields<'c>),
}

impl<'c> Mapping<'c> {
    /// Reads a mapping. The error names all faults.
    pub(super) fn parse(file: &MappingFile, catalogue: &'c Catalogue) -> Result<Self> {
        let faults = Faults::new(&file.path, &file.text);
        let folder = file.path.parent().unwrap_or(Path::new(""));
        let mapping = Keys::of_file(&file.text, &faults).and_then(|keys| Self::read(keys, folder, catalogue));
        faults.into_result()?;
        mapping.ok_or_else(|| anyhow!("the mapping {} is wrong", file.path.display()))
    }

    fn read(mut keys: Keys<'_, '_>, folder: &Path, catalogue: &'c Catalogue) -> Option<Self> {
        let list = keys.require("list", "\"statutes\" or \"bills\"").and_then(|value| read_list(&value));
        let name = keys.require("name", "the name of the corpus file: jsonl-NAME.jsonl").and_then(|value| value.tag());
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
        let jurisdiction = fields.require("jurisdiction", "the jurisdiction, such as \"wy\" or \"{state}\"");
        let jurisdiction = jurisdiction.and_then(|value| Words::read(value, known, catalogue));
        let mut meta = fields.table("meta");
        let last_updated =
            meta.require("last_updated", "the date of the data, such as \"{updated}\" or \"2025-01-31\"");
        let last_updated = last_updated.and_then(|value| DateField::read(value, known));
        let markup = if is_html { Markup::Html } else { Markup::None };
        let shared = SharedFields::read(&mut fields, &mut meta, markup, known, (&catalogue.topics, folder));
        meta.finish();
        let list = match list {
            List::Statutes => SectionFields::read(&mut fields, known, catalogue).map(ListFields::Sections),
            List::Bills => BillFields::read(&mut fields, known, catalogue).map(ListFields::Bills),
        };
        fields.finish();
        Some(Self {
            file: format!("jsonl-{}.jsonl", name?),
            source: source?,
            delimiter,
            rows,
            jurisdiction: jurisdiction?,
            last_updated: last_updated?,
            shared: shared?,
            list: list?,
            source_fields,
        })
    }

    /// Writes the record of a row, or skips the row. `at` is its place in the file.
    pub(super) fn write(&self, row: &Row<'_>, at: &str, sink: &mut Sink<'_>) {
        let head = self.jurisdiction.meaning(row).and_then(|of| Ok((of, self.last_updated.date(row)?)));
        let (jurisdiction, last_updated) = match head {
            Ok(head) => head,
            Err(skip) => {
                let at = format!("{at}: {}", skip.detail);
                // The corpus file has only one jurisdiction, and a row that is left out may be of another.
                let is_other = skip.reason.name == LEFT_OUT.name;
                return if is_other { sink.skip(skip.reason, &at) } else { sink.skip_unidentified(skip.reason, &at) };
            }
        };
        let release = Release {
            file: &self.file,
            source: Some(&self.source),
            jurisdiction_id: &jurisdiction.id,
            jurisdiction: &jurisdiction.name,
            last_updated,
        };
        match &self.list {
            ListFields::Sections(fields) => fields.write(&self.shared, &release, row, at, sink),
            ListFields::Bills(fields) => fields.write(&self.shared, &release, row, at, sink),
        }
    }
}

/// The lists that a mapping can fill.
#[derive(Clone, Copy)]
enum List {
    Statutes,
    Bills,
}

fn read_list(value: &Value<'_, '_>) -> Option<List> {
    match value.text()? {
        "statutes" => Some(List::Statutes),
        "bills" => Some(List::Bills),
        _ => {
            value.fault("is neither \"statutes\" nor \"bills\"");
            None
        }
    }
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
