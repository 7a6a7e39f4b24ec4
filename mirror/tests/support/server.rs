//! The server: files by path, quirks by path, and a log of all requests.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime};

use super::bucket::{self, Change};
use super::connection::serve;
use super::quirk::Quirk;
use super::reply::{Reply, ServedFile};
use super::request::Request;

/// A server on the loopback interface. It ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    address: SocketAddr,
    state: Arc<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) is_stopping: AtomicBool,
    content: Mutex<Content>,
}

#[derive(Debug, Default)]
struct Content {
    files: BTreeMap<String, ServedFile>,
    /// The quirks of a path, each with the number of requests for which it still applies.
    quirks: BTreeMap<String, Vec<(usize, Quirk)>>,
    /// The quirks of the next requests for a path, in their order.
    next: BTreeMap<String, VecDeque<Vec<Quirk>>>,
    log: Vec<Request>,
    /// The number of contents published so far, which determines the date of the next one.
    n_put: u64,
}

impl Server {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State::default());
        let of_listener = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if of_listener.is_stopping.load(Ordering::Relaxed) {
                    break;
                }
                let state = Arc::clone(&of_listener);
                // Without this, the end of each response would wait until the client has acknowledged its beginning.
                stream.set_nodelay(true).unwrap();
                // An error only means that the client has closed the connection.
                thread::spawn(move || drop(serve(&stream, &state)));
            }
        });
        Self { address, state }
    }

    /// The address of a path, which begins with a slash.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Publishes a file, which replaces the one at its path. A path may have a query. New content gets a later
    /// `Last-Modified`; the same content keeps its own.
    pub(crate) fn put(&self, path: &str, content: impl Into<Vec<u8>>) {
        self.state.content.lock().unwrap().put(path, content.into());
    }

    /// Publishes the files of a folder and its subfolders below `path`, which has no slash at its end.
    pub(crate) fn put_folder(&self, path: &str, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let below = format!("{path}/{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                self.put_folder(&below, &entry.path());
            } else {
                self.put(&below, fs::read(entry.path()).unwrap());
            }
        }
    }

    /// The paths of all files, in their order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.state.content.lock().unwrap().files.keys().cloned().collect()
    }

    /// The content of a file.
    pub(crate) fn file(&self, path: &str) -> Vec<u8> {
        self.state.content.lock().unwrap().files[path].content.clone()
    }

    /// The entity tag of a content.
    pub(crate) fn etag(&self, content: &[u8]) -> String {
        ServedFile::etag(content)
    }

    /// Dates back the files whose paths begin with `beginning` by two days.
    pub(crate) fn make_old(&self, beginning: &str) {
        let mut content = self.state.content.lock().unwrap();
        let files = content.files.iter_mut().filter(|(path, _)| path.starts_with(beginning));
        files.for_each(|(_, file)| file.modified -= Duration::from_secs(2 * 24 * 3600));
    }

    /// Removes a file.
    pub(crate) fn remove(&self, path: &str) {
        self.state.content.lock().unwrap().files.remove(path).unwrap();
    }

    pub(crate) fn quirk(&self, path: &str, quirk: Quirk) {
        self.quirk_times(path, usize::MAX, quirk);
    }

    /// Adds a quirk to the next `times` requests for a path.
    pub(crate) fn quirk_times(&self, path: &str, times: usize, quirk: Quirk) {
        let mut content = self.state.content.lock().unwrap();
        content.quirks.entry(path.to_owned()).or_default().push((times, quirk));
    }

    /// Adds quirks to the next requests for a path: the first item to the first request, and so on.
    pub(crate) fn quirk_next(&self, path: &str, quirks: impl IntoIterator<Item = Vec<Quirk>>) {
        let mut content = self.state.content.lock().unwrap();
        content.next.entry(path.to_owned()).or_default().extend(quirks);
    }

    /// Removes the quirks of a path.
    pub(crate) fn heal(&self, path: &str) {
        let mut content = self.state.content.lock().unwrap();
        content.quirks.remove(path);
        content.next.remove(path);
    }

    /// The requests since the start or the last call, in the order of their arrival.
    pub(crate) fn take_requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.state.content.lock().unwrap().log)
    }

    /// The same requests, each as [`Request::summary`].
    pub(crate) fn take_log(&self) -> Vec<String> {
        self.take_requests().iter().map(Request::summary).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.state.is_stopping.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts connections.
        let _ = TcpStream::connect(self.address);
    }
}

impl State {
    /// The response to a request, which is logged.
    pub(crate) fn answer(&self, mut request: Request) -> Reply {
        let mut content = self.content.lock().unwrap();
        let key = content.key(&request.path);
        let quirks = content.take_quirks(&key);
        let reply = match bucket::reply(&request, &mut content.files, &quirks) {
            Some(Change::Put(body)) => {
                content.put(&key, body);
                Reply::to(&request, content.files.get(&key), &quirks).without_body()
            }
            Some(Change::Reply(reply)) => reply,
            None => Reply::to(&request, content.files.get(&key), &quirks),
        };
        let reply = if quirks.contains(&Quirk::LostResponse) { Reply::text(500, "lost") } else { reply };
        for quirk in quirks {
            match quirk {
                Quirk::ChangesTo(changed) => content.put(&key, changed),
                Quirk::Also(path, Some(changed)) => content.put(&path, changed),
                Quirk::Also(path, None) => drop(content.files.remove(&path)),
                _ => {}
            }
        }
        request.status = reply.status;
        content.log.push(request);
        reply
    }
}

impl Content {
    /// The key of a path for files and quirks: with its query if there are any for it, otherwise without.
    fn key(&self, path: &str) -> String {
        let has_quirks = self.quirks.contains_key(path) || self.next.contains_key(path);
        let is_known = has_quirks || self.files.contains_key(path);
        let without_query = path.split_once('?').map_or(path, |(path, _)| path);
        (if is_known { path } else { without_query }).to_owned()
    }

    fn take_quirks(&mut self, key: &str) -> Vec<Quirk> {
        let mut active = self.next.get_mut(key).and_then(VecDeque::pop_front).unwrap_or_default();
        if let Some(quirks) = self.quirks.get_mut(key) {
            quirks.iter_mut().for_each(|(left, _)| *left -= 1);
            active.extend(quirks.iter().map(|(_, quirk)| quirk.clone()));
            quirks.retain(|(left, _)| *left > 0);
        }
        active
    }

    /// Puts a file. The same content keeps its date.
    fn put(&mut self, path: &str, content: Vec<u8>) {
        if self.files.get(path).is_some_and(|file| file.content == content) {
            return;
        }
        self.n_put += 1;
        // Dates begin on 2026-01-01, with a minute more for each content.
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600 + 60 * self.n_put);
        self.files.insert(path.to_owned(), ServedFile { content, modified });
    }
}
