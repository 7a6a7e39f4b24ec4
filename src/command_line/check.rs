/*!
`lexdex check`: checks the citations of a text, as `POST /api/v1/citations` does.
*/

use std::fs::File;
use std::io::{Read, Write, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result, anyhow, ensure};
use clap::{Arg, ArgMatches, Command, value_parser};
use lexdex_core::model::CitationStatus;

use crate::command_line::checked_citation::{CheckBody, ShownCitation};
use crate::command_line::exchange::{CommandRequest, JSON};
use crate::command_line::format::ReportFormat;
use crate::command_line::notice::notice;
use crate::command_line::output::Output;
use crate::command_line::source::{self, ResponseSource};
use crate::command_line::table::{Cell, Column, Table};
use crate::command_line::transport::Transport;
use crate::command_line::{failure, rows};

const FILE: &str = "file";
const OUTPUT_FORMAT: &str = "output_format";

/// The maximum size of a text in bytes. The API accepts far less, and its error states its limit.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// A parsed command.
#[derive(Clone, Debug)]
pub(crate) struct CheckArguments {
    source: ResponseSource,
    file: Option<PathBuf>,
    format: ReportFormat,
}

/// The command `check`.
pub(crate) fn command() -> Command {
    let file = Arg::new(FILE)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Text file in UTF-8, up to 64 KiB [default: standard input]");
    let format = Arg::new(OUTPUT_FORMAT)
        .long("format")
        .value_name("FORMAT")
        .value_parser(value_parser!(ReportFormat))
        .default_value("table")
        .help("Output format");
    Command::new("check")
        .about("Check the citations in a text, such as a brief")
        .long_about(
            "Check the citations in a text, such as a brief: the record that each refers to, and whether the name \
             and the year beside it agree with that record.\n\nExits with 0 if every citation is found and agrees; \
             with 1 if any is not found, impossible, ambiguous, unresolved or not a citation, or its name or year \
             disagrees; with 2 if the text could not be checked. A citation that is not in the index may still exist. \
             Rules, constitutions and treatises are not checkable, and do not change the exit code.",
        )
        .arg(file)
        .arg(format)
        .args(source::flags())
        .after_help("Examples:\n  lexdex check brief.txt\n  pdftotext brief.pdf - | lexdex check --index ./index")
}

/// Reads the arguments. The error is a usage error.
pub(crate) fn read(matches: &ArgMatches) -> Result<CheckArguments, &'static str> {
    let file = matches.get_one::<PathBuf>(FILE).filter(|file| *file != Path::new("-"));
    Ok(CheckArguments {
        source: ResponseSource::read(matches)?,
        file: file.cloned(),
        format: *matches.get_one::<ReportFormat>(OUTPUT_FORMAT).unwrap_or(&ReportFormat::Table),
    })
}

/// Runs the command. The exit code says whether every citation was found and agrees.
pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode> {
    let text = read_text(arguments.file.as_deref())?;
    let request = CommandRequest { target: "/api/v1/citations".to_owned(), text: Some(text) };
    let response = Transport::open(&arguments.source)?.send(&request)?;
    let body = rows::read_body(failure::check(response, JSON)?)?;
    let citations: CheckBody = rows::parse(&body)?;
    let (output, written) = match arguments.format {
        ReportFormat::Table => {
            let mut output = Output::for_table();
            let written = write_table(&citations.data, request.text.as_deref().unwrap_or_default(), &mut output);
            (output, written)
        }
        ReportFormat::Json => {
            let mut output = Output::for_data();
            let written = output.write_all(&body).and_then(|()| output.end_line()).context("cannot write");
            (output, written)
        }
    };
    let is_closed = output.is_closed;
    output.finish().context("cannot write")?;
    if !is_closed {
        written?;
    }
    let n_unchecked = citations.data.iter().filter(|citation| citation.is_not_checkable()).count();
    let n_faults = citations.data.iter().filter(|citation| citation.is_to_review()).count();
    notice(&summary(citations.data.len(), n_unchecked, n_faults));
    Ok(if n_faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

fn read_text(file: Option<&Path>) -> Result<String> {
    let name = file.map_or("standard input".to_owned(), |file| file.display().to_string());
    let mut bytes = Vec::new();
    let read = match file {
        Some(file) => File::open(file).and_then(|file| file.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)),
        None => stdin().take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes),
    };
    let n_bytes = read.with_context(|| format!("cannot read {name}"))? as u64;
    ensure!(n_bytes <= MAX_TEXT_BYTES, "{name} has more than {} MiB: check it in parts", MAX_TEXT_BYTES >> 20);
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow!(
            "{name} is not text in UTF-8: the byte at offset {at} is not valid; convert it, such as by `iconv -t UTF-8`"
        )
    })
}

fn write_table(citations: &[ShownCitation], text: &str, output: &mut Output) -> Result<()> {
    let column = |title: &str, is_number, is_whole| Column { title: title.to_owned(), is_number, is_whole };
    let columns = vec![
        column("LINE", true, true),
        column("CITATION", false, false),
        column("STATUS", false, true),
        column("RECORD", false, true),
        column("NAME", false, false),
        column("NOTE", false, false),
    ];
    let look = output.look();
    let mut table = Table::new(output, look, columns);
    let mut lines = LineNumbers { text: text.chars(), n_chars: 0, number: 1 };
    for citation in citations {
        let record = citation.records.first();
        table.push(vec![
            Cell::new(&lines.at(citation.span.start).to_string()),
            Cell::new(&citation.text),
            Cell::new(&citation.status.as_str().replace('_', " ")).styled(style(citation)),
            Cell::new(record.map_or("", |record| &record.id)),
            Cell::new(record.map_or("", |record| &record.name)),
            Cell::new(&citation.notes().join("; ")),
        ])?;
    }
    table.finish()?;
    Ok(())
}

fn style(citation: &ShownCitation) -> Style {
    let color = match citation.status {
        CitationStatus::Found if citation.is_confirmed() => AnsiColor::Green,
        CitationStatus::Found | CitationStatus::Ambiguous | CitationStatus::NotCheckable => AnsiColor::Yellow,
        CitationStatus::NotInIndex
        | CitationStatus::CannotExist
        | CitationStatus::NotACitation
        | CitationStatus::Unresolved => AnsiColor::Red,
    };
    Style::new().fg_color(Some(color.into()))
}

/// Finds line numbers for ascending positions.
struct LineNumbers<'t> {
    text: std::str::Chars<'t>,
    n_chars: usize,
    number: usize,
}

impl LineNumbers<'_> {
    /// Returns the number of the line that contains a character.
    fn at(&mut self, place: usize) -> usize {
        let n_new = place.saturating_sub(self.n_chars);
        self.number += self.text.by_ref().take(n_new).filter(|character| *character == '\n').count();
        self.n_chars += n_new;
        self.number
    }
}
