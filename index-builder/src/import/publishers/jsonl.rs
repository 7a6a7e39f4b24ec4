/*!
Statutes, cases and bills of any publisher, as JSON Lines, JSON or CSV. A mapping of the command line maps the fields of
a row to those of a record, so that a state's or a court's own data need no code.

```text
mapping ──> templates, dates, words, subjects ──row by row──> drafts ──> part of the mapping
```

All errors in a mapping are reported with their lines, before anything is read. A field of the mapping that no row has
is an error after the rows are read, and nothing is written.
*/

mod reasons;

mod faults;

mod keys;

mod source_fields;

mod row;

mod template;

mod date_field;

mod words;

mod text_list;

mod subjects;

mod seen;

mod shared_fields;

mod section;

mod bill;

mod case;

mod mapping;

mod rows;

use anyhow::Result;

use self::mapping::Mapping;
use self::rows::MappingRows;
use self::seen::Seen;
use crate::import::engine::session::Session;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::parts::names::PartRule;

/// The importer of rows with a mapping.
pub(crate) static JSONL: Importer = Importer {
    name: "jsonl",
    about: "Statutes, cases or bills of any publisher as JSON Lines, JSON or CSV, with a --mapping",
    origin: FormatOrigin::Mapping,
    looks_for: "rows: .jsonl, .ndjson, .json, .csv or .tsv files",
    parts: PartRule::Named,
    claims: &[
        ClaimRule::read(Pattern::Extension(&[".jsonl", ".ndjson", ".json", ".csv", ".tsv"])),
        ClaimRule::companion(Pattern::Extension(&[".md", ".txt", ".pdf", ".html", ".sha256"])),
    ],
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    let file = session.mapping()?;
    let mapping = Mapping::parse(file, session.catalogue())?;
    let seen = Seen::new(&mapping.source_fields);
    session.each_file(|file, sink| {
        sink.name_part(mapping.name());
        MappingRows { mapping: &mapping, seen: &seen, sink }.read(file)
    })?;
    seen.check(&file.path)
}
