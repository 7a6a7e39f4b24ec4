/*!
Words with rules of their own: stop words, the word for the records of a list, and members of the thesaurus.
*/

use serde_json::json;

use super::rules::{Expected, check_all, check_readings, statutes, write};
use crate::integration::contract::List;
use crate::integration::corpus::{Corpus, statute, with};
use crate::integration::support::encode;

#[test]
fn stop_words_select_and_rank_only_if_there_are_no_other_words() {
    let directory = statutes(&[("a", "What is my rent"), ("b", "Rent"), ("c", "My end")]);
    let searches: &[Expected<'_>] = &[
        ("what is your rent", &["b", "a"]),
        ("rent in my yard", &["b", "a"]),
        ("my", &["c", "a"]),
        ("your my", &["c", "a"]),
    ];
    check_all(&directory, List::Statutes, "any", searches);
    let searches: &[Expected<'_>] = &[
        ("my rent", &["b", "a"]),
        ("your rent", &["b", "a"]),
        ("I can't, won't and don't rent", &["b", "a"]),
        ("my", &["c", "a"]),
        ("my AND rent", &["a"]),
        ("your AND rent", &[]),
        ("\"my\" rent", &["a"]),
        ("rent -my", &["b", "a"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
    let all = || json!({ "match": "all" });
    check_readings(&directory, &[("your rent", "auto", all()), ("won't rent", "auto", all())]);
}

#[test]
fn word_for_the_records_of_a_list_ranks_and_is_not_required() {
    let directory = statutes(&[("a", "Theft"), ("b", "Theft laws"), ("c", "Martial law")]);
    let searches: &[Expected<'_>] = &[
        ("theft laws", &["b", "a"]),
        ("what is the law on theft", &["b", "a"]),
        ("theft statutes", &["a", "b"]),
        ("law", &["b", "c"]),
        ("theft AND laws", &["b"]),
        ("\"laws\" theft", &["b", "a"]),
        ("theft -laws", &["a"]),
    ];
    check_all(&directory, List::Statutes, "auto", searches);
    check_all(&directory, List::Statutes, "any", &[("law on stolen theft", &["b", "a"]), ("some laws", &["b", "c"])]);
}

#[test]
fn word_for_the_records_of_a_list_is_required_with_all_words() {
    let directory = statutes(&[("a", "Theft"), ("b", "Theft laws"), ("c", "Martial law")]);
    let searches: &[Expected<'_>] = &[
        ("theft laws", &["b"]),
        ("what is the law on theft", &["b"]),
        ("theft statutes", &[]),
        ("law", &["b", "c"]),
        ("martial AND law", &["c"]),
        ("theft -laws", &["a"]),
        ("theft cases", &[]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
}

#[test]
fn synonyms_may_have_letters_beside_digits() {
    let directory = write(
        &Corpus {
            statutes: [
                ("a", "401(k) plans"),
                ("b", "Retirement plans"),
                ("c", "First amendment"),
                ("d", "1st Amendment"),
            ]
            .map(|(id, title)| with(statute(id, "federal"), json!({ "title": title })))
            .into(),
            ..Corpus::default()
        },
        "401k\tretirement\nfirst amendment\t1st amendment\n",
    );
    let searches: &[Expected<'_>] = &[
        ("401k", &["a", "b"]),
        ("401(k) plan", &["a", "b"]),
        ("\"401k\"", &["a"]),
        ("retirement", &["b", "a"]),
        ("1st amendment", &["d", "c"]),
        ("first amendment", &["c", "d"]),
        ("\"1st\" amendment", &["d"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
}

/// A record for each member of each group, and a search for each member.
#[test]
fn every_member_of_the_bundled_thesaurus_finds_its_group() {
    let thesaurus = include_str!("../../../corpus/synonyms.tsv").lines().filter(|line| !line.starts_with('#'));
    let groups: Vec<Vec<&str>> = thesaurus.map(|line| line.split('\t').map(str::trim).collect()).collect();
    let id = |group: usize, member: usize| format!("g{group}-m{member}");
    let records = groups.iter().enumerate().flat_map(|(group, members)| {
        let record = move |(member, title): (usize, &&str)| {
            with(statute(&id(group, member), "federal"), json!({ "title": title }))
        };
        members.iter().enumerate().map(record)
    });
    let app = Corpus { statutes: records.collect(), ..Corpus::default() }.write().app();
    let mut dead = Vec::new();
    for (group, members) in groups.iter().enumerate() {
        let ids: String = (0..members.len()).map(|member| format!("&id={}", id(group, member))).collect();
        for member in members {
            let q = encode(member);
            let found = app.get(&format!("/api/v1/statutes?q={q}&match=all&limit=1{ids}")).good();
            if found["meta"]["total"] != members.len() {
                dead.push(format!("{member}: {} of {}", found["meta"]["total"], members.join(", ")));
            }
        }
    }
    assert_eq!(dead, [""; 0]);
}
