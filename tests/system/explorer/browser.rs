//! A browser, driven over `WebDriver`: JSON over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use lexdex_tests::skip::is_there;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The time limit of a command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(60);

/// The name that the protocol gives to the reference of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window; closed when dropped.
pub(crate) struct Browser {
    driver: Driver,
    session: String,
    _profile: TempDir,
}

/// The driver's process, which ends its browsers when it ends.
struct Driver {
    process: Child,
    address: SocketAddr,
}

impl Browser {
    /// Starts a browser, if one is installed.
    pub(crate) fn start() -> Option<Self> {
        let is_here = is_there("chromium", &["--version"]) && is_there("chromedriver", &["--version"]);
        is_here.then(|| {
            let driver = Driver::start();
            let profile = tempfile::tempdir().unwrap();
            let profile_argument = format!("--user-data-dir={}", profile.path().display());
            let arguments = [
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                // Without scroll bars, a screenshot has the width of the window.
                "--hide-scrollbars",
                &profile_argument,
            ];
            let wanted =
                json!({ "goog:chromeOptions": { "args": arguments }, "goog:loggingPrefs": { "browser": "ALL" } });
            let session = driver.call("POST", "/session", json!({ "capabilities": { "alwaysMatch": wanted } }));
            let session = session["sessionId"].as_str().unwrap().to_owned();
            Self { driver, session, _profile: profile }
        })
    }

    /// A command of the session.
    #[track_caller]
    pub(crate) fn call(&self, method: &str, command: &str, body: Value) -> Value {
        self.driver.call(method, &format!("/session/{}/{command}", self.session), body)
    }

    /// Replaces the window by a new one, and clears the cache and the cookies. Emulated sizes, media and networks
    /// belong to the old window.
    pub(crate) fn reset(&self) {
        self.devtools("Network.clearBrowserCache", json!({}));
        self.devtools("Network.clearBrowserCookies", json!({}));
        let window = self.call("POST", "window/new", json!({ "type": "tab" }));
        self.call("DELETE", "window", Value::Null);
        self.call("POST", "window", json!({ "handle": window["handle"] }));
        self.call("POST", "se/log", json!({ "type": "browser" }));
    }

    /// Runs a script, and returns its result.
    #[track_caller]
    pub(crate) fn run(&self, script: &str) -> Value {
        self.call("POST", "execute/sync", json!({ "script": script, "args": [] }))
    }

    /// Runs a script that gives its result to the function `done`.
    #[track_caller]
    pub(crate) fn run_until_done(&self, script: &str) -> Value {
        let script = format!("const done = arguments[0]; {script}");
        self.call("POST", "execute/async", json!({ "script": script, "args": [] }))
    }

    /// Returns the only element that matches a selector.
    #[track_caller]
    fn element(&self, selector: &str) -> String {
        let found = self.call("POST", "element", json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    /// Clicks an element once its position is stable.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        let rest =
            "const look = () => document.querySelector('main[aria-busy]') ? setTimeout(look, 5) : done(); look()";
        self.run_until_done(rest);
        let element = self.element(selector);
        self.call("POST", &format!("element/{element}/click"), json!({}));
    }

    /// Types into a field.
    #[track_caller]
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.call("POST", &format!("element/{element}/value"), json!({ "text": text }));
    }

    /// Presses a key, wherever the focus is.
    #[track_caller]
    pub(crate) fn press(&self, key: &str) {
        let presses = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": presses });
        self.call("POST", "actions", json!({ "actions": [keyboard] }));
    }

    /// A command of the browser's own protocol.
    #[track_caller]
    pub(crate) fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.call("POST", "goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // In a failing test the driver may be gone, and its error must not hide the first failure.
        if !std::thread::panicking() {
            self.driver.call("DELETE", &format!("/session/{}", self.session), Value::Null);
        }
    }
}

impl Driver {
    fn start() -> Self {
        const MAX_TRIES: usize = 10;
        (0..MAX_TRIES).find_map(|_| Self::try_start()).expect("chromedriver does not start")
    }

    /// Starts the driver. It picks a port that is free for one version of IP, and exits if the port is taken for the
    /// other.
    fn try_start() -> Option<Self> {
        let mut command = Command::new("chromedriver");
        let command = command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let port =
            lines.find_map(|line| Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned()));
        let Some(port) = port else {
            process.wait().unwrap();
            return None;
        };
        Some(Self { process, address: SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap())) })
    }

    /// Sends a command, asserts that it succeeds, and returns its value.
    #[track_caller]
    fn call(&self, method: &str, path: &str, body: Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(COMMAND_TIMEOUT)).unwrap();
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n\r\n", self.address);
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let (status, body) = answer(BufReader::new(stream));
        let mut body: Value = serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}"));
        assert!(status.contains(" 200 "), "{method} {path}: {}", body["value"]["message"]);
        body["value"].take()
    }
}

/// Reads the status line and the body of a response. The driver keeps the connection open despite `Connection: close`.
fn answer(mut stream: BufReader<TcpStream>) -> (String, String) {
    let mut lines = stream.by_ref().lines().map(Result::unwrap);
    let status = lines.next().unwrap();
    let headers = lines.take_while(|line| !line.is_empty()).map(|line| line.to_lowercase());
    let lengths: Vec<usize> =
        headers.filter_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok()).collect();
    let mut body = vec![0; lengths[0]];
    stream.read_exact(&mut body).unwrap();
    (status, String::from_utf8(body).unwrap())
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
