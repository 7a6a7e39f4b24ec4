/*!
The links from a record to the public pages with its text.
*/

use std::collections::BTreeMap;

use axum::http::Method;
use serde_json::json;

use super::contract::{Contract, List, bundled_corpus, text};
use super::corpus::{Corpus, bill, case, statute, with};
use super::support::{TestApp, request};

/// The targets of a `Link` header, each of which must be an alternate in HTML.
fn targets(header: Option<&str>) -> Vec<String> {
    let links = header.map_or(Vec::new(), |header| header.split(", ").collect());
    let target = |link: &str| {
        let target = link.strip_prefix('<').and_then(|link| link.split_once('>'));
        let (target, parameters) = target.unwrap_or_else(|| panic!("{link} is no link"));
        assert_eq!(parameters, "; rel=\"alternate\"; type=\"text/html\"", "{link}");
        target.to_owned()
    };
    links.into_iter().map(target).collect()
}

#[test]
fn record_links_to_the_public_addresses_of_its_text() {
    let app = TestApp::bundled();
    let us_code = |title: &str, section: &str| {
        vec![
            format!(
                "https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title{title}-section{section}&num=0&edition=prelim"
            ),
            format!("https://www.govinfo.gov/link/uscode/{title}/{section}?link-type=html"),
        ]
    };
    let of = |targets: &[&str]| targets.iter().map(|target| (*target).to_owned()).collect::<Vec<_>>();
    for (path, expected) in [
        ("statutes/federal-usc-18-1341", us_code("18", "1341")),
        ("statutes/federal-usc-42-2000e-2", us_code("42", "2000e-2")),
        (
            "cases/scotus-410-us-113",
            of(&["https://www.courtlistener.com/c/U.S./410/113/", "https://www.loc.gov/item/usrep410113/"]),
        ),
        (
            "cases/scotus-5-us-137",
            of(&["https://www.courtlistener.com/c/U.S./5/137/", "https://www.loc.gov/item/usrep005137/"]),
        ),
        ("cases/scotus-597-us-215", of(&["https://www.courtlistener.com/c/U.S./597/215/"])),
        ("bills/federal-117-hr-3684", of(&["https://www.congress.gov/bill/117th-congress/house-bill/3684"])),
    ] {
        let target = format!("/api/v1/{path}");
        assert_eq!(targets(app.get(&target).header("link")), expected, "{path}");
        // The second response comes from the cache.
        let parts = app.get(&format!("{target}?fields=id"));
        assert_eq!(targets(parts.header("link")), expected, "{path}");
        let head = app.send(request(Method::HEAD, &format!("{target}?fields=id")));
        assert_eq!(targets(head.header("link")), expected, "{path}");
        assert_eq!(app.get(&format!("{target}/similar")).header("link"), None, "{path}");
    }
}

#[test]
fn every_bundled_record_links_to_hosts_of_its_kind_or_none() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut counts = BTreeMap::<(&str, String), usize>::new();
    for list in List::ALL {
        for record in contract.records(list) {
            let link = app.get(&format!("{}/{}?fields=id", list.path(), text(record, "id")));
            let hosts = targets(link.header("link"));
            let hosts = hosts.iter().map(|target| target.split('/').nth(2).unwrap()).collect::<Vec<_>>().join(" ");
            *counts.entry((list.folder(), hosts)).or_default() += 1;
        }
    }
    let expected = [
        ("bills", "", 64),
        ("bills", "app.leg.wa.gov", 15),
        ("bills", "billstatus.ls.state.ms.us", 2),
        ("bills", "capitol.texas.gov", 9),
        ("bills", "iga.in.gov", 1),
        ("bills", "le.utah.gov", 2),
        ("bills", "leg.colorado.gov", 3),
        ("bills", "legislature.vermont.gov", 3),
        ("bills", "malegislature.gov", 2),
        ("bills", "mgaleg.maryland.gov", 3),
        ("bills", "olis.oregonlegislature.gov", 3),
        ("bills", "wapp.capitol.tn.gov", 1),
        ("bills", "www.cga.ct.gov", 2),
        ("bills", "www.congress.gov", 396),
        ("bills", "www.legis.iowa.gov", 1),
        ("bills", "www.ncleg.gov", 1),
        ("bills", "www.nysenate.gov", 2),
        ("bills", "wyoleg.gov", 25),
        ("cases", "", 3),
        ("cases", "www.courtlistener.com", 784),
        ("cases", "www.courtlistener.com www.loc.gov", 571),
        ("statutes", "", 182),
        ("statutes", "alison.legislature.state.al.us", 5),
        ("statutes", "app.leg.wa.gov", 7),
        ("statutes", "code.dccouncil.gov", 10),
        ("statutes", "code.wvlegislature.gov", 6),
        ("statutes", "codes.ohio.gov", 8),
        ("statutes", "docs.legis.wisconsin.gov", 7),
        ("statutes", "law.lis.virginia.gov", 7),
        ("statutes", "le.utah.gov", 4),
        ("statutes", "leginfo.legislature.ca.gov", 13),
        ("statutes", "legislature.idaho.gov", 4),
        ("statutes", "legislature.maine.gov", 5),
        ("statutes", "malegislature.gov", 5),
        ("statutes", "mgaleg.maryland.gov", 4),
        ("statutes", "nebraskalegislature.gov", 5),
        ("statutes", "revisor.mo.gov", 4),
        ("statutes", "sdlegislature.gov", 4),
        ("statutes", "uscode.house.gov www.govinfo.gov", 487),
        ("statutes", "webserver.rilegislature.gov", 4),
        ("statutes", "www.akleg.gov", 6),
        ("statutes", "www.azleg.gov", 5),
        ("statutes", "www.leg.state.nv.us", 5),
        ("statutes", "www.legis.iowa.gov", 5),
        ("statutes", "www.legislature.mi.gov", 4),
        ("statutes", "www.ncleg.gov", 7),
        ("statutes", "www.nysenate.gov", 13),
        ("statutes", "www.revisor.mn.gov", 5),
        ("statutes", "www.scstatehouse.gov", 4),
    ];
    let counts = counts.iter().map(|((list, hosts), count)| (*list, hosts.as_str(), *count));
    assert_eq!(counts.collect::<Vec<_>>(), expected);
}

#[test]
fn record_without_a_known_address_has_no_link() {
    let cited = |citation: &str| {
        let mut meta = statute("any", "federal")["meta"].clone();
        meta["citation"] = json!(citation);
        meta
    };
    let corpus = Corpus {
        statutes: vec![
            with(statute("of-a-state", "ca"), json!({ "title": "18 U.S.C. § 1341" })),
            with(statute("repealed", "federal"), json!({ "status": "repealed", "meta": cited("18 U.S.C. § 1") })),
            with(statute("appendix", "federal"), json!({ "meta": cited("5a U.S.C. § 1") })),
            statute("uncited", "federal"),
        ],
        cases: vec![with(case("neutral", "ca"), json!({ "citation": "2005-NMSC-009" }))],
        bills: vec![bill("ca-2025-ab1", "ca")],
    };
    let app = corpus.write().app();
    for path in [
        "statutes/of-a-state",
        "statutes/repealed",
        "statutes/appendix",
        "statutes/uncited",
        "cases/neutral",
        "bills/ca-2025-ab1",
    ] {
        let response = app.get(&format!("/api/v1/{path}"));
        response.good();
        assert_eq!(response.header("link"), None, "{path}");
    }
}
