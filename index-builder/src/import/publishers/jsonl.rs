/*!
Statutes, cases and bills of any publisher, as JSON Lines, JSON or CSV. A mapping of the command line maps the fields of
a row to those of a record, so that a state's or a court's own data need no code.

```text
mapping ──> templates, dates, words, subjects ──row by row──> drafts ──> corpus file of the mapping
```

The decisions of cases go through `law::cases`, because other publishers can have them, too. The mapping's name and the
publisher's key of a row make the number of its decision there.

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

mod found;

mod case;

mod mapping;

mod rows;

use anyhow::Result;
use parking_lot::Mutex;

use self::found::FoundDecisions;
use self::mapping::Mapping;
use self::rows::MappingRows;
use self::seen::Seen;
use crate::import::engine::session::Session;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};

/// The importer of rows with a mapping.
pub(crate) static JSONL: Importer = Importer {
    name: "jsonl",
    about: "Statutes, cases or bills of any publisher as JSON Lines, JSON or CSV, with a --mapping",
    origin: FormatOrigin::Mapping,
    looks_for: "rows: .jsonl, .ndjson, .json, .csv or .tsv files",
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
    let all = Mutex::new(FoundDecisions::new(session));
    session.each_file(|file, sink| {
        let mut found = FoundDecisions::new(session);
        let read = MappingRows { mapping: &mapping, seen: &seen, found: &mut found, sink }.read(file);
        all.lock().absorb(found);
        read
    })?;
    seen.check(&file.path)?;
    mapping.name_of_cases().map_or(Ok(()), |name| all.into_inner().write(name, session))
}
