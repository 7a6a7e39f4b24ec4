/*!
Cases of the Caselaw Access Project, as Harvard's Library Innovation Lab publishes them: volumes (alone, in their zips
or in the static tree), each with a file a case and a list of all its cases, `CasesMetadata.json`; and the older
answers and exports of its API, a case a file or a line.

A case stands twice in a volume. The list is read first, because it is a hundredth of the size; of the files of cases
only those are read that no list holds.
*/

mod case;

mod citation;

mod court;

mod layout;

use std::collections::HashSet;
use std::io::BufRead;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use serde_json::value::RawValue;

use self::case::CapCase;
use self::layout::{File, VolumeFile};
use crate::import::engine::session::Import;
use crate::import::engine::sink::Sink;
use crate::import::input::{Choice, Unit};
use crate::import::law::case_ids::CaseIds;
use crate::import::text::json;
use crate::report::skip::{NOT_WELL_FORMED, STRAY, Skip, TOO_LARGE};

/// What the corpus files of the records begin with, and where the records are said to stand once they are sorted.
const NAME: &str = "cap";

/// The longest line of an export: a case with its opinions.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Reads the lists of the volumes, then the cases that are in none.
pub(crate) fn read(import: &Import<'_>) -> Result<()> {
    let cases = Mutex::new(CaseIds::new(import));
    let listed = Mutex::new(HashSet::new());
    let choose_lists = |name: &str| match File::of(name) {
        File::List => Choice::Take,
        _ => Choice::AnotherPass,
    };
    import.each_unit(choose_lists, |unit, sink| {
        let volume = layout::volume(unit.name).to_owned();
        let mut files = Vec::new();
        let read = gather(import, &cases, |found| {
            each_case(unit, sink, found, &mut |case| {
                files.extend(case.file_name.as_deref().map(|name| VolumeFile::new(&volume, name)));
            })
        });
        listed.lock().unwrap_or_else(PoisonError::into_inner).extend(files);
        read
    })?;
    let listed: HashSet<VolumeFile> = listed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let choose_others = |name: &str| match File::of(name) {
        File::List => Choice::AnotherPass,
        File::Case if VolumeFile::of(name).is_some_and(|file| listed.contains(&file)) => Choice::Companion,
        File::Case | File::Lines => Choice::Take,
        File::Beside => Choice::Companion,
        File::Stray => Choice::Stray,
    };
    import.each_unit(choose_others, |unit, sink| {
        gather(import, &cases, |found| match File::of(unit.name) {
            File::Lines => each_line(unit, sink, found),
            _ => each_case(unit, sink, found, &mut |_| {}),
        })
    })?;
    cases.into_inner().unwrap_or_else(PoisonError::into_inner).give(import, NAME)
}

/// Keeps what was read of a unit, even if it could not be read to its end.
fn gather(
    import: &Import<'_>,
    cases: &Mutex<CaseIds>,
    read: impl FnOnce(&mut CaseIds) -> Result<(), Skip>,
) -> Result<(), Skip> {
    let mut found = CaseIds::new(import);
    let read = read(&mut found);
    cases.lock().unwrap_or_else(PoisonError::into_inner).absorb(found);
    read
}

/// Reads a file of one case, of a list of cases, or of the API's `results`.
fn each_case(
    unit: Unit<'_>,
    sink: &mut Sink<'_>,
    cases: &mut CaseIds,
    see: &mut dyn FnMut(&CapCase<'_>),
) -> Result<(), Skip> {
    let name = unit.name.to_owned();
    let bytes = unit.bytes()?;
    let is_list = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    if !is_list {
        return take_case(json::parse(bytes)?, &name, "", sink, cases, see);
    }
    for (idx, case) in read_list(bytes)?.into_iter().enumerate() {
        let at = format!("case {}", idx + 1);
        if let Err(skip) = case.and_then(|case| take_case(case, &name, &at, sink, cases, see)) {
            sink.skip(skip.reason, &format!("{at}: {}", skip.detail));
        }
    }
    Ok(())
}

/// Reads a list of cases: at once, or where that fails case by case, so that one of them can be wrong.
fn read_list(json: &[u8]) -> Result<Vec<Result<CapCase<'_>, Skip>>, Skip> {
    if let Ok(list) = json::parse::<Vec<CapCase<'_>>>(json) {
        return Ok(list.into_iter().map(Ok).collect());
    }
    let list: Vec<&RawValue> = json::parse(json)?;
    Ok(list.into_iter().map(|case| Ok(serde_json::from_str(case.get())?)).collect())
}

/// Reads a file of a case a line.
fn each_line(unit: Unit<'_>, sink: &mut Sink<'_>, cases: &mut CaseIds) -> Result<(), Skip> {
    let name = unit.name.to_owned();
    let mut reader = unit.buffered();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let most = MAX_LINE_BYTES as u64 + 1;
        if std::io::Read::take(&mut reader, most).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let at = format!("line {number}");
        if line.len() > MAX_LINE_BYTES {
            reader.skip_until(b'\n')?;
            sink.skip(&TOO_LARGE, &format!("{at}: longer than {MAX_LINE_BYTES} bytes"));
        } else if !line.trim_ascii().is_empty()
            && let Err(skip) = read_line(&line, &name, &at, sink, cases)
        {
            sink.skip(skip.reason, &format!("{at}: {}", skip.detail));
        }
    }
    Ok(())
}

fn read_line(line: &[u8], name: &str, at: &str, sink: &mut Sink<'_>, cases: &mut CaseIds) -> Result<(), Skip> {
    take_case(json::parse(line)?, name, at, sink, cases, &mut |_| {})
}

fn take_case(
    case: CapCase<'_>,
    name: &str,
    at: &str,
    sink: &mut Sink<'_>,
    cases: &mut CaseIds,
    see: &mut dyn FnMut(&CapCase<'_>),
) -> Result<(), Skip> {
    if !case.is_one() {
        return Err(Skip::new(&STRAY, "it has neither an id nor a name, citations or a court, as cases have"));
    }
    see(&case);
    let number = case.id.ok_or_else(|| Skip::new(&NOT_WELL_FORMED, "the case has no id, as every case has"))?;
    match case.record(name, sink) {
        Ok(record) => cases.push(&record, number, sink),
        Err(reason) => {
            let at = [at, &format!("case id {number}")]
                .iter()
                .filter(|part| !part.is_empty())
                .copied()
                .collect::<Vec<_>>()
                .join(", ");
            sink.skip(reason, &at);
        }
    }
    Ok(())
}
