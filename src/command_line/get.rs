/*!
`lexdex get`: calls the API and writes its response.
*/

use std::io::{self, Read, Write};

use anstyle::Style;
use anyhow::{Context, Result};

use crate::command_line::arguments::{GetArguments, View};
use crate::command_line::exchange::{CUT, JSON};
use crate::command_line::format::Format;
use crate::command_line::json::ShownMeta;
use crate::command_line::notice::notice;
use crate::command_line::output::Output;
use crate::command_line::transport::Transport;
use crate::command_line::visible::one_line;
use crate::command_line::{failure, render, request, rows, summary};

const CANNOT_WRITE: &str = "cannot write";

/// The output so far.
struct WrittenOutput {
    meta: Option<ShownMeta>,
    n_rows: u64,
}

pub(crate) fn run(arguments: &GetArguments) -> Result<()> {
    let transport = Transport::open(&arguments.source)?;
    let reading = match request::reading_request(arguments) {
        Some(request) => rows::read(failure::check(transport.send(&request)?, JSON)?, &View::Page)?.meta,
        None => None,
    };
    let body = failure::check(transport.send(&request::request(arguments))?, media_type(arguments))?;
    let mut output = match arguments.format {
        Format::Table => Output::for_table(),
        _ => Output::for_data(),
    };
    let is_footer = arguments.format == Format::Table && output.is_terminal;
    let said = write(arguments, body, &mut output).and_then(|written| {
        let mut sentences = reading.as_ref().map(summary::reading).unwrap_or_default();
        sentences.extend(self::sentences(&written, &arguments.view, is_footer));
        if !is_footer {
            return Ok(sentences);
        }
        write_footer(&sentences, &mut output)?;
        Ok(Vec::new())
    });
    let is_closed = output.is_closed;
    output.finish().context(CANNOT_WRITE)?;
    if !is_closed {
        said?.iter().for_each(|sentence| notice(sentence));
    }
    Ok(())
}

/// Returns the expected media type of the response.
fn media_type(arguments: &GetArguments) -> &'static str {
    match (&arguments.view, arguments.format) {
        (_, Format::Bibtex) => "application/x-bibtex",
        (_, Format::Ris) => "application/x-research-info-systems",
        (_, Format::CslJson) => "application/vnd.citationstyles.csl+json",
        (View::Export, Format::Csv) => "text/csv",
        (View::Export, _) => "application/x-ndjson",
        _ => JSON,
    }
}

fn write(arguments: &GetArguments, body: Box<dyn Read>, output: &mut Output) -> Result<WrittenOutput> {
    let look = output.look();
    let is_export = arguments.view == View::Export;
    let n_rows = match arguments.format {
        // The end of a body of references does not tell their number.
        Format::Bibtex | Format::Ris | Format::CslJson => {
            copy(body, output)?;
            return Ok(WrittenOutput { meta: None, n_rows: 1 });
        }
        Format::Json if !is_export => {
            copy(body, output)?;
            output.end_line()?;
            return Ok(WrittenOutput { meta: None, n_rows: 1 });
        }
        Format::Json => {
            let n_rows = render::body_of_lines(body, output)?;
            output.end_line()?;
            n_rows
        }
        Format::Table if is_export => render::table_of_lines(arguments, body, look, output)?,
        Format::Jsonl | Format::Csv if is_export => {
            let mut lines = LineCounter { writer: output, n_lines: 0 };
            copy(body, &mut lines)?;
            let n_titles = u64::from(arguments.format == Format::Csv);
            lines.n_lines.saturating_sub(n_titles)
        }
        Format::Table | Format::Jsonl | Format::Csv => {
            let rows::ResponseRows { rows, meta } = rows::read(body, &arguments.view)?;
            match arguments.format {
                Format::Table => render::table(arguments, &rows, look, output)?,
                Format::Csv => render::csv(arguments, &rows, output)?,
                _ => render::json_lines(&rows, output)?,
            }
            return Ok(WrittenOutput { meta, n_rows: rows.len() as u64 });
        }
    };
    Ok(WrittenOutput { meta: Some(ShownMeta { total: n_rows, ..ShownMeta::default() }), n_rows })
}

/// Copies a body unchanged. The error says whether reading or writing failed.
fn copy(mut body: Box<dyn Read>, writer: &mut impl Write) -> Result<()> {
    let mut chunk = vec![0; 64 << 10];
    loop {
        match body.read(&mut chunk).context(CUT)? {
            0 => return Ok(()),
            n_bytes => writer.write_all(&chunk[..n_bytes]).context(CANNOT_WRITE)?,
        }
    }
}

/// Returns the sentences about the rows. The number of rows is always given on a terminal, elsewhere only if rows are
/// left out. Corrected words are always named.
fn sentences(written: &WrittenOutput, view: &View, is_always: bool) -> Vec<String> {
    let Some(meta) = &written.meta else { return Vec::new() };
    let mut sentences = summary::reading(meta);
    // For facets, rows are values but the total counts records.
    let is_of_values = *view == View::Facets && meta.total > 0;
    if is_always && is_of_values {
        sentences.push(format!("counts of {} records", summary::grouped(meta.total)));
    } else if !is_of_values && (is_always || summary::is_partial(meta, written.n_rows)) {
        sentences.push(summary::row_summary(meta, written.n_rows));
    }
    sentences
}

fn write_footer(sentences: &[String], output: &mut Output) -> io::Result<()> {
    let dim = if output.look().has_colors { Style::new().dimmed() } else { Style::new() };
    for sentence in sentences {
        writeln!(output, "{dim}{}{dim:#}", one_line(sentence))?;
    }
    Ok(())
}

/// A writer that counts line ends.
struct LineCounter<'w, W> {
    writer: &'w mut W,
    n_lines: u64,
}

impl<W: Write> Write for LineCounter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.writer.write(bytes)?;
        self.n_lines += bytes[..n_written].iter().filter(|byte| **byte == b'\n').count() as u64;
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
