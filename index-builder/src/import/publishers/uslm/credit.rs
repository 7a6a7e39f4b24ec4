/*!
The credit after a section: the act that made it, and the acts that changed it since, parted by semicolons.
*/

use std::io::BufRead;

use lexdex::model::Date;

use crate::import::publishers::uslm::text_walk::{Part, walk};
use crate::import::text::xml::Xml;
use crate::report::skip::Skip;

/// The dates and acts of a source credit.
#[derive(Default)]
pub(super) struct Credit {
    /// When the act that made the section was enacted. The Revised Statutes and some old acts have no date; the date of a
    /// later act does not count.
    pub(super) enacted: Option<Date>,
    /// Whether a later act has changed it.
    pub(super) names_several_acts: bool,
}

/// Reads the credit that was opened last.
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
