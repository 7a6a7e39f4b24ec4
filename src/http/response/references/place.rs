/*!
Splits a citation into its volume, its reporter or code, and its page.
*/

use lexdex_core::model::Resource;

use crate::http::response::record_fields::RecordFields;

/// The place of a decision in a reporter, or of a section in a code.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Place<'r> {
    pub(super) volume: Option<&'r str>,
    /// The reporter or the code; the whole citation if it does not have the usual form.
    pub(super) container: Option<&'r str>,
    pub(super) page: Option<&'r str>,
    pub(super) section: Option<&'r str>,
}

impl<'r> Place<'r> {
    pub(super) fn new(list: Resource, record: &'r RecordFields<'r>) -> Self {
        let citation = record.citation();
        match list {
            Resource::Cases => citation.map(Self::decision).unwrap_or_default(),
            Resource::Statutes => Self::statute(citation, record.section()),
            Resource::Bills => Self::default(),
        }
    }

    /// Splits a citation such as `410 U.S. 113`.
    fn decision(citation: &'r str) -> Self {
        let split = || {
            let (volume, rest) = split_volume(citation)?;
            let (container, page) = rest.rsplit_once(' ')?;
            page.starts_with(|first: char| first.is_ascii_digit()).then_some((volume, container, page))
        };
        match split() {
            Some((volume, container, page)) => {
                Self { volume: Some(volume), container: Some(container), page: Some(page), section: None }
            }
            None => Self { container: Some(citation), ..Self::default() },
        }
    }

    /// Splits a citation such as `18 U.S.C. § 1341`, which ends with the section.
    fn statute(citation: Option<&'r str>, section: Option<&'r str>) -> Self {
        let code = citation.map(|citation| {
            let code = section.and_then(|section| citation.strip_suffix(section)).unwrap_or(citation);
            code.trim_end_matches(['§', ' ', ',', '\u{a0}'])
        });
        let split = code.and_then(split_volume);
        let (volume, container) = split.map_or((None, code), |(volume, code)| (Some(volume), Some(code)));
        Self { volume, container: container.filter(|code| !code.is_empty()), page: None, section }
    }
}

/// Splits a citation after the number at its beginning.
fn split_volume(citation: &str) -> Option<(&str, &str)> {
    let (volume, rest) = citation.split_once(' ')?;
    volume.bytes().all(|byte| byte.is_ascii_digit()).then_some((volume, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_have_volume_reporter_and_page_or_the_whole_citation() {
        for (citation, volume, container, page) in [
            ("410 U.S. 113", Some("410"), "U.S.", Some("113")),
            ("945 So. 2d 1246", Some("945"), "So. 2d", Some("1246")),
            ("2021 OK CR 21", Some("2021"), "OK CR", Some("21")),
            ("2005-NMSC-009", None, "2005-NMSC-009", None),
            ("410 U.S. ___", None, "410 U.S. ___", None),
            ("410 U.S.", None, "410 U.S.", None),
        ] {
            let place = Place { volume, container: Some(container), page, section: None };
            assert_eq!(Place::decision(citation), place, "{citation}");
        }
    }

    #[test]
    fn sections_have_the_code_before_them() {
        for (citation, section, volume, container) in [
            ("18 U.S.C. § 1341", "1341", Some("18"), "U.S.C."),
            ("Cal. Civ. Proc. Code § 410.10", "410.10", None, "Cal. Civ. Proc. Code"),
            ("Del. Code Ann. tit. 8, § 102", "102", None, "Del. Code Ann. tit. 8"),
            ("720 Ill. Comp. Stat. 5/16-1", "5/16-1", Some("720"), "Ill. Comp. Stat."),
            ("La. Civ. Code art. 1493", "1493", None, "La. Civ. Code art."),
            ("Some Act", "7", None, "Some Act"),
        ] {
            let place = Place { volume, container: Some(container), page: None, section: Some(section) };
            assert_eq!(Place::statute(Some(citation), Some(section)), place, "{citation}");
        }
        assert_eq!(Place::statute(None, Some("7")), Place { section: Some("7"), ..Place::default() });
        assert_eq!(Place::statute(None, None), Place::default());
    }
}
