/*!
Builds the addresses of the texts of states' codes and bills.

The table has a line for each form of address, with five columns between tabs: the jurisdiction, the list, a pattern,
the address, and the page that shows the form. The pattern fits the whole citation of a section, or the session, the
letters and the number of a bill (`2019-2020 AB 5`, without leading zeros), and its groups are put into the address.
*/

use std::sync::LazyLock;

use lexdex_core::corpus::bill_session;
use lexdex_core::model::Resource;
use regex::Regex;

const TABLE: &str = include_str!("state_texts.tsv");

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| TABLE.lines().map(Form::parse).collect());

/// A form of address.
struct Form {
    jurisdiction: &'static str,
    list: &'static str,
    pattern: Regex,
    address: &'static str,
}

impl Form {
    fn parse(line: &'static str) -> Self {
        let columns: Vec<&str> = line.split('\t').collect();
        let [jurisdiction, list, pattern, address, _] = columns[..] else { panic!("five columns in {line}") };
        let pattern = Regex::new(&format!("^(?-u:{pattern})$")).expect("the pattern is valid");
        Self { jurisdiction, list, pattern, address }
    }
}

/// Returns the address of a section with this citation.
pub(super) fn section_address(jurisdiction: &str, citation: &str) -> Option<String> {
    address(jurisdiction, Resource::Statutes, citation)
}

/// Returns the address of the bill with this id and number.
pub(super) fn bill_address(jurisdiction: &str, id: &str, number: &str) -> Option<String> {
    let session = bill_session::from_id(id, jurisdiction, number)?.strip_prefix(jurisdiction)?.strip_prefix('-')?;
    let start = number.find(|character: char| character.is_ascii_digit())?;
    let letters: String = number[..start].chars().filter(char::is_ascii_alphabetic).collect();
    let letters = letters.to_ascii_uppercase();
    let digits = number[start..].trim_start_matches('0');
    address(jurisdiction, Resource::Bills, &format!("{} {letters} {digits}", bill_session::in_words(session)))
}

fn address(jurisdiction: &str, list: Resource, text: &str) -> Option<String> {
    let forms = FORMS.iter().filter(|form| form.jurisdiction == jurisdiction && form.list == list.as_str());
    forms.map(|form| (form.pattern.captures(text), form.address)).find_map(|(captures, form)| {
        let mut address = String::new();
        captures?.expand(form, &mut address);
        Some(address)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_the_address_of_their_state() {
        for (state, citation, expected) in [
            ("az", "Ariz. Rev. Stat. § 38-431.01", "https://www.azleg.gov/ars/38/00431-01.htm"),
            (
                "ca",
                "Cal. Civ. Proc. Code § 425.16",
                "https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CCP&sectionNum=425.16",
            ),
            (
                "id",
                "Idaho Code § 15-2-504",
                "https://legislature.idaho.gov/statutesrules/idstat/Title15/T15CH2/SECT15-2-504/",
            ),
            (
                "id",
                "Idaho Code § 18-4003",
                "https://legislature.idaho.gov/statutesrules/idstat/Title18/T18CH40/SECT18-4003/",
            ),
            ("nv", "Nev. Rev. Stat. § 41.141", "https://www.leg.state.nv.us/NRS/NRS-041.html#NRS041Sec141"),
            ("wa", "Wash. Rev. Code § 9A.32.030", "https://app.leg.wa.gov/RCW/default.aspx?cite=9A.32.030"),
        ] {
            assert_eq!(section_address(state, citation).as_deref(), Some(expected), "{citation}");
        }
        for (state, citation) in [
            ("az", "Ariz. Rev. Stat. §§ 38-431, 38-432"),
            ("ca", "Cal. Code § 1"),
            ("ga", "Ga. Code Ann. § 16-5-1"),
            ("wa", "Wash. Rev. Code § 9A.32.030 note"),
            ("wa", "Wash. Rev. Code § 9A.32.03０"),
            ("zz", "Wash. Rev. Code § 9A.32.030"),
        ] {
            assert_eq!(section_address(state, citation), None, "{citation}");
        }
    }

    #[test]
    fn bills_have_the_address_of_their_session_and_number() {
        for (state, id, number, expected) in [
            ("co", "co-2020-sb20-217", "SB20-217", "https://leg.colorado.gov/bills/sb20-217"),
            ("ma", "ma-191st-s2963", "S.2963", "https://malegislature.gov/Bills/191/S2963"),
            (
                "md",
                "md-2013-sb281",
                "SB 281",
                "https://mgaleg.maryland.gov/mgawebsite/Legislation/Details/SB0281?ys=2013RS",
            ),
            (
                "or",
                "or-2019r1-hb2001",
                "HB 2001",
                "https://olis.oregonlegislature.gov/liz/2019R1/Measures/Overview/HB2001",
            ),
            ("tx", "tx-87r-sb8", "SB 8", "https://capitol.texas.gov/BillLookup/History.aspx?LegSess=87R&Bill=SB8"),
            ("wy", "wy-2025-sf0006", "SF0006", "https://wyoleg.gov/Legislation/2025/SF0006"),
        ] {
            assert_eq!(bill_address(state, id, number).as_deref(), Some(expected), "{id}");
        }
        for (state, id, number) in [
            ("va", "va-2021s1-sb1392", "SB 1392"),
            ("wy", "wy-2025-sf0006", "SF0007"),
            ("wy", "wy-sf0006", "SF0006"),
            ("wy", "wy-2025-sf", "SF"),
        ] {
            assert_eq!(bill_address(state, id, number), None, "{id}");
        }
    }
}
