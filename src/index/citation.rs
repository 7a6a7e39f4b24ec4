/*!
The form in which citations are compared: the words of a citation, with one name for each reporter and code.

Reporters are spelled in many ways: with and without spaces and full stops, which the words do away with, and under
other names, which the table below does. The names on its right side are those of the Bluebook (tables T1 and T10), those
on the left are found in older reports and in the bulk data of CourtListener and of the Caselaw Access Project.
*/

use super::words::joined_words;

/// Other names of reporters and codes, as words, and the name in whose place they stand.
const NAMES: &[(&str, &str)] = &[
    ("united states reports", "us"),
    ("us reports", "us"),
    ("united states code", "usc"),
    ("us code", "usc"),
    ("usca", "usc"),
    ("uscs", "usc"),
    ("sup ct", "s ct"),
    ("sct", "s ct"),
    ("led", "l ed"),
    ("lawyers ed", "l ed"),
    ("federal reporter", "f"),
    ("fed rep", "f"),
    ("fed 2 d", "f 2 d"),
    ("fed 3 d", "f 3 d"),
    ("fed 4 th", "f 4 th"),
    ("federal supplement", "f supp"),
    ("fed supp", "f supp"),
    ("fsupp", "f supp"),
    ("fed appx", "f appx"),
    ("fappx", "f appx"),
    ("f app x", "f appx"),
    ("atl", "a"),
    ("pac", "p"),
    ("calrptr", "cal rptr"),
    ("cal reptr", "cal rptr"),
    ("calif", "cal"),
    ("wn", "wash"),
    ("ore", "or"),
    ("kans", "kan"),
    ("wisc", "wis"),
];

/// The key of a citation: two citations of one key mean the same place.
pub(super) fn key(citation: &str) -> String {
    let words = joined_words(citation);
    let words: Vec<&str> = words.split(' ').collect();
    let mut key: Vec<&str> = Vec::with_capacity(words.len());
    let mut rest = words.as_slice();
    while let [word, behind @ ..] = rest {
        match NAMES.iter().find_map(|(other, name)| Some((name, without(rest, other)?))) {
            Some((name, behind)) => {
                key.push(name);
                rest = behind;
            }
            None => {
                key.push(word);
                rest = behind;
            }
        }
    }
    key.join(" ")
}

/// The words behind those of a name, if the words begin with it.
fn without<'s, 'w>(words: &'s [&'w str], name: &str) -> Option<&'s [&'w str]> {
    let mut rest = words;
    for word in name.split(' ') {
        let (first, behind) = rest.split_first()?;
        rest = (*first == word).then_some(behind)?;
    }
    Some(rest)
}

/// The keys that a citation may be meant by, the likeliest first: as it is; and without what is often written around
/// it, which are the name of the case before it, and pages, parallel citations, subsections and the year behind it.
pub(super) fn keys(citation: &str) -> Vec<String> {
    let whole = key(citation);
    let place = key(place(citation));
    if place.is_empty() || place == whole { vec![whole] } else { vec![whole, place] }
}

/// The volume, reporter and page of a citation in full, or the title and section.
fn place(citation: &str) -> &str {
    let begins_with_digit = |text: &&str| text.trim_start().starts_with(|character: char| character.is_ascii_digit());
    let behind_name = citation.match_indices(',').map(|(at, _)| &citation[at + 1..]).find(begins_with_digit);
    let place = if begins_with_digit(&citation) { citation } else { behind_name.unwrap_or(citation) };
    let end = place.find([',', '(']).unwrap_or(place.len());
    place[..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_reporter_have_one_key() {
        for (spellings, expected) in [
            (&["410 U.S. 113", "410 US 113", "410 U. S. 113", "410 United States Reports 113"][..], "410 us 113"),
            (&["93 S. Ct. 705", "93 S.Ct. 705", "93 Sup. Ct. 705", "93 SCt 705"], "93 s ct 705"),
            (&["35 L. Ed. 2d 147", "35 L.Ed.2d 147", "35 LEd2d 147"], "35 l ed 2 d 147"),
            (&["49 F.3d 807", "49 F. 3d 807", "49 F3d 807", "49 Fed. 3d 807"], "49 f 3 d 807"),
            (&["142 F. Supp. 707", "142 F.Supp. 707", "142 FSupp 707"], "142 f supp 707"),
            (&["1 F. App'x 2", "1 F. App’x 2", "1 Fed. Appx. 2"], "1 f appx 2"),
            (&["100 Wn.2d 5", "100 Wash. 2d 5"], "100 wash 2 d 5"),
            (&["18 U.S.C. § 1341", "18 USC 1341", "18 U.S.C.A. § 1341", "18 U.S. Code § 1341"], "18 usc 1341"),
        ] {
            for spelling in spellings {
                assert_eq!(key(spelling), expected, "{spelling}");
            }
        }
    }

    #[test]
    fn what_is_written_around_a_citation_is_left_out_of_the_second_key() {
        for (citation, place) in [
            ("Roe v. Wade, 410 U.S. 113 (1973)", "410 us 113"),
            ("Roe v. Wade, 410 U.S. 113, 153 (1973)", "410 us 113"),
            ("410 U.S. 113, 93 S. Ct. 705", "410 us 113"),
            ("Smith, Jones, Inc. v. X, 1 F.3d 2 (9th Cir. 1993)", "1 f 3 d 2"),
            ("18 U.S.C. § 1341(a)(1)", "18 usc 1341"),
            ("Cal. Penal Code § 187(a)", "cal penal code 187"),
        ] {
            assert_eq!(keys(citation)[1..], [place], "{citation}");
        }
        assert_eq!(keys("410 U.S. 113"), ["410 us 113"]);
    }
}
