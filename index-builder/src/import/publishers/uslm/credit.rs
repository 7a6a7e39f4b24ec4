/*!
The source credit after a section: the act that enacted it, and the acts that changed it since, separated by semicolons.
*/

use std::io::BufRead;

use lexdex::model::Date;

use crate::import::publishers::uslm::text_walk::{Part, walk};
use crate::import::text::xml::Xml;
use crate::report::skip::Skip;

/// The dates and acts of a source credit.
#[derive(Default)]
pub(super) struct Credit {
    /// The date of the act that enacted the section. The Revised Statutes and some old acts have no date. The date of a
    /// later act does not count.
    pub(super) enacted: Option<Date>,
    /// Whether a later act has changed the section.
    pub(super) names_several_acts: bool,
}

/// Reads the source credit opened last.
pub(super) fn read<R: BufRead>(xml: &mut Xml<R>) -> Result<Credit, Skip> {
    let mut credit = Credit::default();
    walk(xml, &mut |part| match part {
        Part::Text(text) => credit.names_several_acts |= text.contains(';'),
        Part::Date(date) | Part::Act(date) if !credit.names_several_acts && credit.enacted.is_none() => {
            credit.enacted = Some(date);
        }
        Part::Date(_) | Part::Act(_) => {}
    })?;
    Ok(credit)
}
