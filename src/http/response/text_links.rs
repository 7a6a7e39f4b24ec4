/*!
Builds the public addresses of a record's text from its citation or its id. A record has no address if its source has no
known stable form of address.

| text | address | source of its form |
|---|---|---|
| U.S. Code | `uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title18-section1341…` | the address that the Office of the Law Revision Counsel shows for a section |
| U.S. Code | `govinfo.gov/link/uscode/18/1341` | the link service of the Government Publishing Office, <https://www.govinfo.gov/link-docs/> |
| D.C. Code | `code.dccouncil.gov/us/dc/council/code/sections/1-301.01` | the site of the D.C. Council, which uses the paths of its data, <https://github.com/DCCouncil/law-xml> |
| decisions | `courtlistener.com/c/U.S./410/113/` | the citation look-up of CourtListener, <https://www.courtlistener.com/c/> |
| U.S. Reports, volumes 1 to 542 | `loc.gov/item/usrep410113/` | the collection of the Library of Congress, <https://www.loc.gov/collections/united-states-reports/> |
| federal bills since 1973 | `congress.gov/bill/117th-congress/house-bill/3684` | the address that congress.gov shows for a bill; its records begin with the 93rd Congress, <https://www.congress.gov/help/legislation> |
| states' codes and bills | `app.leg.wa.gov/RCW/default.aspx?cite=9A.32.030` | the table `text_links/state_texts.tsv` names a page for each |
*/

mod state_texts;

use axum::http::HeaderValue;
use lexdex_core::model::{BillType, Resource};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::http::response::record_fields::RecordFields;

/// The last volume of the U.S. Reports that the Library of Congress has in full.
const LAST_VOLUME_OF_LOC: u32 = 542;

/// The last page that fits into the three digits of a page number in an address of the Library of Congress.
const LAST_PAGE_OF_LOC: u32 = 999;

/// The first Congress with bills on congress.gov.
const FIRST_CONGRESS: u32 = 93;

/// The maximum length of a reporter's name in an address, in bytes.
const MAX_REPORTER_BYTES: usize = 40;

/// The bytes that must be percent-encoded in a path segment.
const MUST_ENCODE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b':');

/// Builds the `Link` header with the addresses of the text of a record, given as JSON; `None` if no address is known.
pub(crate) fn header(resource: Resource, record: &[u8]) -> serde_json::Result<Option<HeaderValue>> {
    let links: Vec<String> = of_record(resource, record)?
        .iter()
        .map(|address| format!("<{address}>; rel=\"alternate\"; type=\"text/html\""))
        .collect();
    Ok(HeaderValue::try_from(links.join(", ")).ok().filter(|header| !header.is_empty()))
}

/// Returns the addresses of the text of a record, given as JSON.
pub(crate) fn of_record(resource: Resource, record: &[u8]) -> serde_json::Result<Vec<String>> {
    serde_json::from_slice(record).map(|record| addresses(resource, &record))
}

/// Returns the addresses of the text of a record.
pub(crate) fn addresses(resource: Resource, record: &RecordFields<'_>) -> Vec<String> {
    let (id, jurisdiction, citation) = (&*record.id, &*record.jurisdiction_id, record.citation());
    match resource {
        Resource::Statutes if record.is_repealed() => None,
        Resource::Statutes => match jurisdiction {
            "federal" => citation.and_then(us_code_addresses),
            "dc" => citation.and_then(dc_code_addresses),
            state => citation.and_then(|citation| state_texts::section_address(state, citation)).map(|text| vec![text]),
        },
        Resource::Cases => citation.and_then(decision_addresses),
        Resource::Bills if jurisdiction == "federal" => federal_bill_addresses(id),
        Resource::Bills => record
            .bill_number
            .as_deref()
            .and_then(|number| state_texts::bill_address(jurisdiction, id, number))
            .map(|text| vec![text]),
    }
    .unwrap_or_default()
}

/// Returns the addresses of a section such as `18 U.S.C. § 1341`.
fn us_code_addresses(citation: &str) -> Option<Vec<String>> {
    let (title, section) = citation.split_once(" U.S.C. § ")?;
    // Appendices such as title 5a are left out, because their section numbers are not unique.
    title.parse::<u32>().ok()?;
    let section = section_in_address(section)?;
    Some(vec![
        format!(
            "https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title{title}-section{section}&num=0&edition=prelim"
        ),
        format!("https://www.govinfo.gov/link/uscode/{title}/{section}?link-type=html"),
    ])
}

/// Returns the address of a section such as `D.C. Code § 1-301.01`.
fn dc_code_addresses(citation: &str) -> Option<Vec<String>> {
    let section = section_in_address(citation.strip_prefix("D.C. Code § ")?)?;
    Some(vec![format!("https://code.dccouncil.gov/us/dc/council/code/sections/{section}")])
}

/// Returns the number of a single section, with hyphens in place of dashes.
fn section_in_address(number: &str) -> Option<String> {
    let number = number.replace('–', "-");
    let is_number = number.starts_with(|first: char| first.is_ascii_digit())
        && number.chars().all(|character| character.is_ascii_alphanumeric() || "-.:".contains(character));
    is_number.then_some(number)
}

/// Returns the addresses of a decision such as `410 U.S. 113`.
fn decision_addresses(citation: &str) -> Option<Vec<String>> {
    let (volume, rest) = citation.split_once(' ')?;
    let (reporter, page) = rest.rsplit_once(' ')?;
    let (volume, page): (u32, u32) = (volume.parse().ok()?, page.parse().ok()?);
    if reporter.len() > MAX_REPORTER_BYTES || !reporter.starts_with(char::is_alphabetic) {
        return None;
    }
    let reporter_in_path = utf8_percent_encode(reporter, MUST_ENCODE);
    let mut addresses = vec![format!("https://www.courtlistener.com/c/{reporter_in_path}/{volume}/{page}/")];
    if reporter == "U.S." && (1..=LAST_VOLUME_OF_LOC).contains(&volume) && (1..=LAST_PAGE_OF_LOC).contains(&page) {
        addresses.push(format!("https://www.loc.gov/item/usrep{volume:03}{page:03}/"));
    }
    Some(addresses)
}

/// Returns the address of the bill with an id such as `federal-117-hr-3684`.
fn federal_bill_addresses(id: &str) -> Option<Vec<String>> {
    let mut parts = id.strip_prefix("federal-")?.split('-');
    let congress = parts.next()?.parse::<u32>().ok().filter(|congress| *congress >= FIRST_CONGRESS)?;
    let kind = BillType::from_code(parts.next()?)?.slug;
    let number: u32 = parts.next()?.parse().ok()?;
    let is_whole = parts.next().is_none();
    is_whole.then(|| vec![format!("https://www.congress.gov/bill/{}-congress/{kind}/{number}", ordinal(congress))])
}

/// Formats a number as an ordinal: `101st`, `111th`.
fn ordinal(number: u32) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_decisions_without_a_stable_address_have_none() {
        for citation in ["5a U.S.C. § 1", "18 U.S.C. §§ 1, 2", "18 U.S.C. § 1 note", "18 U.S.C. § ", "Pub. L. 1-1", ""]
        {
            assert_eq!(us_code_addresses(citation), None, "{citation}");
        }
        for citation in ["D.C. Code § a", "D.C. Code § 1/2", "1-301.01"] {
            assert_eq!(dc_code_addresses(citation), None, "{citation}");
        }
        let long = format!("1 {} 2", "x".repeat(MAX_REPORTER_BYTES + 1));
        for citation in ["2005-NMSC-009", "410 U.S.", "410 U.S. ___", "U.S. 410 113", "1 2 3", "1  2", &long] {
            assert_eq!(decision_addresses(citation), None, "{citation}");
        }
        for id in ["federal-92-hr-1", "federal-117-hr-1-a", "federal-117-xr-1", "federal-117-hr", "ca-117-hr-1"] {
            assert_eq!(federal_bill_addresses(id), None, "{id}");
        }
    }

    #[test]
    fn library_of_congress_has_decisions_up_to_its_last_page() {
        for (citation, is_there) in [
            ("1 U.S. 1", true),
            ("542 U.S. 999", true),
            ("543 U.S. 1", false),
            ("0 U.S. 1", false),
            ("542 U.S. 1000", false),
            ("410 F.2d 113", false),
        ] {
            let addresses = decision_addresses(citation).unwrap();
            assert_eq!(addresses.iter().any(|address| address.contains("loc.gov")), is_there, "{citation}");
        }
    }

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let ordinals = [93, 101, 102, 103, 104, 111, 112, 113, 117, 121].map(ordinal);
        assert_eq!(ordinals, ["93rd", "101st", "102nd", "103rd", "104th", "111th", "112th", "113th", "117th", "121st"]);
    }
}
