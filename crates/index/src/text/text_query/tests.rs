use super::*;

/// Formats a clause: its role, its alternatives (phrases in quotation marks, abbreviations in capitals) and its
/// position.
fn described(clause: &Clause) -> String {
    let term = |term: &Term| match term {
        Term::Word { text, is_abbreviation: false } => text.clone(),
        Term::Word { text, is_abbreviation: true } => text.to_uppercase(),
        Term::Phrase(words) => format!("\"{}\"", words.join(" ")),
    };
    let alternatives: Vec<String> = clause.alternatives.iter().map(term).collect();
    let role = match clause.role {
        ClauseRole::Word => "",
        ClauseRole::Required => "+",
        ClauseRole::Excluded => "-",
    };
    format!("{role}{}@{}", alternatives.join("|"), clause.position)
}

fn parsed(text: &str) -> Result<Vec<String>, InvalidTextQuery> {
    Ok(TextQuery::parse(text, MatchMode::Auto)?.clauses.iter().map(described).collect())
}

#[test]
fn text_is_parsed_into_clauses_in_order() {
    for (text, clauses) in [
        // Pieces.
        ("Roe v. Wade", &["roe@0", "v@1", "wade@2"][..]),
        ("same-sex marriage", &["same@0", "sex@1", "marriage@2"]),
        ("2000e-5 HR3684", &["\"2000 e 5\"@0", "\"hr 3684\"@3"]),
        ("42 U. S. C. § 1983", &["42@0", "usc@1", "1983@2"]),
        ("\"mail fraud\" “Fraud”x", &["\"mail fraud\"@0", "\"fraud\"@2", "x@3"]),
        ("(mail) fraud, \"\" it's", &["mail@0", "fraud@1", "it@2"]),
        // Abbreviations.
        ("tenants in CA (NY)", &["tenants@0", "in@1", "CA@2", "NY@3"]),
        ("TENANTS CA", &["tenants@0", "ca@1"]),
        ("\"CA\" U.S. abC", &["\"ca\"@0", "us@1", "abc@2"]),
        // Operators.
        ("a OR b OR c d", &["a|b|c@0", "d@1"]),
        ("a OR same-sex", &["a|\"same sex\"@0"]),
        ("a OR a", &["a@0"]),
        ("a OR b OR a", &["a|b@0"]),
        ("a AND b c", &["+a@0", "+b@1", "c@2"]),
        ("a b AND c OR d", &["a@0", "+b@1", "+c|d@2"]),
        ("a OR same-sex AND b", &["+a|\"same sex\"@0", "+b@1"]),
        ("x same-sex AND b", &["x@0", "+same@1", "+sex@2", "+b@3"]),
        ("a AND NOT b c", &["+a@0", "-b@1", "c@2"]),
        ("x NOT a-b AND c", &["x@0", "-\"a b\"@1", "+c@3"]),
        ("-x -b-c -\"d e\"", &["-x@0", "-\"b c\"@1", "-\"d e\"@3"]),
        ("roe -v- wade -of", &["roe@0", "v@1", "wade@2", "of@3"]),
        ("NOT a OR b", &["-a|b@0"]),
        // Operators that are words.
        ("Portland OR", &["portland@0", "OR@1"]),
        ("OR AND NOT", &["OR@0", "and@1", "not@2"]),
        ("AND a OR NOT b", &["and@0", "a@1", "OR@2", "-b@3"]),
        ("NOT NOT a", &["not@0", "-a@1"]),
        ("a or b and not c", &["a@0", "or@1", "b@2", "and@3", "not@4", "c@5"]),
        ("a - b - -- -", &["a@0", "b@1"]),
        ("a -\"\" b", &["a@0", "b@1"]),
        ("a-b -(c)", &["a@0", "b@1", "c@2"]),
        // A repeated word counts once, at its first position.
        ("tax law tax fraud", &["tax@0", "law@1", "fraud@3"]),
        ("tax law AND tax", &["+tax@0", "+law@1"]),
        ("x tax law tax AND y", &["x@0", "+tax@1", "law@2", "+y@4"]),
        ("tax -tax \"tax\"", &["tax@0", "-tax@1", "\"tax\"@2"]),
    ] {
        assert_eq!(parsed(text).unwrap(), clauses, "{text}");
    }
}

#[test]
fn whole_text_is_also_a_name_and_a_citation() {
    let query = TextQuery::parse("Roe v. \"Wade\", 410 U.S. 113", MatchMode::All).unwrap();
    assert_eq!(query.name, "roe v wade 410 us 113");
    assert_eq!(query.citation.keys, ["410 us 113"]);
    assert_eq!(query.mode, MatchMode::All);
}

#[test]
fn empty_text_open_quotation_and_too_many_words_are_invalid() {
    for text in ["", " ", "§", "\"\"", "- --", "\"(\" -\"\""] {
        assert_eq!(parsed(text), Err(InvalidTextQuery::NoWord), "{text}");
    }
    for text in ["\"", "a \"b", "“a", "\"a\" \"", "\"a” b „"] {
        assert_eq!(parsed(text), Err(InvalidTextQuery::OpenQuotation), "{text}");
    }
    let words = |n_words: usize| (0..n_words).map(|number| number.to_string()).collect::<Vec<_>>();
    for text in [
        words(33).join(" OR "),
        words(33).join(" AND "),
        format!("\"{}\"", words(33).join(" ")),
        format!("-{}", words(33).join(" -")),
        // No word would be left to search for.
        format!("-{} tax", words(32).join(" -")),
    ] {
        assert_eq!(parsed(&text), Err(InvalidTextQuery::TooManyFixedWords(33)), "{text}");
    }
    let of_all = |text: &str| TextQuery::parse(text, MatchMode::All).map(|query| query.clauses.len());
    assert_eq!(of_all(&words(32).join(" ")), Ok(32));
    assert_eq!(of_all(&words(33).join(" ")), Err(InvalidTextQuery::TooManyWords(33)));
    // Repeated words are not counted again.
    assert_eq!(of_all(&"tax law ".repeat(33)), Ok(2));
}

#[test]
fn heaviest_plain_words_of_more_than_32_count() {
    let plain: Vec<String> = (0..40).map(|number| format!("{number}")).collect();
    let heaviest = |text: &str| {
        let query = TextQuery::parse(text, MatchMode::Auto).unwrap();
        // Even numbers are heavier, and of these the first 16 are the heaviest.
        let weight = |word: &str| Ok::<_, ()>(word.parse::<u32>().map_or(0, |number| u32::from(number % 2 == 0)));
        let query = query.with_heaviest_words(weight).unwrap().into_owned();
        query.clauses.iter().map(described).collect::<Vec<_>>()
    };
    let numbers = |numbers: Vec<u32>| numbers.iter().map(|number| format!("{number}@{number}")).collect::<Vec<_>>();
    assert_eq!(heaviest(&plain[..32].join(" ")), numbers((0..32).collect()));
    let counted = (0..40).filter(|number| number % 2 == 0 || *number < 24);
    assert_eq!(heaviest(&plain.join(" ")), numbers(counted.collect()));
    let fixed = format!("{} \"a b\" -c d AND e", plain[..33].join(" "));
    let counted = (0..33).filter(|number| number % 2 == 0 || *number < 20);
    let fixed_clauses = ["\"a b\"@33", "-c@35", "+d@36", "+e@37"].map(str::to_owned);
    assert_eq!(heaviest(&fixed), [numbers(counted.collect()), fixed_clauses.to_vec()].concat());
    // Letters and digits together are a phrase that may be left out, unless it is in quotation marks.
    let joined = format!("{} 1x {}", plain[..30].join(" "), plain[30..33].join(" "));
    let counted = (0..30).map(|number| format!("{number}@{number}"));
    assert_eq!(heaviest(&joined), counted.chain(["30@32".to_owned(), "32@34".to_owned()]).collect::<Vec<_>>());
    assert!(heaviest(&joined.replace("1x", "\"1x\"")).contains(&"\"1 x\"@30".to_owned()));
}
