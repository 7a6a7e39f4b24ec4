/*!
The history of a section: an annotation for each act that enacted or changed it.

- An annotation that is not displayed is ignored. It is the publisher's working note on an emergency act, or the
  duplicate of a displayed one.
- An older annotation has the text of the act's citation. A newer one has attributes instead, with the date in `eff`.
- If a section was added to an older law, its first annotation is that law. The act after “as added” enacted the
  section.
- “enacted” marks the enactment of a whole title in its present wording, which does not change the section.
*/

use std::io::BufRead;

use lexdex_core::model::Date;

use crate::import::text::clean;
use crate::import::text::english_date::first_date;
use crate::import::text::xml::{Xml, XmlElement};
use crate::report::skip::Skip;

/// The history, by the annotations read so far.
#[derive(Default)]
pub(super) struct AnnotationHistory {
    /// The act that enacted the section, and its date.
    origin: Option<(String, Option<Date>)>,
    is_added: bool,
    is_amended: bool,
}

impl AnnotationHistory {
    /// The date of the act that enacted the section.
    pub(super) fn effective_date(&self) -> Option<Date> {
        self.origin.as_ref().and_then(|(_, date)| *date)
    }

    /// Whether a later act has changed the section.
    pub(super) fn is_amended(&self) -> bool {
        self.is_amended
    }

    /// Reads the annotation opened last.
    pub(super) fn read<R: BufRead>(&mut self, xml: &mut Xml<R>, annotation: &XmlElement) -> Result<(), Skip> {
        if annotation.attribute("display").as_deref() == Some("false") {
            return Ok(());
        }
        let text = clean::text(&xml.text()?);
        let lead = annotation.attribute("prefix").unwrap_or_default();
        let lead = if lead.is_empty() { text.as_str() } else { &lead };
        let date = first_date(&text).or_else(|| date_of(annotation));
        let act = annotation.attribute("doc").map_or_else(|| text.clone(), Into::into);
        self.add(lead, act, date);
        Ok(())
    }

    fn add(&mut self, lead: &str, act: String, date: Option<Date>) {
        if lead.starts_with("as added") && !self.is_added {
            *self = Self { origin: Some((act, date)), is_added: true, is_amended: false };
            return;
        }
        match &self.origin {
            None => self.origin = Some((act, date)),
            Some((origin, _)) if *origin == act || lead.starts_with("enacted") => {}
            Some(_) => self.is_amended = true,
        }
    }
}

/// The date in an annotation's `eff`. The publisher writes January 1 of the year 1 for an unknown date.
fn date_of(annotation: &XmlElement) -> Option<Date> {
    let date: Date = annotation.attribute("eff")?.parse().ok()?;
    (date.year() > 1).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_names_the_first_act_and_whether_another_amended() {
        let cases: &[(&str, &str, bool)] = &[
            ("", "-", false),
            ("<a>Mar. 3, 1901, 31 Stat. 1</a>", "1901-03-03", false),
            ("<a>Mar. 3, 1901, 31 Stat. 1</a><a>June 25, 1948, 62 Stat. 2</a>", "1901-03-03", true),
            ("<a doc='L 1'>May 2, 2001</a><a doc='L 1'>May 2, 2001, § 3</a>", "2001-05-02", false),
            ("<a>May 2, 2001</a><a>enacted, Apr. 9, 1997, L 2</a>", "2001-05-02", false),
            ("<a doc='L 1' eff='2015-04-30'/><a doc='L 2' eff='2016-04-30'/>", "2015-04-30", true),
            ("<a doc='L 1' eff='2014-04-30' display='false'/><a doc='L 2' eff='2015-04-30'/>", "2015-04-30", false),
            ("<a>May 2, 2001, L 1</a><a>as added June 5, 2012, L 2</a>", "2012-06-05", false),
            (
                "<a doc='L 1'>May 2, 2001</a><a doc='L 2' prefix='as added' eff='2012-06-05'/><a doc='L 3'/>",
                "2012-06-05",
                true,
            ),
            ("<a>R.S., D.C., § 96</a><a>June 25, 1948, 62 Stat. 2</a>", "-", true),
            ("<a doc='L 1' eff='0001-01-01'/>", "-", false),
            ("<a>Mar. <cite>3, 1901</cite></a>", "1901-03-03", false),
        ];
        for (annotations, date, is_amended) in cases {
            let document = format!("<annotations>{annotations}</annotations>");
            let mut xml = Xml::new(document.as_bytes());
            xml.root().unwrap();
            let mut history = AnnotationHistory::default();
            xml.children(&mut |xml, annotation| history.read(xml, annotation)).unwrap();
            let found = history.effective_date().map_or_else(|| "-".to_owned(), |date| date.to_string());
            assert_eq!((found.as_str(), history.is_amended()), (*date, *is_amended), "{annotations}");
        }
    }
}
