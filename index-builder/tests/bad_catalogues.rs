//! A catalogue of a corpus that contradicts itself or another catalogue is rejected, with all its problems.

use crate::samples::{COURTS, JURISDICTIONS, POPULAR_NAMES, STATUTE, SYNONYMS, TOPICS, edited};
use crate::workspace::{Workspace, problems};

/// Builds a corpus with its own catalogue, and compares the reported problems.
#[track_caller]
fn check<L: AsRef<[u8]>>(file: &str, lines: &[L], messages: &[&str]) {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE]),
        ("jurisdictions.jsonl", &JURISDICTIONS),
        ("courts.jsonl", &COURTS),
        ("topics.jsonl", &TOPICS),
        ("synonyms.tsv", &SYNONYMS),
        ("popular-names.tsv", &POPULAR_NAMES),
    ]);
    workspace.write_lines(&format!("corpus/{file}"), lines);
    let messages: Vec<String> = messages.iter().map(|message| format!("corpus/{file}:{message}")).collect();
    assert_eq!(workspace.refused(), problems(&messages));
}

#[test]
fn name_of_two_jurisdictions_is_rejected_in_any_case() {
    let [federal, new_york, ohio] = JURISDICTIONS;
    let ohio =
        ohio.replace(r#""OH""#, r#""ny""#).replace("Ohio", " UNITED STATES").replace("}}", r#"},"aliases":["usa"]}"#);
    check(
        "jurisdictions.jsonl",
        &[federal, new_york, &ohio],
        &[
            "3: name: \"united states\" is already a name of the entry of line 1",
            "3: abbreviation: \"ny\" is already a name of the entry of line 2",
            "3: aliases: \"usa\" is already a name of the entry of line 1",
        ],
    );
}

#[test]
fn jurisdiction_entry_without_a_served_records_form_fails() {
    let [federal, new_york, ohio] = JURISDICTIONS;
    let new_york = new_york.replace(r#""slug":"new-york""#, r#""slug":"New York""#);
    let ohio = ohio
        .replace(r#""id":"oh""#, r#""id":"OH""#)
        .replace("CC0 1.0", "MIT")
        .replace(r#""citation":null"#, r#""citation":"Ohio Const.""#);
    check(
        "jurisdictions.jsonl",
        &[federal, &new_york, &ohio],
        &[
            "2: slug: \"New York\" is not lower-case words joined by hyphens",
            "3: id: \"OH\" is not lower-case words joined by hyphens",
            "3: meta.jurisdiction: \"oh\" is not the entry's id \"OH\"",
            "3: meta.license: \"MIT\" is not \"CC0 1.0\"",
            "3: meta.citation: is null for jurisdictions",
        ],
    );
}

#[test]
fn line_that_is_not_an_entry_is_rejected_with_its_field() {
    let [federal, new_york, ohio] = JURISDICTIONS;
    let of_no_level = edited(new_york, r#""level":"state""#, r#""level":"province""#);
    let of_no_people = edited(new_york, "20201249", "-1");
    check(
        "jurisdictions.jsonl",
        &[federal, new_york, ohio, "", "{", &of_no_level, &of_no_people],
        &[
            "4: the line is empty: every line is one record",
            "5: EOF while parsing an object, at column 1",
            "6: level: \"province\" is not one of federal, state, territory, district, at column 85",
            "7: population: invalid value: integer `-1`, expected u64, at column 117",
        ],
    );
}

#[test]
fn court_of_an_unknown_jurisdiction_is_rejected() {
    let [scotus, appellate_division] = COURTS;
    let elsewhere = edited(appellate_division, r#""jurisdiction":"ny""#, r#""jurisdiction":"NY""#);
    let message = "2: jurisdiction: \"NY\" is not the id of a jurisdiction in the catalogue";
    check("courts.jsonl", &[scotus, &elsewhere], &[message]);
}

#[test]
fn court_whose_name_is_the_word_of_a_level_is_rejected() {
    let [scotus, appellate_division] = COURTS;
    let alias = edited(scotus, "U.S. Supreme Court", "Supreme");
    let id = edited(appellate_division, "nyappdiv", "appellate");
    check(
        "courts.jsonl",
        &[&alias, &id],
        &[
            "1: \"Supreme\" is the word of a court level, which always wins over a name",
            "2: \"appellate\" is the word of a court level, which always wins over a name",
        ],
    );
}

#[test]
fn name_of_two_courts_is_rejected() {
    let [scotus, _] = COURTS;
    let again =
        edited(scotus, r#""id":"scotus""#, r#""id":"sc.ot""#).replace("Supreme Court of the", "High Court of the");
    check(
        "courts.jsonl",
        &[scotus, &again, &edited(scotus, "U.S. Supreme Court", "")],
        &[
            "2: id: \"sc.ot\" is not lower-case letters and digits",
            "2: aliases: \"u.s. supreme court\" is already a name of the entry of line 1",
            "3: id: \"scotus\" is already a name of the entry of line 1",
            "3: name: \"supreme court of the united states\" is already a name of the entry of line 1",
            "3: aliases: is empty",
        ],
    );
}

#[test]
fn fields_of_a_court_are_checked() {
    let [scotus, _] = COURTS;
    let level = edited(scotus, r#""level":"supreme""#, r#""level":"circuit""#);
    let unknown = edited(scotus, r#""level""#, r#""tier":1,"level""#);
    let null = edited(scotus, r#"["U.S. Supreme Court"]"#, "null");
    check(
        "courts.jsonl",
        &[&level, &unknown, &null],
        &[
            "1: level: \"circuit\" is not one of supreme, appellate, appellate/circuit, trial, trial/district, \
             bankruptcy, special, at column 76",
            "2: tier: unknown field `tier`, expected one of `id`, `name`, `level`, `jurisdiction`, `aliases`, at \
             column 65",
            "3: aliases: invalid type: null, expected a sequence, at column 116",
        ],
    );
}

#[test]
fn tag_of_wrong_form_or_of_two_topics_is_rejected() {
    check(
        "topics.jsonl",
        &[
            r#"{"tag":"fraud","label":"Fraud","aliases":["wire fraud","swindling"]}"#,
            r#"{"tag":"Tax","label":"Tax"}"#,
            r#"{"tag":"theft","label":"Theft","aliases":["swindling","fraud"]}"#,
            r#"{"tag":"x"}"#,
        ],
        &[
            "4: missing field `label`, at column 11",
            "1: aliases: \"wire fraud\" is not lower-case words joined by hyphens",
            "2: tag: \"Tax\" is not lower-case words joined by hyphens",
            "3: aliases: \"swindling\" is already a name of the entry of line 1",
            "3: aliases: \"fraud\" is already a name of the entry of line 1",
        ],
    );
}

#[test]
fn group_of_the_thesaurus_with_a_faulty_member_is_rejected() {
    let [comment, theft, cop] = SYNONYMS.map(str::as_bytes);
    check(
        "synonyms.tsv",
        &[comment, theft, b"", b"caf\xe9\tbar", b"# caf\xe9", b"dui", cop, b"dui\t DUI \tdwi\t"],
        &[
            "3: the line is empty: remove it",
            "4: the line is not UTF-8: save the file in that encoding",
            "6: \"dui\" is alone in its group: add a tab and another member, or remove the line",
            "8: \"DUI\" is in the group twice: remove one",
            "8: member 4 is empty: remove the tab before or after it",
        ],
    );
}

#[test]
fn faulty_popular_name_is_rejected() {
    let [comment, roe, postal, mail] = POPULAR_NAMES;
    check(
        "popular-names.tsv",
        &[
            comment,
            roe,
            "Wade\tcase\tThe case on abortion.",
            &edited(roe, "Roe\tcase", "ROE\tdecision"),
            &edited(postal, "statutes/", "laws/"),
            &edited(mail, "cases/elsewhere", "cases/Else_where"),
        ],
        &[
            "3: has 3 columns, not the six name, kind, means, records, citation, source, separated by tabs",
            "4: name: \"ROE\" is already the name of line 2: join the two lines",
            "4: kind: \"decision\" is not one of statute, bill, case, program",
            "5: records: \"laws\" is not one of statutes, cases, bills",
            "6: records: \"Else_where\" is not made of a-z, 0-9, dot and hyphen, at most 200 of them",
        ],
    );
}

#[test]
fn problems_of_all_catalogues_are_reported_together() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE]),
        ("jurisdictions.jsonl", &["{"]),
        ("courts.jsonl", &["[]"]),
        ("topics.jsonl", &["x"]),
        ("synonyms.tsv", &["x"]),
        ("popular-names.tsv", &["x"]),
        ("coverage.toml", &["[laws]"]),
    ]);
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/jurisdictions.jsonl:1: EOF while parsing an object, at column 1",
            "corpus/courts.jsonl:1: the line is not a JSON object: every line is one record",
            "corpus/topics.jsonl:1: the line is not a JSON object: every line is one record",
            "corpus/synonyms.tsv:1: \"x\" is alone in its group: add a tab and another member, or remove the line",
            "corpus/popular-names.tsv:1: has 1 columns, not the six name, kind, means, records, citation, source, \
             separated by tabs",
            "corpus/coverage.toml:1: \"laws\" is not one of statutes, cases, bills, the lists of a corpus",
        ])
    );
}
