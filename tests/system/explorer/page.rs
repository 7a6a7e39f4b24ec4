//! A page of the explorer in a browser.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::system::explorer::browser::Browser;
use crate::system::explorer::pool::Pool;
use crate::system::support::server::Server;

/// The time limit for a view to appear, even on a busy machine.
const VIEW_TIMEOUT: Duration = Duration::from_secs(60);

/// A browser's page, and the server behind it.
pub(crate) struct Page {
    /// `None` only while the page is dropped.
    browser: Option<Browser>,
    /// `None` once the test has stopped it.
    server: Option<Arc<Server>>,
    origin: String,
    pool: Arc<Pool>,
}

impl Page {
    /// Opens a window of desktop width on a server of the bundled corpus without a rate limit. Returns `None` if no
    /// browser is installed.
    pub(crate) fn start() -> Option<Self> {
        Self::with_server(|pool| pool.server())
    }

    /// Opens a window on a new server with this rate limit; 0 for none.
    pub(crate) fn with_limit(limit: u32) -> Option<Self> {
        Self::with_arguments(&["--rate-limit", &limit.to_string()])
    }

    /// Opens a window on a new server with these arguments.
    pub(crate) fn with_arguments(arguments: &[&str]) -> Option<Self> {
        Self::with_server(|_| Arc::new(Server::start(arguments)))
    }

    fn with_server(server: impl FnOnce(&Pool) -> Arc<Server>) -> Option<Self> {
        let pool = Pool::current();
        let browser = pool.browser()?;
        let server = server(&pool);
        let origin = format!("http://{}", server.address);
        let page = Self { browser: Some(browser), server: Some(server), origin, pool };
        page.resize(1280, 900);
        Some(page)
    }

    pub(crate) fn browser(&self) -> &Browser {
        self.browser.as_ref().expect("the page is not dropped yet")
    }

    /// Resizes the window.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.browser().devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Opens an address and waits for its view.
    #[track_caller]
    pub(crate) fn open(&self, address: &str) {
        self.browser().call("POST", "url", json!({ "url": format!("{}{address}", self.origin) }));
        self.wait_until("document.title !== '' && !document.querySelector('main[aria-busy]') && scrollY >= 0");
        self.wait_until(
            "document.querySelector('.start, .record, #schemas') || document.querySelector('#status')?.textContent",
        );
    }

    /// Changes the response of `/api/v1/coverage` by a script, in which it is `body`, for all addresses opened
    /// afterwards.
    pub(crate) fn change_coverage(&self, script: &str) {
        let source = format!(
            "const real = fetch; window.fetch = async (path, options) => {{ \
             const answer = await real(path, options); \
             if (!path.endsWith('/api/v1/coverage') || !answer.ok) return answer; \
             const body = await answer.json(); {script}; \
             return new Response(JSON.stringify(body), {{ headers: answer.headers }}) }}"
        );
        self.browser().devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    }

    /// The path, query and hash in the address bar.
    pub(crate) fn address(&self) -> String {
        self.see("location.href").strip_prefix(&self.origin).unwrap().to_owned()
    }

    /// Evaluates an expression, and returns its value as text.
    #[track_caller]
    pub(crate) fn see(&self, expression: &str) -> String {
        match self.browser().run(&format!("return {expression}")) {
            Value::String(text) => text,
            value => value.to_string(),
        }
    }

    /// The texts of the elements of a selector.
    #[track_caller]
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let texts = self.browser().run(&format!(
            "return [...document.querySelectorAll({})].map((element) => element.innerText.trim())",
            json!(selector)
        ));
        serde_json::from_value(texts).unwrap()
    }

    /// The heading of the view.
    #[track_caller]
    pub(crate) fn heading(&self) -> String {
        self.see("document.querySelector('h1').textContent")
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub(crate) fn wait_until(&self, expression: &str) {
        let start = Instant::now();
        while self.see(&format!("!!({expression})")) != "true" {
            let text = || self.see("document.body.innerText");
            assert!(
                start.elapsed() < VIEW_TIMEOUT,
                "{expression} does not become true at {}:\n{}",
                self.address(),
                text()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the view with this heading is complete.
    #[track_caller]
    pub(crate) fn wait_for_heading(&self, heading: &str) {
        let heading = json!(heading);
        self.wait_until(&format!(
            "document.querySelector('h1').textContent === {heading} && !document.querySelector('main[aria-busy]')"
        ));
    }

    /// Goes back one step in the history.
    pub(crate) fn back(&self) {
        self.browser().call("POST", "back", json!({}));
    }

    /// The id of the element that has the focus, or its name if it has no id.
    pub(crate) fn focus(&self) -> String {
        self.see("document.activeElement.id || document.activeElement.tagName")
    }

    /// The requests to the API so far, as their paths.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests_below("/api/")
    }

    /// The requests below a path so far, as their paths.
    pub(crate) fn requests_below(&self, start: &str) -> Vec<String> {
        let names = self.browser().run("return performance.getEntriesByType('resource').map(({ name }) => name)");
        let names: Vec<String> = serde_json::from_value(names).unwrap();
        let path = |name: &String| {
            let path = name.strip_prefix(&self.origin);
            path.unwrap_or_else(|| panic!("{name} is asked of another host")).to_owned()
        };
        names.iter().map(path).filter(|path| path.starts_with(start)).collect()
    }

    /// The browser's log: failed scripts, missing files and violated policies.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let entries = self.browser().call("POST", "se/log", json!({ "type": "browser" }));
        let message = |entry: &Value| entry["message"].as_str().unwrap().to_owned();
        entries.as_array().unwrap().iter().map(message).collect()
    }

    /// Stops the server. Only for a page that does not share its server.
    pub(crate) fn stop_server(&mut self) {
        let server = self.server.take().expect("the server runs");
        Arc::into_inner(server).expect("no other page uses the server").stop();
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The browser of a failed test may be in any state, so it is not reused.
        if let Some(browser) = self.browser.take().filter(|_| !thread::panicking()) {
            self.pool.put_back(browser);
        }
    }
}
