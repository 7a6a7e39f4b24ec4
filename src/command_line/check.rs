/*!
`lexdex check`: checks the citations of documents, as `POST /api/v1/citations` does.
*/

mod document;

mod documents;

mod failing;

mod file_format;

mod parts;

mod reader;

mod report;

mod service;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::command_line::checked_citation::ShownCitation;
use crate::command_line::failure;
use crate::command_line::format::ReportFormat;
use crate::command_line::notice::notice;
use crate::command_line::source::{self, ResponseSource};
use crate::command_line::transport::Transport;
use failing::Failing;
use reader::Input;
use report::{CheckedDocument, pages_in_words};

pub(crate) use file_format::FileFormat;
pub(crate) use reader::{COMMAND as READ_COMMAND, read_format, run_apart};

const FILE: &str = "file";
const OUTPUT_FORMAT: &str = "output_format";
const FAIL_ON: &str = "fail_on";

/// The exit code for a document that could not be checked. It takes precedence over the others.
pub(crate) const NOT_CHECKED: u8 = 2;

/// The exit code for an outcome that `--fail-on` names.
const FAILED: u8 = 3;

/// A parsed command.
#[derive(Clone, Debug)]
pub(crate) struct CheckArguments {
    source: ResponseSource,
    inputs: Vec<Input>,
    format: ReportFormat,
    /// The outcomes that fail; `None` for the default.
    fail_on: Option<Vec<Failing>>,
}

/// The command `check`.
pub(crate) fn command() -> Command {
    let file = Arg::new(FILE)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .num_args(0..)
        .help("Text, Markdown, HTML, DOCX or PDF files, up to 64 MiB each [default: standard input]");
    let format = Arg::new(OUTPUT_FORMAT)
        .long("format")
        .value_name("FORMAT")
        .value_parser(value_parser!(ReportFormat))
        .default_value("table")
        .help("Output format");
    let fail_on = Arg::new(FAIL_ON)
        .long("fail-on")
        .value_name("OUTCOMES")
        .value_parser(|word: &str| word.parse::<Failing>())
        .value_delimiter(',')
        .action(ArgAction::Append)
        .help("Exit with 3 if a citation has one of these statuses, or `disagrees`, and else with 0")
        .long_help(
            "Exit with 3 if a citation has one of these statuses, or `disagrees`, and else with 0: found, ambiguous, \
             not_in_index, cannot_exist, not_checkable, unresolved, not_a_citation; disagrees if the name or the year \
             beside it is not that of the record.",
        );
    Command::new("check")
        .about("Check the citations in documents, such as briefs")
        .long_about(
            "Check the citations in documents, such as briefs: the record that each refers to, and whether the name \
             and the year beside it agree with that record. The format of a file is recognized by its content.\n\n\
             Exits with 0 if every citation is found and agrees; with 1 if any is not found, impossible, ambiguous, \
             unresolved or not a citation, or its name or year disagrees; with 2 if a document could not be checked. A \
             citation that is not in the index may still exist. Rules, constitutions and treatises are not checkable, \
             and do not change the exit code.",
        )
        .arg(file)
        .arg(format)
        .arg(fail_on)
        .args(source::flags())
        .after_help(
            "Examples:\n  lexdex check brief.pdf\n  \
             lexdex check --index ./index --fail-on cannot_exist --fail-on disagrees brief.docx notes.md",
        )
}

/// Reads the arguments. The error is a usage error.
pub(crate) fn read(matches: &ArgMatches) -> Result<CheckArguments, &'static str> {
    let input = |file: &PathBuf| {
        if *file == Path::new("-") { Input::StandardInput } else { Input::File(file.clone()) }
    };
    let mut inputs: Vec<Input> = matches.get_many(FILE).into_iter().flatten().map(input).collect();
    if inputs.is_empty() {
        inputs.push(Input::StandardInput);
    }
    let format = *matches.get_one::<ReportFormat>(OUTPUT_FORMAT).unwrap_or(&ReportFormat::Table);
    if format == ReportFormat::Json && inputs.len() > 1 {
        return Err("--format json is for one file: use jsonl for several");
    }
    if inputs.iter().filter(|input| **input == Input::StandardInput).count() > 1 {
        return Err("standard input can be read only once");
    }
    let fail_on = matches.get_many::<Failing>(FAIL_ON).map(|outcomes| outcomes.copied().collect());
    Ok(CheckArguments { source: ResponseSource::read(matches)?, inputs, format, fail_on })
}

/// Runs the command. A document that cannot be checked does not keep the others from it.
pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode> {
    let transport = Transport::open(&arguments.source)?;
    let mut documents = Vec::new();
    for input in &arguments.inputs {
        match check_input(&transport, input) {
            Ok(document) => documents.push(document),
            Err(error) => failure::report(&error),
        }
    }
    let n_unread = arguments.inputs.len() - documents.len();
    if documents.is_empty() {
        return Ok(ExitCode::from(NOT_CHECKED));
    }
    report::write(&documents, arguments.format, arguments.inputs.len() > 1)?;
    let citations = || documents.iter().flat_map(|document| &document.citations).map(|citation| &citation.shown);
    let n_unchecked = citations().filter(|citation| citation.is_not_checkable()).count();
    let n_faults = citations().filter(|citation| citation.is_to_review()).count();
    notice(&summary(citations().count(), n_unchecked, n_faults));
    if arguments.format == ReportFormat::Table {
        service::index_in_words(&transport).map_or_else(|error| failure::report(&error), |words| notice(&words));
    }
    let has_failed = |citation: &ShownCitation| {
        let outcomes = arguments.fail_on.iter().flatten();
        outcomes.copied().any(|outcome| outcome.is_of(citation))
    };
    Ok(match &arguments.fail_on {
        _ if n_unread > 0 => ExitCode::from(NOT_CHECKED),
        Some(_) if citations().any(has_failed) => ExitCode::from(FAILED),
        None if n_faults > 0 => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// Checks a document. The error names the file.
fn check_input(transport: &Transport, input: &Input) -> Result<CheckedDocument> {
    let document = input.read()?;
    if !document.empty_pages.is_empty() {
        let (pages, file) = (pages_in_words(&document.empty_pages), input.name());
        let cause = if document.empty_pages.len() == 1 { "it may be a scan" } else { "they may be scans" };
        notice(&format!("{file}: {pages} no text that can be read: {cause}"));
    }
    let citations = service::check(transport, &document.text);
    let citations = citations.with_context(|| format!("cannot check {}", input.name()))?;
    Ok(CheckedDocument { file: input.name(), document, citations })
}

/// Returns the sentence with the number of citations, and of those that are not checkable or need review.
fn summary(n_citations: usize, n_unchecked: usize, n_faults: usize) -> String {
    match (n_citations, n_unchecked, n_faults) {
        (0, ..) => "0 citations".to_owned(),
        (1, 0, 0) => "1 citation, found".to_owned(),
        (1, 0, _) => "1 citation, to review".to_owned(),
        (1, ..) => "1 citation, not checkable".to_owned(),
        (_, 0, 0) => format!("{n_citations} citations, all found"),
        (_, 0, _) => format!("{n_citations} citations, {n_faults} to review"),
        (_, _, 0) => format!("{n_citations} citations, {n_unchecked} not checkable"),
        _ => format!("{n_citations} citations, {n_unchecked} not checkable, {n_faults} to review"),
    }
}
