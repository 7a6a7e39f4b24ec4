use std::env;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use lexdex_core::platform;
use tokio::runtime::{Builder, Runtime};

/// The environment variables that name a pager, in order of precedence. An empty value disables the pager.
const VARIABLES: [&str; 2] = ["LEXDEX_PAGER", "PAGER"];

/// The default pager, if it is installed. It exits at once if everything fits on the screen, and shows colors.
const DEFAULT: &str = "less -FRX";

/// A program that shows text page by page.
pub(crate) struct Pager {
    child: Child,
    stdin: Option<ChildStdin>,
    /// Ignores Ctrl-C, which is meant for the pager, while this program waits for the pager.
    _signals: Option<Runtime>,
}

impl Pager {
    /// Starts the pager that the user has chosen. `None` if the user wants no pager, or if it does not start.
    pub(crate) fn start() -> Option<Self> {
        let chosen = VARIABLES.iter().find_map(|name| env::var(name).ok());
        let command = chosen.as_deref().unwrap_or(DEFAULT);
        let mut words = command.split_whitespace();
        let program = words.next().filter(|program| *program != "cat")?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped());
        if env::var_os("LESS").is_none() {
            // Takes effect if PAGER is `less` without options.
            command.env("LESS", "FRX");
        }
        let mut child = command.spawn().ok()?;
        let stdin = child.stdin.take();
        Some(Self { child, stdin, _signals: ignore_interrupts() })
    }

    /// Waits until the user leaves the pager.
    pub(crate) fn wait(mut self) -> io::Result<()> {
        drop(self.stdin.take());
        self.child.wait().map(drop)
    }
}

/// Installs handlers that ignore the signals that would end this program.
fn ignore_interrupts() -> Option<Runtime> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().ok()?;
    let signals = {
        let _entered = runtime.enter();
        platform::shutdown().ok()?
    };
    runtime.spawn(signals);
    Some(runtime)
}

impl Write for Pager {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stdin {
            Some(stdin) => stdin.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdin.as_mut().map_or(Ok(()), ChildStdin::flush)
    }
}
