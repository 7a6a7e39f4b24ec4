/*!
Cases of the Caselaw Access Project, as Harvard's Library Innovation Lab publishes them, in two layouts:

- Volumes, as zips or as folders of the static tree. A volume has a file for each case and a list of all its cases,
  `CasesMetadata.json`.
- Responses and exports of the former API, with one case in each file or line.

A volume has each case twice, and only its file has the text of the case. Without texts the lists are read first, because
they are a hundred times smaller; a file of a case is then read only if no list has the case. With texts the files are
read first, and a list only gives the cases that no file has.
*/

mod body;

mod case;

mod citation;

mod court;

mod layout;

use std::collections::HashSet;
use std::io::BufRead;

use anyhow::Result;
use parking_lot::Mutex;
use serde_json::value::RawValue;

use self::case::CapCase;
use self::layout::VolumeFile;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::Importer;
use crate::import::input::claim::{Claim, ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::law::case_ids::CaseIds;
use crate::import::text::json;
use crate::report::skip::{NOT_WELL_FORMED, STRAY, Skip, TOO_LARGE};

/// The importer of the Caselaw Access Project.
pub(crate) static CAP: Importer = Importer {
    name: "cap",
    about: "The Caselaw Access Project: volumes, the static files or older JSON Lines of Harvard's Library Innovation Lab",
    source: "Caselaw Access Project, Harvard Law School Library Innovation Lab",
    looks_for: "cases: CasesMetadata.json, a .json file a case, or .jsonl files",
    claims: &[
        ClaimRule::read(Pattern::FileName("CasesMetadata.json")),
        ClaimRule::companion(Pattern::FileNameEnd(&["Metadata.json"])),
        ClaimRule::read(Pattern::FileNameEnd(&[".json", ".jsonl"])),
        ClaimRule::companion(Pattern::FileNameEnd(&[".html", ".pdf", ".md", ".txt", ".csv", ".sha256"])),
    ],
    upstream: "https://static.case.law",
    read,
};

/// The maximum length of a line of an export, in bytes. A line is a case with its opinions.
const MAX_LINE_BYTES: usize = 64 << 20;

fn read(session: &Session<'_>) -> Result<()> {
    let cases = Mutex::new(CaseIds::new(session));
    if session.wants_texts() {
        read_files_first(session, &cases)?;
    } else {
        read_lists_first(session, &cases)?;
    }
    cases.into_inner().write(session, CAP.name)
}

/// Reads the files of cases, then the lists for the cases that have no file.
fn read_files_first(session: &Session<'_>, cases: &Mutex<CaseIds>) -> Result<()> {
    let found_in_files = Mutex::new(HashSet::new());
    let claim_files = |name: &str| if layout::is_list(name) { Claim::AnotherPass } else { session.claim_of(name) };
    session.each_file_by(claim_files, |file, sink| {
        let in_volume = VolumeFile::of(file.name);
        collect(session, cases, |found| match layout::is_lines(file.name) {
            true => read_lines(file, sink, found),
            false => read_cases(file, sink, found, &mut |_| true),
        })?;
        found_in_files.lock().extend(in_volume);
        Ok(())
    })?;
    let found_in_files: HashSet<VolumeFile> = found_in_files.into_inner();
    let claim_lists = |name: &str| if layout::is_list(name) { Claim::Read } else { Claim::AnotherPass };
    session.each_file_by(claim_lists, |file, sink| {
        let volume = layout::volume(file.name).to_owned();
        let mut has_new = false;
        let read = collect(session, cases, |found| {
            read_cases(file, sink, found, &mut |case| {
                let in_volume = case.file_name.as_deref().map(|name| VolumeFile::new(&volume, name));
                let is_new = in_volume.is_none_or(|file| !found_in_files.contains(&file));
                has_new |= is_new;
                is_new
            })
        });
        if read.is_ok() && !has_new {
            sink.count_companion();
        }
        read
    })
}

/// Reads the lists of the volumes, then the cases that no list has.
fn read_lists_first(session: &Session<'_>, cases: &Mutex<CaseIds>) -> Result<()> {
    let listed = Mutex::new(HashSet::new());
    let claim_lists = |name: &str| if layout::is_list(name) { Claim::Read } else { Claim::AnotherPass };
    session.each_file_by(claim_lists, |file, sink| {
        let volume = layout::volume(file.name).to_owned();
        let mut files = Vec::new();
        let read = collect(session, cases, |found| {
            read_cases(file, sink, found, &mut |case| {
                files.extend(case.file_name.as_deref().map(|name| VolumeFile::new(&volume, name)));
                true
            })
        });
        listed.lock().extend(files);
        read
    })?;
    let listed: HashSet<VolumeFile> = listed.into_inner();
    let is_listed = |name: &str| VolumeFile::of(name).is_some_and(|file| listed.contains(&file));
    let claim_others = |name: &str| match session.claim_of(name) {
        _ if layout::is_list(name) => Claim::AnotherPass,
        Claim::Read if is_listed(name) => Claim::Companion,
        claim => claim,
    };
    session.each_file_by(claim_others, |file, sink| {
        collect(session, cases, |found| match layout::is_lines(file.name) {
            true => read_lines(file, sink, found),
            false => read_cases(file, sink, found, &mut |_| true),
        })
    })
}

/// Adds the cases that `read` finds to all cases, even if `read` fails halfway.
fn collect(
    session: &Session<'_>,
    cases: &Mutex<CaseIds>,
    read: impl FnOnce(&mut CaseIds) -> Result<(), Skip>,
) -> Result<(), Skip> {
    let mut found = CaseIds::new(session);
    let read = read(&mut found);
    cases.lock().absorb(found);
    read
}

/// Reads a file with one case or with a list of cases that `is_wanted` accepts.
fn read_cases(
    file: InputFile<'_>,
    sink: &mut Sink<'_>,
    cases: &mut CaseIds,
    is_wanted: &mut dyn FnMut(&CapCase<'_>) -> bool,
) -> Result<(), Skip> {
    let name = file.name.to_owned();
    let bytes = file.bytes()?;
    let is_list = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    if !is_list {
        let text = body::read_text(bytes, sink.excerpt());
        return take_case(json::parse(bytes)?, &text, (&name, ""), sink, cases, is_wanted);
    }
    for (idx, case) in parse_list(bytes)?.into_iter().enumerate() {
        let at = format!("case {}", idx + 1);
        if let Err(skip) = case.and_then(|case| take_case(case, "", (&name, &at), sink, cases, is_wanted)) {
            sink.skip(skip.reason, &format!("{at}: {}", skip.detail));
        }
    }
    Ok(())
}

/// Parses a list of cases. If that fails, parses each case by itself, so that an invalid case does not affect the
/// others.
fn parse_list(json: &[u8]) -> Result<Vec<Result<CapCase<'_>, Skip>>, Skip> {
    if let Ok(list) = json::parse::<Vec<CapCase<'_>>>(json) {
        return Ok(list.into_iter().map(Ok).collect());
    }
    let list: Vec<&RawValue> = json::parse(json)?;
    Ok(list.into_iter().map(|case| Ok(serde_json::from_str(case.get())?)).collect())
}

/// Reads a file with a case in each line.
fn read_lines(file: InputFile<'_>, sink: &mut Sink<'_>, cases: &mut CaseIds) -> Result<(), Skip> {
    let name = file.name.to_owned();
    let mut reader = file.buffered();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let limit = MAX_LINE_BYTES as u64 + 1;
        if std::io::Read::take(&mut reader, limit).read_until(b'\n', &mut line)? == 0 {
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
    let text = body::read_text(line, sink.excerpt());
    take_case(json::parse(line)?, &text, (name, at), sink, cases, &mut |_| true)
}

/// Adds a case with its text, or skips it, if it is wanted. Its location is the name of its file and a place in it.
fn take_case(
    case: CapCase<'_>,
    text: &str,
    (name, at): (&str, &str),
    sink: &mut Sink<'_>,
    cases: &mut CaseIds,
    is_wanted: &mut dyn FnMut(&CapCase<'_>) -> bool,
) -> Result<(), Skip> {
    if !case.has_any_field() {
        return Err(Skip::new(&STRAY, "it has none of the fields id, name_abbreviation, citations and court"));
    }
    if !is_wanted(&case) {
        return Ok(());
    }
    let number = case.id.ok_or_else(|| Skip::new(&NOT_WELL_FORMED, "the case has no id"))?;
    match case.record(name, sink) {
        Ok(record) => cases.push(&record, text, number, sink),
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
