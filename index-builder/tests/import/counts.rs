//! The counts of successive imports of every format. [`Corpus`] checks that each of them is explained.

use std::fs;

use index_builder::import::publishers::IMPORTERS;
use serde_json::json;

use crate::code_title::{section, title};
use crate::corpus::{Corpus, Options, importer};
use crate::jsonl::SECTIONS;
use crate::jsonl_cases::{CASES, row};

/// The files of a release, by path.
pub(crate) type Files = Vec<(String, String)>;

/// A release with records of these numbers. The last is there twice if the format allows it. `version` is 1 or 2.
pub(crate) fn release(format: &str, version: u32, numbers: &[u32]) -> Files {
    let file = |name: String, content: String| (name, content);
    match format {
        "uslm" => {
            let section = |number: &u32| section(&number.to_string(), &format!("Heading {version}"));
            let sections: Vec<String> = numbers.iter().map(section).collect();
            let title = title("7", &format!("2024-0{version}-01"), &sections);
            vec![file("usc07.xml".into(), title)]
        }
        "billstatus" => {
            let sample = include_str!("samples/billstatus/3.0.0.xml");
            let bill = |number: &u32| {
                let updated = format!("<updateDate>2022-12-1{version}");
                let bill = sample.replace("<number>21<", &format!("<number>{number}<"));
                file(format!("{number}.xml"), bill.replace("<updateDate>2022-12-16", &updated))
            };
            numbers.iter().map(bill).collect()
        }
        "congress-json" => {
            let bill = |number: &u32| {
                let bill = json!({
                    "bill_id": format!("hr{number}-107"), "bill_type": "hr", "number": number.to_string(),
                    "congress": "107", "short_title": "Of ferries.", "status": "REFERRED",
                    "updated_at": format!("2013-07-0{version}T05:04:49-04:00"),
                });
                file(format!("107/bills/hr/hr{number}/data.json"), bill.to_string())
            };
            numbers.iter().map(bill).collect()
        }
        "openstates" => {
            let bill = |number: &u32| {
                json!({
                    "legislative_session": "2025", "identifier": format!("HB {number}"), "title": "Of ferries.",
                    "from_organization": "~{\"classification\": \"lower\"}", "classification": ["bill"],
                    "jurisdiction": {"id": "ocd-jurisdiction/country:us/state:tx/government"},
                    "scraped_at": format!("2025-09-0{version}T02:00:00+00:00"),
                })
            };
            let bills: Vec<_> = numbers.iter().chain(numbers.last()).map(bill).collect();
            vec![file("bills.json".into(), json!(bills).to_string())]
        }
        "cap" => {
            let case = |number: &u32| {
                let case = json!({
                    "id": number, "name_abbreviation": "Doe v. Roe", "decision_date": "1969-10-31",
                    "citations": [{ "type": "official", "cite": format!("1 Cal. 3d {number}") }],
                    "court": { "name_abbreviation": "Cal.", "id": 9021, "name": "Supreme Court of California" },
                    "jurisdiction": { "id": 30, "name_long": "California", "name": "Cal." },
                    "last_updated": format!("2024-02-0{version}T16:57:40+00:00"), "file_name": format!("{number}-01"),
                });
                file(format!("cal-3d/1/cases/{number}-01.json"), case.to_string())
            };
            numbers.iter().map(case).collect()
        }
        "courtlistener" => {
            let rows =
                |row: &dyn Fn(&u32) -> String| numbers.iter().map(|number| row(number) + "\n").collect::<String>();
            let clusters = rows(&|n| {
                format!(
                    "\"{n}\",\"2016-05-0{version} 15:36:14+00\",\"1999-12-31\",\"f\",\"Doe v. Roe\",\"\",\"\",\"Published\",\"1\""
                )
            });
            let clusters = format!(
                "id,date_modified,date_filed,date_filed_is_approximate,case_name,case_name_full,nature_of_suit,\
                 precedential_status,docket_id\n{clusters}"
            );
            let citations = rows(&|n| format!("\"{n}\",\"508\",\"F.3d\",\"{n}\",\"1\",\"{n}\""));
            let courts = "id,full_name,short_name,jurisdiction,citation_string,date_modified\n\
                          \"ca9\",\"Court of Appeals\",\"Ninth Circuit\",\"F\",\"9th Cir.\",\"2014-10-31 01:58:02+00\"\n";
            let dockets = "id,date_modified,case_name,docket_number,nature_of_suit,court_id\n\
                           \"1\",\"2015-01-01 00:00:00+00\",\"x\",\"1-1\",\"\",\"ca9\"\n";
            vec![
                file(
                    "citations-2026-01-31.csv".into(),
                    format!("id,volume,reporter,page,type,cluster_id\n{citations}"),
                ),
                file("courts-2026-01-31.csv".into(), courts.into()),
                file("dockets-2026-01-31.csv".into(), dockets.into()),
                file("opinion-clusters-2026-01-31.csv".into(), clusters),
            ]
        }
        "dc-law" => {
            let section = |number: &u32| {
                let section = format!(
                    "<section><num>22-{number}</num><heading>Fires {version}.</heading><text>No.</text></section>"
                );
                file(format!("us/dc/council/code/titles/22/sections/22-{number}.xml"), section)
            };
            let library = format!(
                "<library><meta><build><codified-date>2024-0{version}-01</codified-date></build></meta></library>"
            );
            numbers.iter().map(section).chain([file("index.xml".into(), library)]).collect()
        }
        "jsonl" => {
            let row = |number: &u32| format!("{number},Heading {version},2024-0{version}-01\n");
            let rows: String = numbers.iter().chain(numbers.last()).map(row).collect();
            vec![file("rows.csv".into(), format!("number,title,updated\n{rows}"))]
        }
        "jsonl cases" => {
            let row = |number: &u32| {
                let cite = format!("1 U.S. {number}");
                format!("{}\n", row(&number.to_string(), &format!("2024-0{version}-01"), "Doe v. Roe", &cite))
            };
            vec![file("rows.jsonl".into(), numbers.iter().chain(numbers.last()).map(row).collect())]
        }
        "public-resource" => {
            let sections = numbers
                .iter()
                .chain(numbers.last())
                .map(|number| format!("<h3 id=\"s{number}\"><b>§ 6-1-{number}. Arson {version}.</b></h3>"));
            let page = format!(
                "<html><head><meta content=\"Wyoming Code\" name=\"Subject\"/><meta name=\"description\" \
                 content=\"Release 84 of the Code. Transformed and posted by P.R.O on 2022-0{version}-01.\"/></head>\
                 <body><h1>Title 6 Crimes</h1>{}</body></html>",
                sections.collect::<String>()
            );
            vec![file("gov.wy.code.title.06.html".into(), page)]
        }
        _ => panic!("{format} needs its files here"),
    }
}

#[test]
fn counts_of_every_format_are_explained_over_two_releases() {
    let formats = IMPORTERS.iter().map(|importer| (*importer, importer.name, SECTIONS));
    for (importer, format, mapping) in formats.chain([(importer("jsonl"), "jsonl cases", CASES)]) {
        let corpus = Corpus::new();
        let import = |version: u32, numbers: &[u32]| {
            let folder = corpus.path().with_file_name("data");
            _ = fs::remove_dir_all(&folder);
            for (name, content) in release(format, version, numbers) {
                corpus.beside(&format!("data/{name}"), content);
            }
            // Half a file of the format, or one of another format.
            corpus.beside("data/zz/bill_x.json", "{\"id\": ");
            corpus.beside("data/zz/x.xml", "<section><num>");
            let mapping = importer.needs_mapping().then(|| corpus.beside("mapping.toml", mapping));
            let options = Options { mapping, older: true, ..Options::default() };
            corpus.try_import_with(importer, &[&folder], options).unwrap()
        };
        let numbers =
            |report: &index_builder::report::import_report::Report| (report.added, report.replaced, report.unchanged);
        let first = import(1, &[101, 102, 103, 104]);
        assert_eq!(numbers(&first), (4, 0, 0), "{format}: {first}");
        let again = import(1, &[101, 102, 103, 104]);
        assert_eq!(numbers(&again), (0, 0, 4), "{format}: {again}");
        let second = import(2, &[101, 102, 103, 105]);
        assert_eq!(numbers(&second), (1, 3, 0), "{format}: {second}");
        let older = import(1, &[101, 102]);
        assert_eq!((numbers(&older), older.removed.count), ((0, 2, 0), 2), "{format}: {older}");
        corpus.build();
    }
}
