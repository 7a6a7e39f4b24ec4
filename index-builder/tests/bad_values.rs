//! A record whose values contradict the catalogues or each other, or have the wrong form, is rejected with all its
//! problems.

use crate::samples::{ALL, BILL, CASE, STATUTE, edited, with_id};
use crate::workspace::{Workspace, problems};

/// Builds a list of these lines, and compares the problems reported for each.
#[track_caller]
fn check(folder: &str, cases: &[(String, &[&str])]) {
    let lines: Vec<&str> = cases.iter().map(|(line, _)| line.as_str()).collect();
    let expected: Vec<String> = cases
        .iter()
        .enumerate()
        .flat_map(|(idx, (_, messages))| {
            messages.iter().map(move |message| format!("corpus/{folder}/a.jsonl:{}: {message}", idx + 1))
        })
        .collect();
    let workspace = Workspace::with_corpus(&[(&format!("{folder}/a.jsonl"), &lines)]);
    assert_eq!(workspace.refused(), problems(&expected));
}

#[test]
fn jurisdiction_outside_the_catalogue_fails_with_the_nearest() {
    for (folder, record) in ALL {
        let line = edited(record, r#""jurisdictionId":"federal""#, r#""jurisdictionId":"fedral""#);
        let messages: &[&str] = &[
            "jurisdictionId: \"fedral\" is not in the jurisdiction catalogue; the nearest is federal",
            "meta.jurisdiction: \"federal\" is not the record's jurisdictionId",
        ];
        check(folder, &[(line, messages)]);
    }
}

#[test]
fn id_that_is_the_name_of_an_endpoint_is_rejected() {
    for id in ["facets", "export"] {
        let message = format!("id: \"{id}\" is the name of an endpoint of the list, which no record can have");
        check("bills", &[(with_id(BILL, id), &[&message])]);
    }
}

#[test]
fn jurisdiction_by_name_or_alias_is_rejected_in_a_record() {
    let line = |id: &str| STATUTE.replace("\"federal\"", &format!("\"{id}\""));
    for name in ["us", "US", "united-states", "United States", "Federal"] {
        let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[line(name)])]);
        let message = workspace.refused();
        let start = format!(
            "error: the corpus has 1 problem:\n  corpus/statutes/a.jsonl:1: jurisdictionId: \"{name}\" is not in the \
             jurisdiction catalogue; the nearest "
        );
        assert!(message.starts_with(&start), "{message}");
    }
}

#[test]
fn jurisdiction_name_that_differs_from_its_id_is_rejected() {
    for (folder, record) in ALL {
        let name = |name: &str| edited(record, "\"United States\"", &format!("\"{name}\""));
        check(
            folder,
            &[
                (
                    name("California"),
                    &["jurisdiction: \"California\" is not the name of \"federal\", which is \"United States\""],
                ),
                (
                    name("united states"),
                    &["jurisdiction: \"united states\" is not the name of \"federal\", which is \"United States\""],
                ),
                (name(""), &["jurisdiction: \"\" is not the name of \"federal\", which is \"United States\""]),
            ],
        );
    }
}

#[test]
fn meta_jurisdiction_that_differs_from_the_record_is_rejected() {
    for (folder, record) in ALL {
        let line = edited(record, r#""jurisdiction":"federal""#, r#""jurisdiction":"ca""#);
        check(folder, &[(line, &["meta.jurisdiction: \"ca\" is not the record's jurisdictionId"])]);
    }
}

#[test]
fn license_other_than_cc0_is_rejected() {
    for (folder, record) in ALL {
        let license = |license: &str| edited(record, "\"CC0 1.0\"", &format!("\"{license}\""));
        check(
            folder,
            &[
                (license("MIT"), &["meta.license: \"MIT\" is not \"CC0 1.0\""]),
                (license("CC0-1.0"), &["meta.license: \"CC0-1.0\" is not \"CC0 1.0\""]),
                (license("cc0 1.0"), &["meta.license: \"cc0 1.0\" is not \"CC0 1.0\""]),
                (license(""), &["meta.license: \"\" is not \"CC0 1.0\""]),
            ],
        );
    }
}

#[test]
fn id_of_wrong_form_is_rejected() {
    for (folder, record) in ALL {
        let longest = "a".repeat(200);
        let too_long = "a".repeat(201);
        let bad_ids = ["", "A-1", "a b", "-a", "a-", ".a", "a_b", "a/b", "é", &too_long];
        let cases = bad_ids.map(|id| {
            let message = format!("id: \"{id}\" is not made of a-z, 0-9, dot and hyphen, at most 200 of them");
            (crate::samples::with_id(record, id), message)
        });
        let expected: Vec<[&str; 1]> = cases.iter().map(|(_, message)| [message.as_str()]).collect();
        let cases: Vec<(String, &[&str])> =
            cases.iter().zip(&expected).map(|((line, _), message)| (line.clone(), message.as_slice())).collect();
        check(folder, &cases);
        let file = format!("{folder}/a.jsonl");
        Workspace::with_corpus(&[(&file, &[crate::samples::with_id(record, &longest)])]).built();
    }
}

#[test]
fn topic_that_is_not_a_tag_or_is_repeated_is_rejected() {
    for (folder, record) in ALL {
        let start = record.find(r#""topics":["#).unwrap();
        let end = start + record[start..].find(']').unwrap() + 1;
        let topics = |tags: &str| edited(record, &record[start..end], &format!(r#""topics":[{tags}]"#));
        let too_long = "a".repeat(101);
        let of_too_long =
            format!("topics: \"{too_long}\" is not lower-case words joined by hyphens, at most 100 bytes");
        check(
            folder,
            &[
                (
                    topics(r#""Civil Rights","civil_rights","","a--b","é""#),
                    &[
                        "topics: \"Civil Rights\" is not lower-case words joined by hyphens, at most 100 bytes",
                        "topics: \"civil_rights\" is not lower-case words joined by hyphens, at most 100 bytes",
                        "topics: \"\" is not lower-case words joined by hyphens, at most 100 bytes",
                        "topics: \"a--b\" is not lower-case words joined by hyphens, at most 100 bytes",
                        "topics: \"é\" is not lower-case words joined by hyphens, at most 100 bytes",
                    ],
                ),
                (topics(&format!("\"{too_long}\"")), &[&of_too_long]),
                (topics(r#""fraud","tax","fraud""#), &["topics: \"fraud\" appears twice"]),
            ],
        );
        Workspace::with_corpus(&[(&format!("{folder}/a.jsonl"), &[topics("")])]).built();
    }
}

/// The required texts of each list, with their values in the samples.
const TEXTS: [(&str, &str, &str, &str); 9] = [
    ("statutes", STATUTE, "title", "Frauds and swindles"),
    ("statutes", STATUTE, "meta.source", "U.S. Code"),
    ("cases", CASE, "caseName", "Roe v. Wade"),
    ("cases", CASE, "citation", "410 U.S. 113"),
    ("cases", CASE, "court", "Supreme Court of the United States"),
    ("cases", CASE, "meta.source", "U.S. Reports"),
    ("bills", BILL, "billNumber", "H.R. 3684"),
    ("bills", BILL, "title", "Infrastructure Investment and Jobs Act"),
    ("bills", BILL, "meta.source", "Congress.gov"),
];

#[test]
fn empty_too_long_or_control_text_is_rejected() {
    for (folder, record, field, value) in TEXTS {
        let text = |text: &str| edited(record, &format!("\"{value}\""), &format!("\"{text}\""));
        // A court is also the value of a filter.
        let (n_chars, too_long) = match field {
            "court" => (200, "is 201 characters long, and a filter value has 200 at most"),
            _ => (10_000, "is 20001 bytes long, more than 20000"),
        };
        let longest = "é".repeat(n_chars);
        Workspace::with_corpus(&[(&format!("{folder}/a.jsonl"), &[text(&longest)])]).built();
        check(
            folder,
            &[
                (text(""), &[&format!("{field}: is empty")]),
                (text(" \u{a0} "), &[&format!("{field}: is empty")]),
                (text(r"a\u0000b"), &[&format!(r#"{field}: "a\0b" has a control character"#)]),
                (text(r"a\nb"), &[&format!(r#"{field}: "a\nb" has a control character"#)]),
                (text("a\u{85}b"), &[&format!(r#"{field}: "a\u{{85}}b" has a control character"#)]),
                (text(&format!("{longest}x")), &[&format!("{field}: {too_long}")]),
            ],
        );
    }
}

#[test]
fn all_problems_of_a_record_are_reported_at_once() {
    let line = BILL
        .replace("federal-117-hr-3684", "HR 3684")
        .replace("\"Infrastructure Investment and Jobs Act\"", "\" \"")
        .replace("\"United States\"", "\"Utah\"")
        .replace(r#""jurisdiction":"federal""#, r#""jurisdiction":"ut""#)
        .replace("\"transportation\"", "\"Roads\"")
        .replace("CC0 1.0", "CC BY 4.0");
    check(
        "bills",
        &[(
            line,
            &[
                "id: \"HR 3684\" is not made of a-z, 0-9, dot and hyphen, at most 200 of them",
                "title: is empty",
                "jurisdiction: \"Utah\" is not the name of \"federal\", which is \"United States\"",
                "meta.jurisdiction: \"ut\" is not the record's jurisdictionId",
                "topics: \"Roads\" is not lower-case words joined by hyphens, at most 100 bytes",
                "meta.license: \"CC BY 4.0\" is not \"CC0 1.0\"",
            ],
        )],
    );
}
