//! Accessibility: axe-core finds no violation in any view, width and color scheme; the print view is readable.

use std::fs;
use std::path::Path;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::ROOT;
use serde_json::{Value, json};

use crate::system::explorer::page::Page;
use crate::system::explorer::picture::save_picture;

/// The script that `tests/install-tools` installs from npm.
const AXE: &str = "target/npm/node_modules/axe-core/axe.min.js";

const VIEWS: [(&str, &str); 20] = [
    ("start", "/"),
    ("suggestions", "/#statutes"),
    ("everything", "/?q=privacy"),
    ("nothing-at-all", "/?q=zebra"),
    ("relaxed", "/?q=zebra+first+amendment"),
    ("corrected", "/cases?q=plessey+v+ferguson&match=any"),
    ("timeline", "/cases?q=privacy&topic=free-speech&topic=privacy"),
    ("all-topics", "/cases?topic_all=privacy&topic_all=women"),
    ("map", "/statutes?jurisdiction=ca&offset=5#map"),
    ("sessions", "/bills?session=federal-117&session=federal-116#sessions"),
    ("code", "/bills?status=signed#code"),
    ("case", "/cases/scotus-410-us-113"),
    ("statute", "/statutes/federal-usc-18-1341"),
    ("bill", "/bills/federal-117-hr-3684"),
    ("nothing", "/cases?jurisdiction=gu&decided_from=1990-01-01&q=zebra+crossing&match=all"),
    ("mistakes", "/bills?jurisdiction=Californa&status=vetoed&limt=5"),
    ("no-record", "/cases/scotus-410-us-11"),
    ("check", "/check"),
    ("checked", "/check"),
    ("docs", "/docs"),
];

/// A text with a citation of each kind of mark: found, another name, not in the index, and a rule.
const BRIEF: &str =
    "Roe v. Wade, 410 U.S. 113 (1973). Smith v. Jones, 347 U.S. 483 (1954). 9 F.4th 12. Fed. R. Civ. P. 56.";

const RUN: &str = "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], \
                   resultTypes: ['violations'] }) \
                   .then(({ violations }) => done(violations.map(({ id, nodes }) => \
                   `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`)))";

/// The maximum height of a screenshot in pixels. Chromium refuses one of the whole reference on a phone.
const MAX_HEIGHT: u32 = 60_000;

/// Saves a screenshot of the view, from its top, to the build's directory for temporary files of tests.
fn keep_picture(page: &Page, name: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explorer");
    fs::create_dir_all(&folder).unwrap();
    let [width, height] = ["clientWidth", "scrollHeight"]
        .map(|side| page.see(&format!("document.documentElement.{side}")).parse::<u32>().unwrap());
    let clip = json!({ "x": 0, "y": 0, "width": width, "height": height.min(MAX_HEIGHT), "scale": 1 });
    let parameters = json!({ "captureBeyondViewport": true, "clip": clip });
    save_picture(page, parameters, &folder.join(format!("{name}.png")));
}

#[test]
fn print_view_shows_content_and_hides_controls() {
    let Some(page) = Page::start() else { return };
    page.browser().devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    for (address, read) in [("/cases?topic=privacy", ".card"), ("/cases/scotus-410-us-113", "dl"), ("/check", "table")]
    {
        page.open(address);
        if address == "/check" {
            page.browser().run(&format!("document.querySelector('#brief').value = {}", json!(BRIEF)));
            page.browser().run("document.querySelector('.brief').requestSubmit()");
            page.wait_until("document.querySelector('#save-csv')");
        }
        let controls = "[...document.querySelectorAll('button, input, select, textarea, nav a, summary, pre')]\
                        .filter((control) => control.checkVisibility()).length";
        assert_eq!(page.see(controls), "0", "{address}");
        for shown in [read, "h1", ".bottom strong", "#printed"] {
            assert_eq!(page.see(&format!("document.querySelector('{shown}').checkVisibility()")), "true", "{address}");
        }
        let day = "new Date().toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })";
        let printed = page.see("document.querySelector('.bottom .printed').textContent");
        assert!(printed.starts_with("Printed from http") && printed.contains(&format!("{address} on ")), "{printed}");
        assert!(printed.ends_with(&page.see(day)), "{printed}");
        // The page may be printed days after it was loaded.
        page.browser()
            .run("document.querySelector('#printed').textContent = ''; dispatchEvent(new Event('beforeprint'))");
        assert_eq!(page.see("document.querySelector('.bottom .printed').textContent"), printed);
    }
}

#[test]
fn axe_finds_no_violation_at_desktop_width() {
    check_views(1280, 900);
}

#[test]
fn axe_finds_no_violation_in_any_view_and_scheme_at_phone_width() {
    check_views(390, 844);
}

/// Runs axe-core in every view and color scheme, and saves a screenshot of each.
#[track_caller]
fn check_views(width: u32, height: u32) {
    let axe_path = Path::new(ROOT).join(AXE);
    if !is_there("test", &["-f", axe_path.to_str().unwrap()]) {
        return;
    }
    let Some(page) = Page::start() else { return };
    let axe = fs::read_to_string(axe_path).unwrap();
    page.resize(width, height);
    for (name, address) in VIEWS {
        page.open(address);
        if let ("timeline", 390) = (name, width) {
            page.browser().click(".toggle");
        }
        if name == "suggestions" {
            page.browser().type_into("#q", "priva");
            page.wait_until("document.querySelectorAll('[role=option]').length > 1");
            page.browser().press("\u{e015}");
        }
        if name == "checked" {
            page.browser().type_into("#brief", BRIEF);
            page.browser().click("#check-text");
            page.wait_until("document.querySelector('#save-csv')");
            page.browser().click("#citation-1");
        }
        page.browser().run("for (const details of document.querySelectorAll('details')) details.open = true");
        if name == "docs" {
            // The later response scrolls the page. After that of bills, no button is half below the list of contents.
            page.browser().run("document.querySelector('#listCases-try .main').click()");
            page.wait_until("document.querySelector('.outcome')");
            page.browser().run(
                "document.querySelector('#listBills-limit').value = 'many'; \
                 document.querySelector('#listBills-try .main').click()",
            );
            page.wait_until("document.querySelectorAll('.outcome').length === 2");
            page.wait_until("document.querySelector('.problem')");
        }
        page.browser().run(&axe);
        // The color scheme only changes CSS, so a view need not be opened again for each scheme.
        for scheme in ["light", "dark"] {
            let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
            page.browser().devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
            let found = page.browser().run_until_done(RUN);
            assert_eq!(found, Value::Array(Vec::new()), "{name} at {width} in {scheme}");
            let overflow = page.see("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(overflow, "0", "{name} is wider than {width}");
            keep_picture(&page, &format!("{name}-{width}-{scheme}"));
        }
    }
}
