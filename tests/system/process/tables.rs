//! The tables of `lexdex get` in a pipe.

use crate::system::process::get::outcome_of;
use crate::system::support::server::indexed_command;

/// The first lines of a table in a pipe.
fn table(arguments: &[&str], n_lines: usize) -> String {
    let (code, stdout, _) = outcome_of(indexed_command(&[&["get"], arguments].concat()));
    assert_eq!(code, Some(0));
    stdout.lines().take(n_lines).collect::<Vec<_>>().join("\n")
}

#[test]
fn statutes_are_listed_by_their_sections() {
    let table = table(&["statutes", "--jurisdiction", "CA", "--limit", "2"], 3);
    insta::assert_snapshot!(table, @r"
    ID                      JURISDICTION  TITLE                   SECTION NUMBER  STATUS
    ca-bus-prof-code-17200  California    Unfair competition      § 17200         amended
    ca-civil-code-51        California    Unruh Civil Rights Act  § 51            amended
    ");
}

#[test]
fn bills_are_listed_with_their_status() {
    let table = table(&["bills", "--congress", "117", "--topic", "guns", "--status", "signed"], 2);
    insta::assert_snapshot!(table, @r"
    ID                  BILL NUMBER  TITLE                             JURISDICTION   STATUS  INTRODUCED DATE
    federal-117-s-2938  S. 2938      Bipartisan Safer Communities Act  United States  signed  2021-10-05
    ");
}

#[test]
fn counts_are_listed_by_facet() {
    let table = table(&["cases", "--court", "ca9", "--topic", "privacy", "--facets"], 8);
    insta::assert_snapshot!(table, @r"
    FACET         VALUE                   LABEL                                                                COUNT
    jurisdiction  federal                 United States                                                           10
    topic         communications          Communications and telecommunications                                   12
    topic         privacy                 Privacy                                                                 10
    topic         standing                Standing to sue                                                          5
    topic         copyright               Copyright                                                                4
    topic         cybersecurity           Cybersecurity and computer crime                                         4
    topic         search-and-seizure      Search and seizure                                                       3
    ");
}

#[test]
fn jurisdictions_are_listed_with_their_population() {
    let table = table(&["jurisdictions"], 4);
    insta::assert_snapshot!(table, @r"
    ID       ABBREVIATION  NAME                      LEVEL      CAPITAL           POPULATION
    federal  US            United States             federal    Washington, D.C.   331449281
    al       AL            Alabama                   state      Montgomery           5024279
    ak       AK            Alaska                    state      Juneau                733391
    ");
}

#[test]
fn topics_are_listed_with_counts_of_each_list() {
    let table = table(&["topics"], 4);
    insta::assert_snapshot!(table, @r"
    TAG                          LABEL                                           STATUTES  CASES  BILLS
    abortion                     Abortion                                               5     24     14
    administrative-law           Administrative law                                    18     45     13
    admiralty                    Admiralty and maritime law                            13     21      3
    ");
}

#[test]
fn courts_are_listed_with_their_cases() {
    let table = table(&["courts"], 4);
    insta::assert_snapshot!(table, @r"
    ID               NAME                                                                       LEVEL       JURISDICTION              CASES
    acca             United States Army Court of Criminal Appeals                               special     United States                 0
    afcca            United States Air Force Court of Criminal Appeals                          special     United States                 0
    akb              United States Bankruptcy Court for the District of Alaska                  bankruptcy  United States                 0
    ");
}

#[test]
fn coverage_is_listed_by_list_and_jurisdiction() {
    let table = table(&["coverage"], 3);
    insta::assert_snapshot!(table, @r"
    RESOURCE  JURISDICTION              RECORDS  COMPLETENESS  FIRST DATE  LAST DATE   LAST UPDATED
    statutes  United States                 502  sample        1890-07-02  2023-06-27  2026-11-23
    statutes  Alabama                         5  sample                                2026-11-21
    ");
}
