/*!
The source credit after a section: the act that enacted it, and the acts that changed it since, separated by semicolons.
*/

use std::io::BufRead;

use lexdex_core::model::Date;

use crate::import::publishers::uslm::text_walk::{TextPart, walk};
use crate::import::text::clean;
use crate::import::text::xml::Xml;
use crate::report::skip::Skip;

/// The dates and acts of a source credit.
#[derive(Default)]
pub(super) struct Credit {
    /// The date of the act that enacted the section. If the first act is followed by “as added”, another act added the
    /// section to it. The Revised Statutes and some old acts have no date. The date of a later act does not count.
    pub(super) enacted: Option<Date>,
    /// Whether a later act has changed the section.
    pub(super) names_several_acts: bool,
}

/// Reads the source credit opened last.
pub(super) fn read<R: BufRead>(xml: &mut Xml<R>) -> Result<Credit, Skip> {
    let mut credit = Credit::default();
    let mut first_act = String::new();
    walk(xml, &mut |part| match part {
        _ if credit.names_several_acts => {}
        TextPart::Text(text) => {
            let (before, rest) = text.split_once(';').map_or((text, None), |(before, rest)| (before, Some(rest)));
            let was_added = is_added(&first_act);
            first_act.push_str(before);
            if is_added(&first_act) && !was_added {
                credit.enacted = None;
            }
            credit.names_several_acts = rest.is_some();
        }
        TextPart::Date(date) | TextPart::Act(date) => credit.enacted = credit.enacted.or(Some(date)),
    })?;
    Ok(credit)
}

/// Whether the text of the first act has “as added”, so that another act added the section.
fn is_added(first_act: &str) -> bool {
    format!("{} ", clean::text(first_act)).contains(" as added ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn act_that_added_the_section_is_its_origin() {
        let cases: &[(&str, &str, bool)] = &[
            ("Aug. 29, 1935, § 202", "-", false),
            ("<date date='1935-08-29'>Aug. 29, 1935</date>, § 202", "1935-08-29", false),
            (
                "<date date='1935-08-29'>Aug. 29, 1935</date>, § 202, as\n added Pub. L. 1, \
                 <date date='1988-11-18'>Nov. 18, 1988</date>, 102 Stat.",
                "1988-11-18",
                false,
            ),
            (
                "Pub. L. 1, § 8D, formerly § 8C, <i>as</i> <i>added</i> <ref href='/us/act/1947-07-30/ch388'>July 30</ref>; \
                 amended <date date='1998-10-21'>Oct. 21, 1998</date>",
                "1947-07-30",
                true,
            ),
            (
                "<date date='1949-08-04'>Aug. 4, 1949</date>; Pub. L. 2, as added \
                 <date date='1966-11-02'>Nov. 2, 1966</date>",
                "1949-08-04",
                true,
            ),
            (
                "<date date='1935-08-29'>Aug. 29, 1935</date>, § 2, as added Pub. L. 5; Pub. L. 6, as added <date date='1966-11-02'/>",
                "-",
                true,
            ),
            ("R.S. § 5; <date date='1966-11-02'/>", "-", true),
        ];
        for (credit, enacted, names_several_acts) in cases {
            let document = format!("<sourceCredit>({credit})</sourceCredit>");
            let mut xml = Xml::new(document.as_bytes());
            xml.root().unwrap();
            let found = read(&mut xml).unwrap();
            let date = found.enacted.map_or_else(|| "-".to_owned(), |date| date.to_string());
            assert_eq!((date.as_str(), found.names_several_acts), (*enacted, *names_several_acts), "{credit}");
        }
    }
}
