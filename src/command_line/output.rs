/*!
Standard output: a terminal, or a file or pipe.
*/

use std::io::{self, BufWriter, IsTerminal, Stdout, Write, stdout};

use anstream::{AutoStream, ColorChoice};
use lexdex_core::platform::{OutputStream, enable_escape_codes};

use crate::command_line::visible::VisibleWriter;

/// The assumed width of a terminal that does not report its own, in columns.
const DEFAULT_WIDTH: usize = 80;

/// The appearance of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// The maximum width in columns; `None` for no limit.
    pub(crate) width: Option<usize>,
    pub(crate) has_colors: bool,
}

/// The destination of the output.
pub(crate) struct Output {
    sink: OutputSink,
    pub(crate) is_terminal: bool,
    /// Whether the reader has closed the output. That ends the output without an error.
    pub(crate) is_closed: bool,
}

enum OutputSink {
    /// Data on a terminal.
    Visible(VisibleWriter<BufWriter<Stdout>>),
    /// A table, whose cells contain no control characters, or a file or a pipe.
    Raw(BufWriter<Stdout>),
}

impl Output {
    /// Opens the output for data, which is written unchanged; on a terminal, control characters are replaced.
    pub(crate) fn for_data() -> Self {
        let is_terminal = stdout().is_terminal();
        let writer = BufWriter::new(stdout());
        let sink = if is_terminal { OutputSink::Visible(VisibleWriter::new(writer)) } else { OutputSink::Raw(writer) };
        Self { sink, is_terminal, is_closed: false }
    }

    /// Opens the output for a table.
    pub(crate) fn for_table() -> Self {
        Self { sink: OutputSink::Raw(BufWriter::new(stdout())), is_terminal: stdout().is_terminal(), is_closed: false }
    }

    /// Returns the appearance of a table. Honors `NO_COLOR` and `CLICOLOR_FORCE`.
    pub(crate) fn look(&self) -> Look {
        let width = self
            .is_terminal
            .then(|| terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0).max(1)));
        let is_chosen = AutoStream::choice(&stdout()) != ColorChoice::Never;
        let has_colors = is_chosen && enable_escape_codes(OutputStream::Stdout);
        Look { width, has_colors }
    }

    /// Writes a line end if the output is a terminal, so that the prompt begins a new line.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        if self.is_terminal { self.write_all(b"\n") } else { Ok(()) }
    }

    /// Flushes the output.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let flushed = self.flush();
        let is_closed = self.is_closed;
        let finished = match self.sink {
            OutputSink::Visible(writer) if !is_closed => writer.finish().map(drop),
            OutputSink::Visible(_) | OutputSink::Raw(_) => Ok(()),
        };
        if is_closed { Ok(()) } else { flushed.and(finished) }
    }

    fn note_end<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.is_closed |= matches!(&result, Err(error) if error.kind() == io::ErrorKind::BrokenPipe);
        result
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = match &mut self.sink {
            OutputSink::Raw(writer) => writer.write(bytes),
            OutputSink::Visible(writer) => writer.write(bytes),
        };
        self.note_end(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = match &mut self.sink {
            OutputSink::Raw(writer) => writer.flush(),
            OutputSink::Visible(writer) => writer.flush(),
        };
        self.note_end(result)
    }
}
