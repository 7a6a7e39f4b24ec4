//! The code snippets for a view: in each language, the code requests the data that the page shows, for any values of
//! filters.

use std::path::Path;
use std::process::Command;

use lexdex_tests::program::program;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, run};
use serde_json::{Value, json};

use crate::system::explorer::page::Page;
use crate::system::support::typescript_package::{compile, is_installed, package};

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/python");

const LANGUAGES: [&str; 6] = ["URL", "curl", "Command-line", "Python", "TypeScript", "Rust"];

/// Lists whose matches fit on one page of 100.
const LISTS: [&str; 6] = [
    "/cases?court=ca9&topic=privacy&topic=free-speech&sort=oldest&limit=3&offset=2",
    "/bills?congress=117&status=signed&topic_all=health&introduced_from=2021-02-01",
    "/statutes?jurisdiction=ca&fields=id,title",
    "/cases?q=%22right+to+privacy%22+O%27Connor+-abortion&match=any&jurisdiction=CA",
    "/cases?q=-abortion+privacy&court=scotus&decided_from=1960-01-01",
    "/cases?court=it%27s+%22a%22+%5C+%24HOME+%60id%60+%24(id)+%0A+%E2%80%A8+%C3%A9%F0%9F%92%A1+--all+%25s",
];

/// Values with characters that have a meaning in some language.
const VALUES: [&str; 16] = [
    "",
    "plain",
    "a b",
    "it's",
    "''",
    "\"quoted\"",
    "back\\slash\\",
    "$HOME ${HOME} $(id) `id`",
    "line\nfeed\r\ttab",
    "'; exit 1; '",
    "{{x}} {x} %s %d \\x41 \\u0041",
    "é 💡 \u{2028} \u{202e} \u{feff}",
    "-q",
    "--help",
    "#!&|<>*?[a]~",
    "\u{1}\u{7f}",
];

/// The code that the view shows in a language.
fn shown(page: &Page, language: &str) -> String {
    page.wait_until("document.querySelector('pre')");
    page.browser().run(&format!("document.querySelector('#in-{language}').click()"));
    page.see("document.querySelector('pre').textContent")
}

/// The standard output of a script of a shell.
fn shell(script: &str) -> String {
    run(Command::new("sh").args(["-c", script]))
}

/// The body of a GET.
fn body(url: &str) -> String {
    run(Command::new("curl").args(["--silent", url]))
}

/// The expected output of the clients for a list: its total, and each record.
fn walked(page: &Page, address: &str) -> String {
    let url = page.see(&format!(
        "(() => {{ const url = new URL(location.origin + '/api/v1' + {}); url.searchParams.delete('offset'); \
         url.searchParams.set('limit', '100'); return url.href }})()",
        json!(address)
    ));
    let body: Value = serde_json::from_str(&body(&url)).unwrap();
    assert_eq!(body["meta"]["hasMore"], false, "{address}");
    let ids = body["data"].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned());
    let lines: Vec<String> = [format!("{} in all", body["meta"]["total"])].into_iter().chain(ids).collect();
    lines.join("\n") + "\n"
}

#[test]
fn every_language_has_the_address_or_the_values_of_the_view() {
    let Some(page) = Page::start() else { return };
    page.open("/statutes?citation=18+USC+1341#code");
    let origin = page.see("location.origin");
    let url = format!("{origin}/api/v1/statutes?citation=18+USC+1341");
    for (language, expected) in [
        ("URL", url.clone()),
        ("curl", format!("curl '{url}'")),
        ("Command-line", format!("lexdex get statutes --citation '18 USC 1341' --server {origin}")),
        ("Python", "client.statutes.iter(citation=\"18 USC 1341\")".to_owned()),
        ("TypeScript", "client.statutes.iter({ citation: \"18 USC 1341\" })".to_owned()),
        ("Rust", format!("\"{url}\"")),
    ] {
        let text = shown(&page, language);
        assert!(text.contains(&expected), "{language}: {text}");
    }
    assert_eq!(page.texts(".card .facts strong"), ["18 U.S.C. § 1341"]);
    assert_eq!(page.texts(".segments span"), LANGUAGES.map(|name| name.replace('-', " ")));

    page.open("/bills#code");
    assert_eq!(shown(&page, "Command-line"), format!("lexdex get bills --server {origin}"));
    assert!(shown(&page, "Python").contains("client.bills.iter()"));
    assert!(shown(&page, "TypeScript").contains("client.bills.iter()"));
    page.open("/cases/scotus-410-us-113");
    assert_eq!(shown(&page, "Command-line"), format!("lexdex get cases scotus-410-us-113 --server {origin}"));
}

#[test]
fn code_below_a_base_path_names_it() {
    let Some(page) = Page::with_arguments(&["--base-path", "/law"]) else { return };
    page.open("/law/bills?status=signed#code");
    let server = page.see("location.origin") + "/law";
    assert_eq!(shown(&page, "Command-line"), format!("lexdex get bills --status signed --server {server}"));
    for language in ["Python", "TypeScript"] {
        assert!(shown(&page, language).contains(&format!("Lexdex(\"{server}\")")));
    }
}

#[test]
fn values_are_the_same_in_the_shell_in_python_and_in_javascript() {
    if !is_there("python3", &["--version"]) || !is_there("node", &["--version"]) {
        return;
    }
    let Some(page) = Page::start() else { return };
    page.open("/");
    for value in VALUES {
        let script = format!(
            "import('/explorer/quote.js').then(({{ shellWord, literal }}) => \
             done([shellWord({value}), literal([{value}])]))",
            value = json!(value)
        );
        let quoted = page.browser().run_until_done(&script);
        let [word, list] = [0, 1].map(|idx| quoted[idx].as_str().unwrap());
        assert_eq!(shell(&format!("printf %s {word}")), value, "{word}");
        let print = format!("import sys; sys.stdout.buffer.write({list}[0].encode())");
        assert_eq!(run(Command::new("python3").args(["-c", &print])), value, "{list}");
        assert_eq!(
            run(Command::new("node").args(["-e", &format!("process.stdout.write({list}[0])")])),
            value,
            "{list}"
        );
    }
}

#[test]
fn curl_prints_what_the_page_shows() {
    if !is_there("curl", &["--version"]) {
        return;
    }
    let Some(page) = Page::start() else { return };
    for address in LISTS.into_iter().chain(["/cases/scotus-410-us-113"]) {
        page.open(&format!("{address}#code"));
        let printed = shell(&shown(&page, "curl").replacen("curl", "curl --silent --fail", 1));
        assert_eq!(printed, body(&shown(&page, "URL")), "{address}");
        assert!(printed.starts_with("{\"data\":"), "{address}: {printed}");
    }
}

#[test]
fn command_line_prints_what_the_page_shows() {
    let program = program("lexdex").to_str().unwrap();
    if !is_there("curl", &["--version"]) || !is_there(program, &["get", "--help"]) {
        return;
    }
    let Some(page) = Page::start() else { return };
    for address in LISTS.into_iter().chain(["/cases/scotus-410-us-113"]) {
        page.open(&format!("{address}#code"));
        let line = shown(&page, "Command-line").replacen("lexdex", program, 1);
        let expected = body(&shown(&page, "URL"));
        assert_eq!(shell(&format!("{line} --format json")), expected, "{line}");
        assert_eq!(shell(&line).is_empty(), expected.contains("\"total\":0,"), "{line}");
    }
}

#[test]
fn python_client_walks_through_what_the_page_shows() {
    if !is_there(PYTHON, &["-c", "import hatchling, httpx"]) {
        return;
    }
    let Some(page) = Page::start() else { return };
    let installed = tempfile::tempdir().unwrap();
    let mut pip = Command::new(PYTHON);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]);
    pip.args(["--no-build-isolation", "--target"]).arg(installed.path());
    run(pip.arg(Path::new(ROOT).join("clients/python")));
    let python = |code: &str| run(Command::new(PYTHON).args(["-c", code]).env("PYTHONPATH", installed.path()));
    for address in LISTS {
        page.open(&format!("{address}#code"));
        let printed = python(&shown(&page, "Python"));
        match address.contains("fields") {
            true => assert!(printed.contains("Murder defined"), "{printed}"),
            false => assert_eq!(printed, walked(&page, address), "{address}"),
        }
    }
    page.open("/cases/scotus-410-us-113");
    assert!(python(&shown(&page, "Python")).contains("Roe v. Wade"));
}

#[test]
fn typescript_client_compiles_and_walks_the_pages_list() {
    if !is_installed() {
        return;
    }
    let Some(page) = Page::start() else { return };
    let package = package();
    let folder = package.path().join("build");
    std::fs::create_dir(&folder).unwrap();
    let options = json!({ "types": ["node"], "rootDir": ".", "outDir": "." });
    let project = json!({ "extends": "../tsconfig.json", "compilerOptions": options, "include": ["."], "exclude": [] });
    std::fs::write(folder.join("tsconfig.json"), project.to_string()).unwrap();
    let record = "/cases/scotus-410-us-113";
    for (idx, address) in LISTS.into_iter().chain([record]).enumerate() {
        page.open(&format!("{address}#code"));
        std::fs::write(folder.join(format!("view-{idx}.ts")), shown(&page, "TypeScript")).unwrap();
    }
    compile(package.path(), ".");
    compile(package.path(), "build");
    for (idx, address) in LISTS.into_iter().chain([record]).enumerate() {
        let printed = run(Command::new("node").arg(folder.join(format!("view-{idx}.js"))));
        if address == record {
            assert!(printed.contains("caseName: 'Roe v. Wade'"), "{printed}");
        } else if address.contains("fields") {
            assert!(printed.contains("Murder defined") && !printed.contains("summary"), "{printed}");
        } else {
            assert_eq!(printed, walked(&page, address), "{address}");
        }
    }
}
