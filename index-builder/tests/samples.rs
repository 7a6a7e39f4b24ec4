//! Valid records, and functions that change them.

/// A statute with every field.
pub(crate) const STATUTE: &str = r#"{"id":"federal-usc-18-1341","jurisdiction":"United States","jurisdictionId":"federal","title":"Frauds and swindles","titleNumber":"18","sectionNumber":"§ 1341","status":"active","effectiveDate":"1948-06-25","topics":["fraud"],"summary":"Forbids fraud by mail.","meta":{"source":"U.S. Code","jurisdiction":"federal","last_updated":"2024-02-29","citation":"18 U.S.C. § 1341","license":"CC0 1.0"}}"#;

/// A case with every field.
pub(crate) const CASE: &str = r#"{"id":"scotus-410-us-113","caseName":"Roe v. Wade","citation":"410 U.S. 113","court":"Supreme Court of the United States","jurisdiction":"United States","jurisdictionId":"federal","decisionDate":"1973-01-22","topics":["abortion"],"summary":"Held that a right exists.","meta":{"source":"U.S. Reports","jurisdiction":"federal","last_updated":"2024-02-29","citation":"410 U.S. 113 (1973)","license":"CC0 1.0"}}"#;

/// A bill with every field.
pub(crate) const BILL: &str = r#"{"id":"federal-117-hr-3684","billNumber":"H.R. 3684","title":"Infrastructure Investment and Jobs Act","jurisdiction":"United States","jurisdictionId":"federal","chamber":"house","status":"signed","introducedDate":"2021-06-04","topics":["transportation"],"summary":"Pays for roads.","meta":{"source":"Congress.gov","jurisdiction":"federal","last_updated":"2024-02-29","citation":null,"license":"CC0 1.0"}}"#;

/// A record of each list and the folder it belongs in.
pub(crate) const ALL: [(&str, &str); 3] = [("statutes", STATUTE), ("cases", CASE), ("bills", BILL)];

/// A record with a part of its text replaced. The record must have the part.
#[track_caller]
pub(crate) fn edited(record: &str, from: &str, to: &str) -> String {
    assert!(record.contains(from), "{from} is not in {record}");
    record.replacen(from, to, 1)
}

/// A record under another identifier.
#[track_caller]
pub(crate) fn with_id(record: &str, id: &str) -> String {
    let start = r#"{"id":""#;
    let end = record[start.len()..].find('"').unwrap() + start.len();
    format!("{start}{id}{}", &record[end..])
}

/// A statute whose line has this length in bytes.
pub(crate) fn statute_of_bytes(n_bytes: usize) -> String {
    let padding = "x".repeat(n_bytes - STATUTE.len());
    edited(STATUTE, "Forbids fraud by mail.", &format!("Forbids fraud by mail.{padding}"))
}

/// A catalogue of three jurisdictions, in catalogue order.
pub(crate) const JURISDICTIONS: [&str; 3] = [
    r#"{"id":"federal","name":"United States","abbreviation":"US","slug":"federal","level":"federal","meta":{"source":"U.S. Census Bureau","jurisdiction":"federal","last_updated":"2021-04-26","citation":null,"license":"CC0 1.0"},"aliases":["USA"]}"#,
    r#"{"id":"ny","name":"New York","abbreviation":"NY","slug":"new-york","level":"state","capital":"Albany","population":20201249,"meta":{"source":"U.S. Census Bureau","jurisdiction":"ny","last_updated":"2021-04-26","citation":null,"license":"CC0 1.0"}}"#,
    r#"{"id":"oh","name":"Ohio","abbreviation":"OH","slug":"ohio","level":"state","meta":{"source":"U.S. Census Bureau","jurisdiction":"oh","last_updated":"2021-04-26","citation":null,"license":"CC0 1.0"}}"#,
];

/// A catalogue of two courts.
pub(crate) const COURTS: [&str; 2] = [
    r#"{"id":"scotus","name":"Supreme Court of the United States","level":"supreme","jurisdiction":"federal","aliases":["U.S. Supreme Court"]}"#,
    r#"{"id":"nyappdiv","name":"Appellate Division of the Supreme Court of New York","level":"appellate","jurisdiction":"ny"}"#,
];

/// A catalogue of two topics.
pub(crate) const TOPICS: [&str; 2] =
    [r#"{"tag":"fraud","label":"Fraud","aliases":["swindling"]}"#, r#"{"tag":"abortion","label":"Abortion"}"#];

/// A thesaurus of two groups, below a comment.
pub(crate) const SYNONYMS: [&str; 3] = ["# Words that mean the same.", "theft\tlarceny", "cop\tpeace officer\tpolice"];

/// Popular names of the sample records, two of them of the statute, below a comment.
pub(crate) const POPULAR_NAMES: [&str; 4] = [
    "# Names that people use.",
    "Roe\tcase\tThe case on abortion.\tcases/scotus-410-us-113\t410 U.S. 113\tcommon usage",
    "Postal Swindles Act\tstatute\tThe law on fraud by mail.\tstatutes/federal-usc-18-1341\t\tcommon usage",
    "Mail Fraud Statute\tstatute\tThe law on fraud by mail.\tstatutes/federal-usc-18-1341 cases/elsewhere\t\tcommon usage",
];
