//! A lexdex server that serves a folder of published indexes and watches it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use lexdex_tests::program::program;
use serde_json::Value;

/// A server that ends when it is dropped.
pub(crate) struct Served {
    address: String,
    process: Child,
}

impl Served {
    pub(crate) fn start(published: &Path) -> Self {
        let mut command = Command::new(program("lexdex"));
        command.args(["--listen", "127.0.0.1:0", "--rate-limit", "0", "--watch-secs", "1"]);
        command.arg("--index").arg(published);
        let mut process = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap()).lines().map(Result::unwrap);
        let line = log.find(|line| line.contains(" at http://")).expect("the server starts");
        let address = line[line.find("http://").unwrap()..].to_owned();
        // The log is read to its end, so that the server can always write to it.
        thread::spawn(move || log.for_each(drop));
        Self { address, process }
    }

    /// The body of the response to a request. Asserts that the status is 200.
    pub(crate) fn get(&self, path: &str) -> Value {
        let mut response = ureq::get(format!("{}{path}", self.address)).call().unwrap();
        serde_json::from_str(&response.body_mut().read_to_string().unwrap()).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}
