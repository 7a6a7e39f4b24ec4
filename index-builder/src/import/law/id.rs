/*!
Identifiers from natural keys, in lower case `[a-z0-9.-]`. Every import gives the same identifier.
*/

use lexdex_core::corpus::id_form::{citation, slug};

/// The id of a section, such as `federal-usc-17-101`. `within` is the title or act in which section numbers begin
/// again, and empty if they are unique in the code. `None` if the number is missing or has neither a letter nor a digit.
pub(crate) fn statute(jurisdiction_id: &str, code: &str, within: &str, number: &str) -> Option<String> {
    // A list of sections must not look like a number with hyphens, which another section may have.
    let number = number.replace(", ", " and ");
    (!slug(&number).is_empty()).then(|| from_parts(&[jurisdiction_id, code, within, &number]))
}

/// The id of a bill, such as `wy-2025-sf0006`. `None` if the session or the number is missing or has neither a letter nor
/// a digit.
pub(crate) fn bill(jurisdiction_id: &str, session: &str, number: &str) -> Option<String> {
    let is_complete = !slug(session).is_empty() && !slug(number).is_empty();
    is_complete.then(|| from_parts(&[jurisdiction_id, session, number]))
}

/// The prefix of the ids of a session's bills, such as `wy-2025-`, or of those whose numbers begin with `number`, such
/// as `federal-117-hr-`.
pub(crate) fn bill_prefix(jurisdiction_id: &str, session: &str, number: &str) -> String {
    format!("{}-", from_parts(&[jurisdiction_id, session, number]))
}

/// The id of a case by its court and citation, such as `scotus-410-us-113`.
pub(crate) fn case(court_id: &str, text: &str) -> String {
    page(court_id, &citation(text))
}

/// The id of a page in the reports of a court. `citation` is in the form of ids.
pub(crate) fn page(court_id: &str, citation: &str) -> String {
    [court_id, "-", citation].concat()
}

/// The parts of a natural key as an identifier: `["federal", "usc", "17", "101"]` is `federal-usc-17-101`. Empty parts
/// are left out.
fn from_parts(parts: &[&str]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| slug(part)).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use lexdex_core::corpus::bill_session;
    use lexdex_core::model::{Bill, BillStatus, Chamber, Date, LICENSE, Meta};
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::import::law::bill_number;

    #[test]
    fn natural_key_becomes_an_id() {
        for (parts, id) in [
            (&["federal", "usc", "17", "101"][..], "federal-usc-17-101"),
            (&["federal", "usc", "42", "2000e–2"], "federal-usc-42-2000e-2"),
            (&["dc", "code", "28:2-316.01"], "dc-code-28-2-316.01"),
            (&["pr", "2021", "P. de la C. 1003"], "pr-2021-p.-de-la-c.-1003"),
            (&["al", "", "SB 1"], "al-sb-1"),
            (&["x", "(Año)"], "x-ano"),
        ] {
            assert_eq!(from_parts(parts), id);
        }
    }

    proptest! {
        #[test]
        fn session_of_a_bill_is_read_from_its_id(
            jurisdiction in select(vec!["federal", "wy", "ca", "pr"]),
            session in "[1-9A-Za-z][0-9A-Za-z]{0,5}([ -][0-9A-Za-z]{1,7}){0,2}",
            letters in "[A-Z]{1,3}(\\.[A-Z]\\.)?( de la)?",
            number in "[ .]{0,2}0{0,3}[1-9][0-9]{0,4}(-[0-9]{1,3}| \\([A-Z]{3}\\))?",
        ) {
            let number = format!("{letters}{number}");
            let session = if jurisdiction == "federal" { slug(&session).replace('-', "") } else { session };
            let id = bill(jurisdiction, &session, &bill_number::key(jurisdiction, &number)).unwrap();
            let record = Bill {
                id,
                bill_number: number,
                title: "A title".to_owned(),
                jurisdiction: "A name".to_owned(),
                jurisdiction_id: jurisdiction.to_owned(),
                chamber: Chamber::House,
                status: BillStatus::Signed,
                introduced_date: None,
                topics: None,
                summary: None,
                meta: Meta {
                    source: "A test".to_owned(),
                    jurisdiction: jurisdiction.to_owned(),
                    last_updated: Date::new(2026, 1, 1).unwrap(),
                    citation: None,
                    license: LICENSE.to_owned(),
                },
            };
            let expected = format!("{jurisdiction}-{}", slug(&session));
            prop_assert_eq!(bill_session::for_bill(&record), Some(expected.as_str()), "{}", record.id);
        }
    }

    #[test]
    fn list_of_sections_has_another_id_than_a_number_with_hyphens() {
        let id = |number| statute("wy", "stat", "", number);
        assert_eq!(id("1-1, 1-2").as_deref(), Some("wy-stat-1-1-and-1-2"));
        assert_eq!(id("1-1-1-2").as_deref(), Some("wy-stat-1-1-1-2"));
        assert_eq!(id(" "), None);
    }

    #[test]
    fn number_without_a_letter_or_a_digit_gives_no_id() {
        assert_eq!(statute("wy", "stat", "", "§"), None);
        assert_eq!([bill("wy", "2025", "-"), bill("wy", "–", "sf0006")], [None, None]);
        assert_eq!(bill("wy", "2025", "sf0006").as_deref(), Some("wy-2025-sf0006"));
    }
}
