//! Random histories of releases, against a model: the corpus is a function of the set of releases, whatever the order
//! and the groups in which they are imported.
//!
//! A release has up to three parts: titles, sessions, or types of bills. A part lacks some of four records, can leave
//! some of them out with a reason, and can be damaged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::json;

use crate::archive::zip;
use crate::code_title::{section, small_title, title, titles_of_the_code};
use crate::corpus::{Corpus, Options, importer};

const N_PARTS: usize = 3;
const N_RECORDS: u8 = 4;

/// A release, by its day in January 2024.
#[derive(Clone, Debug)]
struct Release {
    day: u8,
    is_snapshot: bool,
    /// Whether the release has all other titles of the code.
    has_all_titles: bool,
    parts: [Option<Part>; N_PARTS],
}

#[derive(Clone, Debug)]
struct Part {
    records: BTreeSet<u8>,
    is_damaged: bool,
}

type Files = Vec<(String, String)>;

/// A format: how a release looks, and which scopes it has.
struct Format {
    importer: &'static str,
    list: &'static str,
    /// The beginning of the ids of a part's records.
    prefixes: [&'static str; N_PARTS],
    files: fn(&Release) -> Files,
    /// The day of a record's data.
    day: fn(&Release, u8) -> u8,
    /// Whether a damaged part makes the other parts of its release incomplete.
    is_damaged_whole: bool,
}

/// Whether a record of this number and day is left out with a reason.
fn is_left_out(number: u8, day: u8) -> bool {
    (number + day).is_multiple_of(5)
}

fn date(day: u8) -> String {
    format!("2024-01-{day:02}")
}

impl Release {
    fn parts(&self) -> impl Iterator<Item = (usize, &Part)> {
        self.parts.iter().enumerate().filter_map(|(idx, part)| Some((idx, part.as_ref()?)))
    }

    fn is_damaged(&self) -> bool {
        self.parts().any(|(_, part)| part.is_damaged)
    }
}

const TITLES: [&str; N_PARTS] = ["7", "8", "5a"];

fn uslm_files(release: &Release) -> Files {
    let code_section = |number: &u8| {
        let section = section(&number.to_string(), &format!("As of {}", release.day));
        if !is_left_out(*number, release.day) {
            return section;
        }
        section.replace("<section ", "<section status=\"transferred\" ")
    };
    let mut files: Files = release
        .parts()
        .map(|(idx, part)| {
            let sections: Vec<String> = part.records.iter().map(code_section).collect();
            let whole = title(TITLES[idx], &date(release.day), &sections);
            let content = if part.is_damaged { whole.replace("</title>", "") } else { whole };
            (format!("{}.xml", TITLES[idx]), content)
        })
        .collect();
    if release.has_all_titles {
        let others = titles_of_the_code().filter(|title| !TITLES.contains(&title.as_str()));
        files.extend(others.map(|title| (format!("{title}.xml"), small_title(&title))));
    }
    let name = format!("</docNumber><docPublicationName>Online@118-{}</docPublicationName>", release.day);
    files.iter_mut().for_each(|(_, content)| *content = content.replace("</docNumber>", &name));
    files
}

fn public_resource_files(release: &Release) -> Files {
    let page = |idx: usize, part: &Part| {
        let title = idx + 6;
        let heading = |number: &u8| {
            let words = if is_left_out(*number, release.day) { "[Renumbered.]" } else { "Arson." };
            format!("<h3><b>§ {title}-1-{number}. {words}</b></h3>")
        };
        let headings: String = part.records.iter().map(heading).collect();
        let end = if part.is_damaged { "" } else { "</html>" };
        format!(
            "<html><head><meta content=\"Wyoming Code\" name=\"Subject\"/><meta name=\"description\" content=\"Release \
             84 of the Code. Transformed and posted by P.R.O on {}.\"/></head><body><h1>Title {title} Crimes</h1>\
             {headings}</body>{end}",
            date(release.day)
        )
    };
    release.parts().map(|(idx, part)| (format!("{idx}.html"), page(idx, part))).collect()
}

/// A tree with one title.
fn dc_files(release: &Release) -> Files {
    let Some(part) = &release.parts[0] else { return Files::new() };
    let include = |file: String| format!("<xi:include href='{file}'/>");
    let missing = part.is_damaged.then_some(9);
    let sections: String = part
        .records
        .iter()
        .copied()
        .chain(missing)
        .map(|number| include(format!("./sections/1-{number}.xml")))
        .collect();
    let titles = include("./titles/1/index.xml".to_owned());
    let day = date(release.day);
    let code = "us/dc/council/code";
    let mut files = vec![
        (
            "index.xml".to_owned(),
            format!("<library><meta><build><codified-date>{day}</codified-date></build></meta></library>"),
        ),
        (format!("{code}/index.xml"), format!("<document xmlns:xi='x'>{titles}</document>")),
        (format!("{code}/titles/1/index.xml"), format!("<container xmlns:xi='x'>{sections}</container>")),
    ];
    files.extend(part.records.iter().map(|number| {
        let reason = if is_left_out(*number, release.day) { "<reason>Expired</reason>" } else { "" };
        let section = format!("<section><num>1-{number}</num>{reason}<heading>Fires.</heading></section>");
        (format!("{code}/titles/1/sections/1-{number}.xml"), section)
    }));
    files
}

const TYPES: [&str; N_PARTS] = ["S", "SRES", "HR"];

/// A bill has not changed on every day.
fn day_of_bill(release: &Release, number: u8) -> u8 {
    release.day - release.day % (number % 3 + 1)
}

fn billstatus_files(release: &Release) -> Files {
    let bill = |idx: usize, number: u8| {
        let day = day_of_bill(release, number);
        let is_house = (TYPES[idx] == "HR") != is_left_out(number, day);
        let chamber = if is_house { "House" } else { "Senate" };
        include_str!("samples/billstatus/3.0.0.xml")
            .replace("<number>21<", &format!("<number>{number}<"))
            .replace("<type>S<", &format!("<type>{}<", TYPES[idx]))
            .replace(">Senate<", &format!(">{chamber}<"))
            .replace("<updateDate>2022-12-16", &format!("<updateDate>{}", date(day)))
    };
    let mut files = Files::new();
    for (idx, part) in release.parts() {
        files.extend(part.records.iter().map(|number| (format!("{idx}-{number}.xml"), bill(idx, *number))));
        files.extend(part.is_damaged.then(|| (format!("{idx}.xml"), "<billStatus><bill>".to_owned())));
    }
    files
}

const SESSIONS: [&str; N_PARTS] = ["2025", "2025 Special", "2026"];

fn openstates_files(release: &Release) -> Files {
    let mut files = vec![("README".to_owned(), format!("Generated At: {} 08:15:30.123456\n", date(release.day)))];
    for (idx, part) in release.parts() {
        let bill = |number: &u8| {
            let kind = if is_left_out(*number, release.day) { "claim" } else { "bill" };
            json!({
                "id": format!("ocd-bill/{idx}/{number}"), "legislative_session": SESSIONS[idx],
                "identifier": format!("SF {number}"), "title": format!("As of {}", release.day),
                "jurisdiction_name": "Wyoming", "chamber": "upper", "classification": [kind],
            })
        };
        let bills = json!(part.records.iter().map(bill).collect::<Vec<_>>()).to_string();
        let bills = if part.is_damaged { bills.trim_end_matches(']').to_owned() + "," } else { bills };
        files.push((format!("WY_{idx}_bills.json"), bills));
    }
    files
}

const USLM: Format = Format {
    importer: "uslm",
    list: "statutes/",
    prefixes: ["federal-usc-7-", "federal-usc-8-", "federal-usc-5a-"],
    files: uslm_files,
    day: |release, _| release.day,
    is_damaged_whole: false,
};

const PUBLIC_RESOURCE: Format = Format {
    importer: "public-resource",
    list: "statutes/",
    prefixes: ["wy-stat-6-1-", "wy-stat-7-1-", "wy-stat-8-1-"],
    files: public_resource_files,
    day: |release, _| release.day,
    is_damaged_whole: false,
};

const DC_LAW: Format = Format {
    importer: "dc-law",
    list: "statutes/",
    prefixes: ["dc-code-1-", "-", "-"],
    files: dc_files,
    day: |release, _| release.day,
    is_damaged_whole: false,
};

const BILLSTATUS: Format = Format {
    importer: "billstatus",
    list: "bills/",
    prefixes: ["federal-117-s-", "federal-117-sres-", "federal-117-hr-"],
    files: billstatus_files,
    day: day_of_bill,
    is_damaged_whole: true,
};

const OPENSTATES: Format = Format {
    importer: "openstates",
    list: "bills/",
    prefixes: ["wy-2025-sf000", "wy-2025-special-sf000", "wy-2026-sf000"],
    files: openstates_files,
    day: |release, _| release.day,
    is_damaged_whole: true,
};

impl Format {
    /// The ids of the records that the releases leave.
    fn expected(&self, releases: &[Release]) -> BTreeSet<String> {
        let n_parts = if self.importer == "dc-law" { 1 } else { N_PARTS };
        let ids = (0..n_parts).flat_map(|idx| (0..N_RECORDS).map(move |number| (idx, number)));
        let left = ids.filter(|(idx, number)| self.is_left(*idx, *number, releases));
        left.map(|(idx, number)| format!("{}{number}", self.prefixes[idx])).collect()
    }

    fn is_left(&self, idx: usize, number: u8, releases: &[Release]) -> bool {
        let has = |release: &&Release| release.parts[idx].as_ref().is_some_and(|part| part.records.contains(&number));
        // The newest complete release of the part. Releases of one day are one.
        let complete = releases.iter().filter_map(|release| Some((self.complete_on(release, idx)?, release)));
        let newest = complete.clone().map(|(day, _)| day).max();
        let is_in_newest = complete.filter(|(day, _)| Some(*day) == newest).any(|(_, release)| has(&release));
        let is_current = |day: &u8| newest.is_none_or(|newest| *day >= newest) || is_in_newest;
        let days: BTreeMap<u8, bool> = releases
            .iter()
            .filter(has)
            .map(|release| (self.day)(release, number))
            .filter(is_current)
            .map(|day| (day, !is_left_out(number, day)))
            .collect();
        days.last_key_value().is_some_and(|(_, is_record)| *is_record)
    }

    /// The day of a release that has every record of a part, or has none because the part is gone.
    fn complete_on(&self, release: &Release, idx: usize) -> Option<u8> {
        let Some(part) = &release.parts[idx] else {
            let has_sections = |part: &Option<Part>| part.as_ref().is_some_and(|part| !part.records.is_empty());
            let is_gone = self.importer == "uslm"
                && idx == 2
                && release.has_all_titles
                && release.parts[..2].iter().all(has_sections)
                && !release.is_damaged();
            return (is_gone && release.is_snapshot).then_some(release.day);
        };
        let is_damaged = if self.is_damaged_whole { release.is_damaged() } else { part.is_damaged };
        let days = part.records.iter().map(|number| (self.day)(release, *number));
        let newest = if matches!(self.importer, "uslm" | "public-resource") { Some(release.day) } else { days.max() };
        newest.filter(|_| release.is_snapshot && !is_damaged)
    }

    fn import(&self, corpus: &Corpus, releases: &[&Release]) {
        let write = |release: &&Release| {
            let files = (self.files)(release);
            let files: Vec<(&str, &[u8])> = files.iter().map(|(name, content)| (&**name, content.as_bytes())).collect();
            (!files.is_empty()).then(|| corpus.beside(&format!("{}.zip", release.day), zip(&files)))
        };
        let inputs: Vec<PathBuf> = releases.iter().filter_map(write).collect();
        if inputs.is_empty() {
            return;
        }
        let inputs: Vec<_> = inputs.iter().map(AsRef::as_ref).collect();
        let options = Options { snapshot: Some(releases[0].is_snapshot), ..Options::default() };
        // A release without records is an error that writes nothing.
        if let Ok(report) = corpus.try_import_with(importer(self.importer), &inputs, options) {
            assert_eq!(report.read, report.written() + report.older + report.repeated.count + report.skipped());
        }
    }

    fn check(&self, releases: &[Release], order: &[usize]) {
        let (one_by_one, in_groups) = (Corpus::new(), Corpus::new());
        order.iter().for_each(|idx| self.import(&one_by_one, &[&releases[*idx]]));
        for is_snapshot in [order[0].is_multiple_of(2), !order[0].is_multiple_of(2)] {
            let group: Vec<&Release> = releases.iter().filter(|release| release.is_snapshot == is_snapshot).collect();
            self.import(&in_groups, &group);
        }
        let found = |corpus: &Corpus| -> BTreeSet<String> {
            let is_of_a_part = |id: &String| self.prefixes.iter().any(|prefix| id.starts_with(prefix));
            corpus.ids(self.list).into_iter().filter(is_of_a_part).collect()
        };
        let expected = self.expected(releases);
        assert_eq!(found(&one_by_one), expected, "one by one, {order:?}");
        assert_eq!(found(&in_groups), expected, "in two groups");
        assert_eq!(one_by_one.files(), in_groups.files(), "{order:?}");
    }
}

fn part() -> impl Strategy<Value = Option<Part>> {
    let records = prop::collection::btree_set(0..N_RECORDS, 0..=usize::from(N_RECORDS));
    let part = (records, prop::bool::weighted(0.15)).prop_map(|(records, is_damaged)| Part { records, is_damaged });
    prop::option::weighted(0.85, part)
}

fn releases() -> impl Strategy<Value = (Vec<Release>, Vec<usize>)> {
    let release = |day: u8| {
        (any::<bool>(), any::<bool>(), [part(), part(), part()])
            .prop_map(move |(is_snapshot, has_all_titles, parts)| Release { day, is_snapshot, has_all_titles, parts })
    };
    let days = prop::collection::btree_set(4..28_u8, 1..=4);
    let releases = days.prop_flat_map(move |days| days.into_iter().map(release).collect::<Vec<_>>());
    releases.prop_flat_map(|releases| {
        let order = Just((0..releases.len()).collect::<Vec<_>>()).prop_shuffle();
        (Just(releases), order)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, failure_persistence: None, max_shrink_iters: 300, ..ProptestConfig::default() })]

    #[test]
    fn corpus_follows_from_the_releases_of_the_u_s_code((releases, order) in releases()) {
        USLM.check(&releases, &order);
    }

    #[test]
    fn corpus_follows_from_the_releases_of_a_state_code((releases, order) in releases()) {
        PUBLIC_RESOURCE.check(&releases, &order);
    }

    #[test]
    fn corpus_follows_from_the_releases_of_the_dc_code((releases, order) in releases()) {
        DC_LAW.check(&releases, &order);
    }

    #[test]
    fn corpus_follows_from_the_releases_of_federal_bills((releases, order) in releases()) {
        BILLSTATUS.check(&releases, &order);
    }

    #[test]
    fn corpus_follows_from_the_releases_of_state_bills((releases, order) in releases()) {
        OPENSTATES.check(&releases, &order);
    }
}
