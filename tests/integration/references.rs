/*!
References for reference managers: each format is parsed by the rules of its readers, and compared with the record.
*/

use std::collections::{BTreeMap, BTreeSet};

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::contract::List;
use super::corpus::{Corpus, bill, case, statute, with};
use super::random_corpora::large;
use super::support::{ReceivedResponse, TestApp, problem_parameters, request};

const FORMATS: [(&str, &str); 3] = [
    ("bibtex", "application/x-bibtex; charset=utf-8"),
    ("ris", "application/x-research-info-systems; charset=utf-8"),
    ("csl-json", "application/vnd.citationstyles.csl+json"),
];

/// The fields of a reference, under the names that CSL-JSON has for them.
type Parsed = BTreeMap<&'static str, String>;

fn get(app: &TestApp, target: &str) -> ReceivedResponse {
    let response = app.get(target);
    assert_eq!(response.status, StatusCode::OK, "{target}: {}", response.text());
    response
}

/// Reads a text in braces, whose braces BibTeX counts whatever stands before them. Returns it and the rest.
fn braced(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[1..at], &text[at + 1..]);
        }
    }
    panic!("a brace is open: {text}");
}

/// Reads LaTeX as the text that it prints.
fn printed(latex: &str) -> String {
    let mut text = latex.to_owned();
    for (command, sign) in [("textbraceleft", "{"), ("textbraceright", "}"), ("textasciitilde", "~")] {
        text = text.replace(&format!("\\{command}{{}}"), &format!("\u{1}{sign}"));
    }
    text = text.replace("\\textasciicircum{}", "\u{1}^").replace("\\textbackslash{}", "\u{1}\\");
    for sign in ["$", "&", "%", "#", "_"] {
        text = text.replace(&format!("\\{sign}"), &format!("\u{1}{sign}"));
    }
    let mut before = ' ';
    for sign in text.chars() {
        assert!(before == '\u{1}' || !"\\{}~^$&%#_".contains(sign), "{sign} is bare in {latex}");
        before = sign;
    }
    text.replace('\u{1}', "")
}

fn parse_bibtex(text: &str) -> Vec<Parsed> {
    let mut entries = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (kind, after) = rest.strip_prefix('@').unwrap().split_once('{').unwrap();
        let (entry, after) = braced(&rest[rest.len() - after.len() - 1..]);
        rest = after.trim_start();
        let (key, mut fields) = entry.split_once(',').unwrap();
        let mut parsed: BTreeMap<&str, String> = BTreeMap::new();
        while let Some((name, after)) = fields.split_once('=') {
            let after = after.trim_start();
            let (value, after) = match after.starts_with('{') {
                true => braced(after),
                false => after.split_at(after.find(',').unwrap()),
            };
            let value = match name.trim() {
                "title" => printed(value.strip_prefix('{').unwrap().strip_suffix('}').unwrap()),
                "url" => value.to_owned(),
                _ => printed(value),
            };
            assert!(parsed.insert(name.trim(), value).is_none(), "{name} is there twice");
            fields = after.trim_start().trim_start_matches(',');
        }
        assert_eq!(fields.trim(), "");
        entries.push(from_bibtex(kind, key, parsed));
    }
    entries
}

fn from_bibtex(kind: &str, key: &str, mut fields: BTreeMap<&str, String>) -> Parsed {
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut parsed = Parsed::from([("id", key.to_owned()), ("type", kind.to_owned())]);
    if let Some(year) = fields.remove("year") {
        let day = fields.remove("month").map(|month| {
            let month = months.iter().position(|known| *known == month).unwrap() + 1;
            format!("-{month:02}-{:0>2}", fields.remove("day").unwrap())
        });
        parsed.insert("issued", year + &day.unwrap_or_default());
    }
    let pages = if fields.remove("bookpagination").is_some() { "section" } else { "page" };
    for (name, value) in fields {
        let name = match name {
            "title" => "title",
            "howpublished" => "citation",
            "volume" => "volume",
            "journaltitle" => "container-title",
            "pages" => pages,
            "number" => "number",
            "series" => "chapter-number",
            "institution" => "authority",
            "address" => "jurisdiction",
            "keywords" => "keyword",
            "abstract" => "abstract",
            "url" => "URL",
            name => panic!("there is no field {name}"),
        };
        parsed.insert(name, value);
    }
    parsed
}

fn parse_ris(text: &str) -> Vec<Parsed> {
    assert!(text.split("\r\n").all(|line| !line.contains(['\r', '\n'])), "a line has another end");
    let lines = text.strip_suffix("\r\n").unwrap_or(text).split("\r\n").filter(|line| !line.is_empty());
    let mut references = Vec::new();
    let mut parsed = Parsed::new();
    for line in lines {
        let (tag, value) = (&line[..2], line[2..].strip_prefix("  - ").unwrap());
        assert_eq!(tag == "TY", parsed.is_empty(), "{line}");
        let name = match tag {
            "ER" => {
                references.push(std::mem::take(&mut parsed));
                continue;
            }
            "KW" => {
                let topics = parsed.entry("keyword").or_default();
                *topics = if topics.is_empty() { value.to_owned() } else { format!("{topics}, {value}") };
                continue;
            }
            "PY" => {
                assert_eq!(value.len(), 4);
                parsed.insert("issued", value.to_owned());
                continue;
            }
            "DA" => {
                let day = value.strip_suffix('/').unwrap().replace('/', "-");
                assert!(day.starts_with(&parsed["issued"]), "{line}");
                parsed.insert("issued", day);
                continue;
            }
            "TY" => "type",
            "ID" => "id",
            "TI" => "title",
            "VL" => "volume",
            "A2" | "T2" => "container-title",
            "SP" => "page",
            "SE" => "section",
            "M1" => "number",
            "ET" => "chapter-number",
            "OP" => "references",
            "PB" => "authority",
            "CY" => "jurisdiction",
            "AB" => "abstract",
            "UR" => "URL",
            "DB" => "source",
            tag => panic!("there is no tag {tag}"),
        };
        assert!(parsed.insert(name, value.to_owned()).is_none(), "{tag} is there twice");
    }
    assert!(parsed.is_empty(), "a reference has no end");
    references
}

fn parse_csl_json(text: &str) -> Vec<Parsed> {
    const NAMES: [&str; 17] = [
        "id",
        "type",
        "title",
        "volume",
        "container-title",
        "page",
        "section",
        "number",
        "chapter-number",
        "references",
        "authority",
        "jurisdiction",
        "issued",
        "keyword",
        "abstract",
        "URL",
        "source",
    ];
    let items: Vec<Value> = serde_json::from_str(text).unwrap();
    let parse = |item: Value| {
        let members = item.as_object().unwrap().iter();
        let parsed = members.map(|(name, value)| {
            let name = *NAMES.iter().find(|known| *known == name).unwrap();
            let number = |part: &Value| format!("{:02}", part.as_u64().unwrap());
            let date = |parts: &[Value]| parts.iter().map(number).collect::<Vec<_>>().join("-");
            let value = match name {
                "issued" => {
                    assert_eq!(value["date-parts"].as_array().unwrap().len(), 1);
                    date(value["date-parts"][0].as_array().unwrap())
                }
                _ => value.as_str().unwrap().to_owned(),
            };
            (name, value)
        });
        parsed.collect()
    };
    items.into_iter().map(parse).collect()
}

fn parse(format: &str, text: &str) -> Vec<Parsed> {
    match format {
        "bibtex" => parse_bibtex(text),
        "ris" => parse_ris(text),
        _ => parse_csl_json(text),
    }
}

/// Returns the date of a reference: a state's code has the year of its refresh, and a law not that of the introduction.
fn date(list: List, record: &Value) -> Option<&str> {
    let is_law = record["meta"]["citation"].as_str().is_some_and(|citation| !citation.contains("Cong. ("));
    let is_dated = record["jurisdictionId"] != "federal" && record["status"] != "repealed";
    match list {
        List::Cases => record["decisionDate"].as_str(),
        List::Statutes => is_dated.then(|| &record["meta"]["last_updated"].as_str().unwrap()[..4]),
        List::Bills => record["introducedDate"].as_str().filter(|_| !is_law),
    }
}

/// Checks a reference against its record. `has_address` says whether the record links to a text.
fn check(list: List, format: &str, parsed: &Parsed, record: &Value, address: Option<&str>) {
    let one_line = |text: &str| text.replace(['\n', '\t', '\u{2028}'], " ");
    let expect = |name: &str, value: Option<&str>| {
        let value = value.map(|value| if format == "csl-json" { value.to_owned() } else { one_line(value) });
        assert_eq!(parsed.get(name).cloned(), value, "{name} in {format} of {record}");
    };
    let types = match format {
        "bibtex" => ["legislation", "jurisdiction", "legislation"],
        "ris" => ["STAT", "CASE", "BILL"],
        _ => ["legislation", "legal_case", "bill"],
    };
    let text = |name: &str| record[name].as_str();
    let citation = record["meta"]["citation"].as_str();
    expect("type", Some(types[list as usize]));
    expect("id", text("id"));
    expect("title", text("title").or(text("caseName")));
    expect("number", text("billNumber"));
    expect("authority", text("court"));
    expect("jurisdiction", text("jurisdiction"));
    expect("issued", date(list, record));
    expect("section", text("sectionNumber").map(|section| section.strip_prefix("§ ").unwrap()));
    let topics = record["topics"].as_array().filter(|topics| !topics.is_empty());
    let topics = topics.map(|topics| topics.iter().map(|tag| tag.as_str().unwrap()).collect::<Vec<_>>().join(", "));
    expect("keyword", topics.as_deref());
    expect("abstract", text("summary"));
    expect("URL", address);
    if format == "bibtex" {
        expect("citation", text("citation").or(citation));
    } else {
        expect("source", record["meta"]["source"].as_str());
        let law = citation.filter(|citation| list == List::Bills && !citation.contains("Cong. ("));
        expect("references", law);
    }
    // The parts of a citation are the whole, in its order.
    let part = |name: &str| parsed.get(name).map(String::as_str);
    let place: Vec<&str> = ["volume", "container-title", "page"].into_iter().filter_map(part).collect();
    let place = place.join(" ");
    match list {
        List::Cases => assert_eq!(place, one_line(text("citation").unwrap())),
        List::Statutes => {
            let citation = one_line(citation.unwrap_or_default());
            let between = citation.strip_prefix(&place).unwrap();
            let between = part("section").and_then(|section| between.strip_suffix(section)).unwrap_or(between);
            assert!(["", " ", " § ", ", § "].contains(&between), "{citation} is {parsed:?}");
        }
        List::Bills => assert_eq!(place, ""),
    }
}

/// Returns the first address of the text of a record, from the header of its response.
fn address(app: &TestApp, list: List, id: &str) -> Option<String> {
    let response = get(app, &format!("{}/{id}", list.path()));
    let link = response.header("link")?;
    Some(link.split_once('<').unwrap().1.split_once('>').unwrap().0.to_owned())
}

#[test]
fn references_of_the_bundled_corpus_are_its_records() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let lines = get(&app, &format!("{}/export", list.path()));
        let records: Vec<Value> = lines.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let addresses: Vec<Option<String>> =
            records.iter().map(|record| address(&app, list, record["id"].as_str().unwrap())).collect();
        for (format, _) in FORMATS {
            let response = get(&app, &format!("{}/export?format={format}", list.path()));
            let parsed = parse(format, response.text());
            assert_eq!(parsed.len(), records.len());
            let keys: BTreeSet<&str> = parsed.iter().map(|reference| reference["id"].as_str()).collect();
            assert_eq!(keys.len(), records.len(), "each key is there once");
            for ((parsed, record), address) in parsed.iter().zip(&records).zip(&addresses) {
                check(list, format, parsed, record, address.as_deref());
            }
        }
    }
}

#[test]
fn reference_of_a_record_is_its_export() {
    let app = TestApp::bundled();
    for (list, id) in List::ALL.into_iter().zip(["la-civ-code-1493", "scotus-410-us-113", "federal-117-hr-3684"]) {
        for (format, media_type) in FORMATS {
            let target = format!("{}/{id}?format={format}", list.path());
            let single = get(&app, &target);
            let export = get(&app, &format!("{}/export?format={format}&id={id}", list.path()));
            assert_eq!(single.text(), export.text(), "{id}");
            assert_eq!(single.header("content-type"), Some(media_type));
            assert_eq!(export.header("content-type"), Some(media_type));
            let json = get(&app, &format!("{}/{id}", list.path()));
            assert_eq!(single.header("link"), json.header("link"));
            assert_ne!(single.header("etag"), json.header("etag"));
            let head = app.send(request(Method::HEAD, &target));
            assert_eq!((head.status, head.stable_headers()), (StatusCode::OK, single.stable_headers()));
        }
    }
}

#[test]
fn references_are_written_like_this() {
    let app = TestApp::bundled();
    let text = |target: &str| get(&app, target).text().to_owned();
    assert_eq!(
        text("/api/v1/cases/scotus-410-us-113?format=bibtex"),
        "@jurisdiction{scotus-410-us-113,\n  title = {{Roe v. Wade}},\n  howpublished = {410 U.S. 113},\n  \
         volume = {410},\n  journaltitle = {U.S.},\n  pages = {113},\n  institution = {Supreme Court of the United \
         States},\n  address = {United States},\n  year = {1973},\n  month = jan,\n  day = {22},\n  keywords = \
         {abortion, privacy, women, due-process},\n  abstract = {A pregnant woman challenged Texas's ban on abortion. \
         The Court held that the right of privacy includes a woman's choice to end a pregnancy, with state power growing \
         by trimester; Casey reshaped it in 1992, and Dobbs overruled it in 2022.},\n  url = \
         {https://www.courtlistener.com/c/U.S./410/113/}\n}\n"
    );
    assert_eq!(
        text("/api/v1/statutes/federal-usc-18-1341?format=ris"),
        "TY  - STAT\r\nID  - federal-usc-18-1341\r\nTI  - Frauds and swindles\r\nVL  - 18\r\nT2  - U.S.C.\r\n\
         SE  - 1341\r\nCY  - United States\r\nKW  - fraud\r\nKW  - postal-service\r\n\
         KW  - criminal-law\r\nAB  - Mail fraud: punishes scams to cheat people of money or property in which something \
         is sent by mail or a private carrier, with up to 20 years in prison.\r\nUR  - https://uscode.house.gov/view.xhtml\
         ?req=granuleid:USC-prelim-title18-section1341&num=0&edition=prelim\r\nDB  - United States Code, Office of the \
         Law Revision Counsel\r\nER  - \r\n"
    );
    let bill = |id: &str| parse_csl_json(&text(&format!("/api/v1/bills/{id}?format=csl-json"))).remove(0);
    assert_eq!(
        bill("federal-117-hr-3684"),
        Parsed::from([
            ("id", "federal-117-hr-3684"),
            ("type", "bill"),
            ("title", "Infrastructure Investment and Jobs Act"),
            ("number", "H.R. 3684"),
            ("chapter-number", "117th Congress"),
            ("references", "Pub. L. 117-58"),
            ("jurisdiction", "United States"),
            ("keyword", "public-works, transportation, railroads"),
            (
                "abstract",
                "President Biden's bipartisan infrastructure law: $1.2 trillion for roads, bridges, trains, transit, \
                 internet service, replacing lead water pipes, the power grid and chargers for electric cars."
            ),
            ("URL", "https://www.congress.gov/bill/117th-congress/house-bill/3684"),
            ("source", "Congress.gov, Library of Congress"),
        ]
        .map(|(name, value)| (name, value.to_owned())))
    );
    let state = bill("wy-2025-hb0172");
    assert_eq!((state["number"].as_str(), state["chapter-number"].as_str()), ("HB0172", "2025"));
}

#[test]
fn hostile_texts_stay_within_their_fields() {
    let hostile = [
        "{",
        "}}",
        "\\",
        "\\}",
        "a\nER  - \nTY  - CASE",
        "$x_1^2$ & 100% #1 ~",
        "@misc{x,",
        "\", }",
        "x\u{2028}y",
        "é § “q”",
        "</script><!--",
        "\\textbackslash{}",
    ];
    // Names have no control characters.
    let title =
        |record: Value, name: &str, text: &str| with(record, json!({ name: text.replace('\n', " "), "summary": text }));
    let texts = || hostile.iter().enumerate();
    let corpus = Corpus {
        statutes: texts().map(|(idx, text)| title(statute(&format!("ca-{idx}"), "ca"), "title", text)).collect(),
        cases: texts().map(|(idx, text)| title(case(&format!("c-{idx}"), "ca"), "caseName", text)).collect(),
        bills: texts().map(|(idx, text)| title(bill(&format!("ca-{idx}"), "ca"), "title", text)).collect(),
    };
    let app = corpus.write().app();
    for list in List::ALL {
        let lines = get(&app, &format!("{}/export", list.path()));
        let records: Vec<Value> = lines.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (format, _) in FORMATS {
            let response = get(&app, &format!("{}/export?format={format}", list.path()));
            let parsed = parse(format, response.text());
            assert_eq!(parsed.len(), records.len(), "{format}");
            for (parsed, record) in parsed.iter().zip(&records) {
                check(list, format, parsed, record, parsed.get("URL").map(String::as_str));
            }
        }
    }
}

#[test]
fn export_of_references_has_at_most_ten_thousand() {
    let app = large(10_001).write().app();
    for (format, _) in FORMATS {
        let target = format!("/api/v1/cases/export?format={format}");
        for method in [Method::GET, Method::HEAD] {
            let response = app.send(request(method.clone(), &target));
            assert_eq!(response.status, StatusCode::BAD_REQUEST, "{format}");
            if method == Method::GET {
                let body = response.error(StatusCode::BAD_REQUEST);
                assert_eq!(
                    body["error"],
                    format!(
                        "format={format} takes at most 10000 records, and 10001 match: add filters, or use \
                         format=ndjson or format=csv"
                    )
                );
                assert_eq!(problem_parameters(&body), ["format"]);
            }
        }
        let fewer = get(&app, &format!("{target}&jurisdiction=ny"));
        let total = app.get("/api/v1/cases?jurisdiction=ny&limit=1").good()["meta"]["total"].as_u64().unwrap();
        assert_eq!(parse(format, fewer.text()).len() as u64, total);
    }
    let at_most = large(10_000).write().app();
    assert_eq!(parse("ris", get(&at_most, "/api/v1/cases/export?format=ris").text()).len(), 10_000);
}

#[test]
fn empty_export_of_references_is_a_document() {
    let app = Corpus::default().write().app();
    for (format, expected) in [("bibtex", ""), ("ris", ""), ("csl-json", "[]\n")] {
        assert_eq!(get(&app, &format!("/api/v1/bills/export?format={format}")).text(), expected);
    }
}

#[test]
fn reference_refuses_fields_and_other_formats() {
    let app = TestApp::bundled();
    let record = "/api/v1/cases/scotus-410-us-113";
    for (query, expected) in [
        ("format=csv", &["format"][..]),
        ("format=json", &["format"]),
        ("format=", &["format"]),
        ("format=ris&format=ris", &["format"]),
        ("format=ris&fields=id", &["fields"]),
        ("format=ris&fields=nothing", &["fields"]),
        ("format=xml&fields=nothing", &["format", "fields"]),
        ("format=ris&bom=true", &["bom"]),
    ] {
        let body = app.get(&format!("{record}?{query}")).error(StatusCode::BAD_REQUEST);
        assert_eq!(problem_parameters(&body), expected, "{query}: {body}");
    }
    let body = app.get(&format!("{record}?format=json")).error(StatusCode::BAD_REQUEST);
    assert_eq!(body["error"], "format must be one of bibtex, ris, csl-json; without format, a record is JSON");
    for (format, _) in FORMATS {
        let body = app.get(&format!("/api/v1/cases/export?format={format}&fields=id")).error(StatusCode::BAD_REQUEST);
        assert_eq!(
            body["error"],
            "fields needs another format than bibtex, ris, csl-json, which have fields of their own"
        );
        app.get(&format!("/api/v1/cases/no-such-case?format={format}")).error(StatusCode::NOT_FOUND);
        let moved = app.get(&format!("/api/v1/cases/scotus-93-s-ct-705?format={format}"));
        assert_eq!(moved.status, StatusCode::PERMANENT_REDIRECT);
        assert_eq!(moved.header("location"), Some(format!("{record}?format={format}").as_str()));
    }
}
