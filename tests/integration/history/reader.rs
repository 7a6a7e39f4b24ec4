//! feedparser, which feed readers use, reads the feeds correctly. `tests/install-tools` installs it.

use std::io::Write;
use std::process::{Command, Stdio};

use lexdex_tests::skip::is_there;
use serde_json::{Value, json};

use super::super::contract::List;
use super::super::corpus::{Corpus, bill, case, statute, with};
use super::site::Site;

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/python/bin/python");

/// Reads a feed; `None` without the program.
fn read(feed: &str) -> Option<Value> {
    if !is_there(PYTHON, &["-c", "import feedparser"]) {
        return None;
    }
    let mut python = Command::new(PYTHON);
    python.args(["-c", include_str!("read_feed.py")]).stdin(Stdio::piped()).stdout(Stdio::piped());
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    let mut reader = python.spawn().unwrap();
    reader.stdin.take().unwrap().write_all(feed.as_bytes()).unwrap();
    let output = reader.wait_with_output().unwrap();
    assert!(output.status.success());
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Texts that XML writers often escape wrongly.
const TEXTS: [&str; 6] = [
    "Law & <Order> \"quoted\" 'too' ]]> &amp; &#38; <!-- no comment -->",
    "<b>bold</b> & <script>alert(1)</script>",
    "O’Brien’s AT&T — “mail fraud” 最高裁判所 дело №7 𝕏",
    "a\u{a0}b\u{2028}c",
    "{{ braces }} %s \\n",
    "<?xml version=\"1.0\"?>",
];

fn hostile() -> Corpus {
    let mut corpus = Corpus::default();
    for (number, text) in TEXTS.iter().enumerate() {
        let fields = |name: &str| json!({ name: text, "summary": text, "topics": ["privacy", "fraud"] });
        corpus.statutes.push(with(statute(&format!("ca-pen-{number}"), "ca"), fields("title")));
        corpus.cases.push(with(case(&format!("case-{number}"), "federal"), fields("caseName")));
        corpus.bills.push(with(bill(&format!("federal-117-hr-{number}"), "federal"), fields("title")));
    }
    corpus
}

#[test]
fn feed_reader_finds_texts_topics_times_and_links() {
    let site = Site::from_corpora(&[&Corpus::default(), &hostile()]);
    let app = site.app();
    let time = &site.history()[1].1;
    for list in List::ALL {
        let feed = app.get(&format!("{}.atom?topic=privacy&limit=100", list.path()));
        let Some(read) = read(feed.text()) else { return };
        let records = app.get(&format!("{}?topic=privacy&limit=100", list.path())).good();
        assert_eq!(
            (&read["is_wrong"], &read["version"], &read["author"]),
            (&json!(false), &json!("atom10"), &json!("lexdex"))
        );
        assert_eq!(read["feed"]["title"], format!("New and changed {}: topic privacy", list.folder()));
        assert_eq!((&read["feed"]["updated"], &read["feed"]["is_time"]), (&json!(time), &json!(true)));
        let entries = read["entries"].as_array().unwrap();
        let records = records["data"].as_array().unwrap();
        assert_eq!(entries.len(), TEXTS.len());
        for (entry, record) in entries.iter().zip(records) {
            let id = record["id"].as_str().unwrap();
            let name = record["title"].as_str().or(record["caseName"].as_str()).unwrap();
            let status = record["status"].as_str().map(|status| format!(" ({})", status.replace('_', " ")));
            let status = status.unwrap_or_default();
            let title = match (record["billNumber"].as_str(), record["meta"]["citation"].as_str()) {
                (Some(number), _) => format!("{number}{status}: {name}"),
                (None, Some(citation)) => format!("{name}, {citation}{status}"),
                (None, None) => format!("{name}{status}"),
            };
            let escapes = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")];
            let summary = record["summary"].as_str().unwrap().to_owned();
            let summary = escapes.iter().fold(summary, |text, (sign, escape)| text.replace(*sign, escape));
            let links = json!([
                ["alternate", format!("/{}/{id}", list.folder())],
                ["alternate", format!("{}/{id}", list.path())]
            ]);
            let expected = json!({
                "id": entry["id"],
                "title": title,
                "updated": time,
                "links": links,
                "topics": record["topics"],
                "summary": record["summary"],
                "content": format!("<p>New</p><p>{summary}</p>"),
                "is_time": true,
            });
            assert_eq!(*entry, expected);
        }
        let mut ids: Vec<&str> = entries.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), TEXTS.len());
    }
}
