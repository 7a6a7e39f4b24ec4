//! The server and the browsers that the tests of one process share: starting a browser takes longer than most tests.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crate::system::explorer::browser::Browser;
use crate::system::support::server::Server;

/// The server and the idle browsers. The last page that uses the pool stops them.
#[derive(Default)]
pub(crate) struct Pool {
    server: OnceLock<Arc<Server>>,
    idle: Mutex<Vec<Browser>>,
}

impl Pool {
    /// The pool of the open pages, or a new one if no page is open.
    pub(crate) fn current() -> Arc<Self> {
        static CURRENT: Mutex<Weak<Pool>> = Mutex::new(Weak::new());
        let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        current.upgrade().unwrap_or_else(|| {
            let pool = Arc::default();
            *current = Arc::downgrade(&pool);
            pool
        })
    }

    /// The server of the bundled corpus, without a rate limit.
    pub(crate) fn server(&self) -> Arc<Server> {
        Arc::clone(self.server.get_or_init(|| Arc::new(Server::start(&["--rate-limit", "0"]))))
    }

    /// Returns an idle browser or a new one, or `None` if no browser is installed.
    pub(crate) fn browser(&self) -> Option<Browser> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.or_else(Browser::start)
    }

    /// Resets a browser for the next test and keeps it.
    pub(crate) fn put_back(&self, browser: Browser) {
        browser.reset();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(browser);
    }
}
