/*!
Cases of the Caselaw Access Project, as Harvard's Library Innovation Lab publishes them, in two layouts:

- Volumes, as zips or as folders of the static tree. A volume has a file for each case and a list of all its cases,
  `CasesMetadata.json`.
- Responses and exports of the former API, with one case in each file or line.

A volume has each case in a file and in a list, and only the file has the case's text. The paths of the cases' files are
held in memory as hashes, 16 bytes for each. Without texts the lists are read first,
because they are a hundred times smaller; a file of a case is then read only if no list has the case. With texts the
files are read first, and a list only gives the cases that no file has.
*/

mod body;

mod case;

mod citation;

mod court;

mod layout;

use std::collections::HashSet;

use anyhow::Result;
use lexdex_core::model::Resource;
use parking_lot::Mutex;
use serde_json::value::RawValue;

use self::case::{CapCase, CaseFound};
use self::layout::VolumeFile;
use crate::import::engine::session::Session;
use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{Claim, ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::law::drafts::case::DecisionDetails;
use crate::import::parts::case_keys::numbered;
use crate::import::parts::names::PartRule;
use crate::import::text::json;
use crate::import::text::json_lines::JsonLines;
use crate::report::skip::{NOT_WELL_FORMED, STRAY, Skip};

/// The importer of the Caselaw Access Project.
pub(crate) static CAP: Importer = Importer {
    name: "cap",
    about: "The Caselaw Access Project: volumes, the static files or older JSON Lines of Harvard's Library Innovation Lab",
    origin: FormatOrigin::Publisher {
        source: "Caselaw Access Project, Harvard Law School Library Innovation Lab",
        upstream: "https://static.case.law",
    },
    looks_for: "cases: CasesMetadata.json, a .json file a case, or .jsonl files",
    parts: PartRule::Named,
    claims: &[
        ClaimRule::read(Pattern::FileName("CasesMetadata.json")),
        ClaimRule::read(Pattern::FileName("VolumeMetadata.json")),
        ClaimRule::companion(Pattern::FileNameEnd(&["Metadata.json"])),
        ClaimRule::read(Pattern::FileNameEnd(&[".json", ".jsonl"])),
        ClaimRule::companion(Pattern::FileNameEnd(&[".html", ".pdf", ".md", ".txt", ".csv", ".sha256"])),
    ],
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    if session.wants_texts() { read_files_first(session) } else { read_lists_first(session) }
}

/// Reads the files of cases, then the lists for the cases that have no file.
fn read_files_first(session: &Session<'_>) -> Result<()> {
    let found_in_files = Mutex::new(HashSet::new());
    let claim_files = |name: &str| if layout::is_list(name) { Claim::AnotherPass } else { session.claim_of(name) };
    session.each_file_by(claim_files, |file, sink| {
        let in_volume = VolumeFile::from_name(file.name);
        read_file(file, sink)?;
        found_in_files.lock().extend(in_volume);
        Ok(())
    })?;
    let found_in_files: HashSet<VolumeFile> = found_in_files.into_inner();
    let claim_lists = |name: &str| if layout::is_list(name) { Claim::Read } else { Claim::AnotherPass };
    session.each_file_by(claim_lists, |file, sink| {
        let volume = layout::volume(file.name).to_owned();
        let mut has_new = false;
        let read = read_list(file, sink, &mut |case| {
            let in_volume = case.file_name.as_deref().map(|name| VolumeFile::new(&volume, name));
            let is_new = in_volume.is_none_or(|file| !found_in_files.contains(&file));
            has_new |= is_new;
            is_new
        });
        if read.is_ok() && !has_new {
            sink.count_companion();
        }
        read
    })
}

/// Reads the lists of the volumes, then the cases that no list has.
fn read_lists_first(session: &Session<'_>) -> Result<()> {
    let listed = Mutex::new(HashSet::new());
    let claim_lists = |name: &str| if layout::is_list(name) { Claim::Read } else { Claim::AnotherPass };
    session.each_file_by(claim_lists, |file, sink| {
        let volume = layout::volume(file.name).to_owned();
        let mut files = Vec::new();
        let read = read_list(file, sink, &mut |case| {
            files.extend(case.file_name.as_deref().map(|name| VolumeFile::new(&volume, name)));
            true
        });
        listed.lock().extend(files);
        read
    })?;
    let listed: HashSet<VolumeFile> = listed.into_inner();
    let is_listed = |name: &str| VolumeFile::from_name(name).is_some_and(|file| listed.contains(&file));
    let claim_others = |name: &str| match session.claim_of(name) {
        _ if layout::is_list(name) => Claim::AnotherPass,
        Claim::Read if is_listed(name) => Claim::Companion,
        claim => claim,
    };
    session.each_file_by(claim_others, read_file)
}

/// Reads a file that is not the list of a volume.
fn read_file(file: InputFile<'_>, sink: &mut Sink<'_>) -> Result<(), Skip> {
    if layout::is_volume(file.name) {
        sink.count_companion();
        return Ok(());
    }
    name_part(&file, sink);
    if layout::is_lines(file.name) { read_lines(file, sink) } else { read_cases(file, sink, &mut |_| true) }
}

/// Reads the list of a volume, and writes the cases that `is_wanted` accepts.
fn read_list(
    file: InputFile<'_>,
    sink: &mut Sink<'_>,
    is_wanted: &mut dyn FnMut(&CapCase<'_>) -> bool,
) -> Result<(), Skip> {
    name_part(&file, sink);
    read_cases(file, sink, is_wanted)
}

/// The volumes of a reporter are one part.
fn name_part(file: &InputFile<'_>, sink: &mut Sink<'_>) {
    if let Some(reporter) = layout::reporter(file.location) {
        sink.name_part(reporter);
    }
}

/// Reads a file with one case or with a list of cases that `is_wanted` accepts.
fn read_cases(
    file: InputFile<'_>,
    sink: &mut Sink<'_>,
    is_wanted: &mut dyn FnMut(&CapCase<'_>) -> bool,
) -> Result<(), Skip> {
    let name = file.name.to_owned();
    let bytes = file.bytes()?;
    let is_list = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    if !is_list {
        let text = body::read_text(bytes, sink.excerpt());
        return take_case(json::parse(bytes)?, &text, (&name, ""), sink, is_wanted);
    }
    for (idx, case) in parse_list(bytes)?.into_iter().enumerate() {
        let at = format!("case {}", idx + 1);
        if let Err(skip) = case.and_then(|case| take_case(case, "", (&name, &at), sink, is_wanted)) {
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
fn read_lines(file: InputFile<'_>, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let name = file.name.to_owned();
    let mut lines = JsonLines::new(file.buffered());
    while let Some((number, line)) = lines.next_line()? {
        let at = format!("line {number}");
        match line {
            Err(skip) => sink.skip(skip.reason, &format!("{at}: {}", skip.detail)),
            Ok(line) => {
                if let Err(skip) = read_line(line, &name, &at, sink) {
                    sink.skip(skip.reason, &format!("{at}: {}", skip.detail));
                }
            }
        }
    }
    Ok(())
}

fn read_line(line: &[u8], name: &str, at: &str, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let text = body::read_text(line, sink.excerpt());
    take_case(json::parse(line)?, &text, (name, at), sink, &mut |_| true)
}

/// Writes a case with its text, or skips it. Ignores a case that is not wanted. Its location consists of the name of its
/// file and a place in it.
fn take_case(
    case: CapCase<'_>,
    text: &str,
    (name, at): (&str, &str),
    sink: &mut Sink<'_>,
    is_wanted: &mut dyn FnMut(&CapCase<'_>) -> bool,
) -> Result<(), Skip> {
    if !case.has_any_field() {
        return Err(Skip::new(&STRAY, "it has none of the fields id, name_abbreviation, citations and court"));
    }
    if !is_wanted(&case) {
        return Ok(());
    }
    let number = case.id.ok_or_else(|| Skip::new(&NOT_WELL_FORMED, "the case has no id"))?;
    let at = if at.is_empty() { format!("case id {number}") } else { format!("{at}, case id {number}") };
    match case.record(name, sink) {
        Ok(CaseFound { record, court, citations, docket }) => {
            let citations: Vec<&str> = citations.iter().map(String::as_str).collect();
            let details =
                DecisionDetails { number, key: "", court: &court, docket: &docket, citations: &citations, text };
            sink.write_case(&record, &details, &at);
        }
        Err(reason) => {
            let id = numbered(number);
            let last_updated = case.last_updated(name);
            sink.leave(reason, &at, &RecordKey { resource: Resource::Cases, id: &id, last_updated });
        }
    }
    Ok(())
}
