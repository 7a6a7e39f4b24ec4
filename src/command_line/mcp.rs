/*!
`lexdex mcp`: serves desktop assistants by the Model Context Protocol (MCP) over standard input and output.

Each line of the input is a message. It is posted to `/mcp`, of a server or of the router within this program, so an
assistant gets the same results as over HTTP. Messages are answered one after another, which bounds the memory, and
nothing is left to answer when the input ends.
*/

mod lines;

mod message;

use std::io::{self, BufRead, ErrorKind, Read, Write};

use anyhow::{Context, Result};
use clap::Command;

use crate::command_line::exchange::CommandResponse;
use crate::command_line::mcp::lines::{InputLine, Lines};
use crate::command_line::mcp::message::{Message, Refusal};
use crate::command_line::notice::notice;
use crate::command_line::source::{self, ResponseSource};
use crate::command_line::transport::Transport;

/// The maximum size of a response in bytes. `/mcp` limits its results to far less.
const MAX_RESPONSE_BYTES: u64 = 16 << 20;

/// The command `mcp`.
pub(crate) fn command() -> Command {
    Command::new("mcp")
        .about("Serve a desktop assistant over standard input and output, by the Model Context Protocol")
        .long_about(
            "Serve a desktop assistant over standard input and output, by the Model Context Protocol (MCP). The \
             assistant starts this command itself. docs/mcp.md shows how to configure it.\n\nThe tools and their \
             results are those of /mcp over HTTP. Each line of the input is a message of at most 64 KiB. Only \
             messages go to standard output, and notices to standard error. Ends with its input, with exit code 0; \
             exits with 1 if the index cannot be opened, and with 2 if the command line is invalid.",
        )
        .args(source::flags())
        .mut_arg(source::SERVER, |server| {
            server.long_help(
                "URL of the server whose /mcp answers, such as https://law.example.org, with its base path if it has \
                 one. A refusal of the server is an error that the assistant's model reads. Without a server, this \
                 program reads an index itself.",
            )
        })
        .after_help(
            "Examples:\n  lexdex mcp --index ./index\n  lexdex mcp --server https://law.example.org\n  \
             claude mcp add lexdex -- lexdex mcp",
        )
}

/// Answers messages until the input ends, or the output is closed.
pub(crate) fn run(source: &ResponseSource) -> Result<()> {
    let mut session = Session { transport: Transport::open(source)?, version: None };
    let written = session.serve(io::stdin().lock(), io::stdout().lock());
    match written {
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) => {
            Ok(())
        }
        written => written,
    }
}

/// The conversation with an assistant.
struct Session {
    transport: Transport,
    /// The revision of the protocol that a handshake has settled. Clients of later revisions name theirs in each message.
    version: Option<String>,
}

impl Session {
    fn serve(&mut self, input: impl BufRead, mut output: impl Write) -> Result<()> {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_line().context("cannot read standard input")? {
            let answer = match line {
                InputLine::Whole(line) if line.trim_ascii().is_empty() => None,
                InputLine::Whole(line) => self.answer(line),
                InputLine::TooLong => Some(message::too_long()),
            };
            if let Some(mut answer) = answer {
                answer.push('\n');
                output.write_all(answer.as_bytes()).and_then(|()| output.flush())?;
            }
        }
        Ok(())
    }

    /// Returns the answer to a message; `None` for a notification.
    fn answer(&mut self, line: &[u8]) -> Option<String> {
        let message = match Message::parse(line) {
            Ok(message) => message,
            Err(answer) => return Some(answer),
        };
        let headers = message.headers(self.version.as_deref());
        let answer = self.transport.post_message(&message.json, &headers).and_then(read_response);
        let answer = answer.unwrap_or_else(|error| Err(Refusal::no_response(&error)));
        match answer {
            Ok(answer) => {
                self.version = message.settled_version(&answer).or(self.version.take());
                (!answer.is_empty()).then_some(answer)
            }
            Err(refusal) => message.refuse(refusal),
        }
    }
}

/// Reads the answer in a response. It is empty for a notification.
fn read_response(response: CommandResponse) -> Result<Result<String, Refusal>> {
    let CommandResponse { status, cause, body, .. } = response;
    if let Some(cause) = cause {
        notice(&format!("error: {cause}"));
    }
    let mut answer = String::new();
    body.take(MAX_RESPONSE_BYTES).read_to_string(&mut answer).context("the response was cut off")?;
    Ok(message::check_answer(status, answer))
}
