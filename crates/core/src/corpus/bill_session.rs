/*!
Derives sessions of legislatures from the ids of bills: `federal-117` from `federal-117-hr-3684`, `wy-2025` from
`wy-2025-sf0006`. A record has no field for its session.
*/

use crate::corpus::id_form::slug;
use crate::corpus::jurisdictions::Jurisdictions;
use crate::model::{Bill, Jurisdiction, JurisdictionLevel};

/// The jurisdiction whose sessions are the Congresses.
const FEDERAL: &str = "federal";

/// Returns the session of a Congress.
pub fn for_congress(number: u64) -> String {
    format!("{FEDERAL}-{number}")
}

/// Returns the session of a bill, as [`from_id`] does.
pub fn for_bill(bill: &Bill) -> Option<&str> {
    from_id(&bill.id, &bill.jurisdiction_id, &bill.bill_number)
}

/// Returns the part of a bill's id before its number: the jurisdiction and the session. `None` if the id does not
/// consist of jurisdiction, session and number.
///
/// Both a session and a number may contain hyphens (`co-2020-sb20-217` is `SB20-217` of 2020), so the bill's number
/// determines where its part of the id begins. In ids of Congress, that part begins with the type of the bill, which
/// numbers spell differently.
pub fn from_id<'i>(id: &'i str, jurisdiction_id: &str, bill_number: &str) -> Option<&'i str> {
    let rest = id.strip_prefix(jurisdiction_id)?.strip_prefix('-')?;
    let n_bytes = match jurisdiction_id {
        FEDERAL => rest.find('-')?,
        _ => {
            let number = slug(bill_number);
            let is_number = |at: &usize| characters(&rest[at + 1..]).eq(characters(&number));
            rest.rmatch_indices('-').map(|(at, _)| at).find(is_number)?
        }
    };
    (n_bytes > 0).then(|| &id[..id.len() - rest.len() + n_bytes])
}

/// Iterates over the letters and digits of a slug, without leading zeros of numbers: `SF 6` has the id `sf0006`.
fn characters(slug: &str) -> impl Iterator<Item = u8> {
    let mut is_in_number = false;
    slug.bytes().filter(move |byte| {
        is_in_number = byte.is_ascii_digit() && (is_in_number || *byte != b'0');
        is_in_number || byte.is_ascii_alphabetic()
    })
}

/// Returns a session in words, such as `117th Congress` or `Wyoming 2025`; `None` if its jurisdiction is not in the
/// catalogue.
pub fn label(session: &str, jurisdictions: &Jurisdictions) -> Option<String> {
    let (jurisdiction, number) = parts(session, jurisdictions)?;
    let name = name_of(jurisdiction, number);
    Some(if is_congress(jurisdiction, number) { name } else { format!("{} {name}", jurisdiction.name) })
}

/// Returns the name of a session within its jurisdiction, such as `117th Congress` or `2025`; `None` if its
/// jurisdiction is not in the catalogue.
pub fn name(session: &str, jurisdictions: &Jurisdictions) -> Option<String> {
    parts(session, jurisdictions).map(|(jurisdiction, number)| name_of(jurisdiction, number))
}

/// Splits a session into its jurisdiction and the rest.
fn parts<'s, 'j>(session: &'s str, jurisdictions: &'j Jurisdictions) -> Option<(&'j Jurisdiction, &'s str)> {
    let of_session = |(at, _): (usize, &str)| Some((jurisdictions.get(&session[..at])?, &session[at + 1..]));
    session.match_indices('-').find_map(of_session)
}

fn is_congress(jurisdiction: &Jurisdiction, number: &str) -> bool {
    jurisdiction.level == JurisdictionLevel::Federal && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn name_of(jurisdiction: &Jurisdiction, number: &str) -> String {
    if is_congress(jurisdiction, number) {
        format!("{number}{} Congress", ordinal_ending(number))
    } else {
        in_words(number)
    }
}

fn ordinal_ending(number: &str) -> &'static str {
    let is_teen = number.len() > 1 && number.as_bytes()[number.len() - 2] == b'1';
    match number.bytes().next_back() {
        Some(b'1') if !is_teen => "st",
        Some(b'2') if !is_teen => "nd",
        Some(b'3') if !is_teen => "rd",
        _ => "th",
    }
}

/// Converts the name of a state's session in an id to its usual spelling: years keep the hyphen between them, other
/// words get spaces, and letters after a number become capitals (`87R`) unless they form an ordinal (`102nd`).
pub fn in_words(session: &str) -> String {
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = String::with_capacity(session.len());
    let mut before = "";
    for word in session.split('-') {
        if !words.is_empty() {
            words.push(if is_year(before) && is_year(word) { '-' } else { ' ' });
        }
        let letters = word.trim_start_matches(|character: char| character.is_ascii_digit());
        let is_plain = letters.len() == word.len() || ["st", "nd", "rd", "th"].contains(&letters);
        if is_plain {
            words.push_str(word)
        } else {
            words.push_str(&word.to_ascii_uppercase())
        }
        before = word;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Catalogue, Source};

    fn bill(id: &str, jurisdiction: &str, number: &str) -> Bill {
        let meta = serde_json::json!({
            "source": "A test", "jurisdiction": jurisdiction, "last_updated": "2026-01-01", "citation": null, "license": "CC0 1.0",
        });
        let bill = serde_json::json!({
            "id": id, "billNumber": number, "title": "A title", "jurisdiction": "A name", "jurisdictionId": jurisdiction,
            "chamber": "house", "status": "signed", "meta": meta,
        });
        serde_json::from_value(bill).unwrap()
    }

    #[test]
    fn session_is_the_beginning_of_the_id_before_the_number() {
        for (id, jurisdiction, number, expected) in [
            ("federal-117-hr-3684", "federal", "H.R. 3684", Some("federal-117")),
            ("federal-117-hjres-59", "federal", "H.J. Res. 59", Some("federal-117")),
            ("wy-2025-sf0006", "wy", "SF0006", Some("wy-2025")),
            ("wy-2025-sf0006", "wy", "SF 6", Some("wy-2025")),
            ("ca-2017-2018-ab375", "ca", "AB 375", Some("ca-2017-2018")),
            ("az-49th-2nd-regular-sb1070", "az", "SB 1070", Some("az-49th-2nd-regular")),
            ("co-2020-sb20-217", "co", "SB20-217", Some("co-2020")),
            ("gu-38-b85-38-cor", "gu", "B 85-38 (COR)", Some("gu-38")),
            ("vt-2013-2014-s77", "vt", "S. 77", Some("vt-2013-2014")),
            ("pr-2021-p.-de-la-c.-1003", "pr", "P. de la C. 1003", Some("pr-2021")),
            ("ca-sb1", "ca", "SB 1", None),
            ("ca-2025-sb1", "ca", "SB 2", None),
            ("ca--sb1", "ca", "SB 1", None),
            ("federal-117", "federal", "H.R. 1", None),
            ("federal-117-hr-1", "ca", "H.R. 1", None),
            ("cal-2025-sb1", "ca", "SB 1", None),
        ] {
            assert_eq!(for_bill(&bill(id, jurisdiction, number)), expected, "{id} {number}");
        }
        assert_eq!(for_congress(117), "federal-117");
    }

    #[test]
    fn session_has_a_label_in_words() {
        let jurisdictions = Catalogue::read(&Source::Bundled).unwrap().jurisdictions;
        for (session, expected) in [
            ("federal-1", Some("1st Congress")),
            ("federal-11", Some("11th Congress")),
            ("federal-102", Some("102nd Congress")),
            ("federal-103", Some("103rd Congress")),
            ("federal-112", Some("112th Congress")),
            ("federal-117", Some("117th Congress")),
            ("federal-x", Some("United States x")),
            ("wy-2025", Some("Wyoming 2025")),
            ("ca-2017-2018", Some("California 2017-2018")),
            ("tx-87r", Some("Texas 87R")),
            ("va-2021s1", Some("Virginia 2021S1")),
            ("il-102nd", Some("Illinois 102nd")),
            ("az-49th-2nd-regular", Some("Arizona 49th 2nd regular")),
            ("atlantis-2025", None),
            ("wy", None),
        ] {
            assert_eq!(label(session, &jurisdictions).as_deref(), expected, "{session}");
        }
    }
}
