/*!
Passes the searchable terms of a record to the index. The record itself is stored in a separate file.
*/

use anyhow::Result;
use lexdex_core::corpus::id_form;
use lexdex_core::model::Resource;

use crate::build::aliases::JoinedAliases;
use crate::build::facet_interner::FacetId;
use crate::build::indexable::Indexable;
use crate::build::inverter::Inverter;
use crate::format::schema::TermField;
use crate::text::citation;

/// Adds the current record, which has these popular names, parallel citations and facets.
pub(super) fn add<R: Indexable>(
    record: &R,
    popular_names: &[String],
    aliases: &JoinedAliases,
    facets: &[FacetId],
    inverter: &mut Inverter<'_>,
) -> Result<()> {
    facets.iter().for_each(|id| inverter.add_facet(*id));
    inverter.add_term(TermField::Id, record.id())?;
    inverter.add_title(record.title())?;
    for name in popular_names {
        inverter.add_popular_name(name)?;
    }
    for number in record.numbers() {
        inverter.add_number(&number)?;
    }
    for key in record.look_up_keys() {
        inverter.add_term(TermField::LookUp, &key)?;
    }
    for citation in record.citations() {
        inverter.add_text(citation);
        add_citation(citation, R::RESOURCE == Resource::Cases, inverter)?;
    }
    for alias in aliases.iter() {
        // Not indexed as words: a search for `special ed` would match `L. Ed.`, which the record does not show.
        add_citation(alias, true, inverter)?;
    }
    record.summary().into_iter().for_each(|summary| inverter.add_text(summary));
    if let Some(date) = record.date() {
        inverter.add_date(date.as_number().into());
    }
    Ok(())
}

/// Adds the key of a citation. If the citation can be part of an id, and its form in ids has a different key, adds that
/// key too.
fn add_citation(citation: &str, can_be_in_id: bool, inverter: &mut Inverter<'_>) -> Result<()> {
    let keys = citation::stored_keys(citation);
    keys.iter().try_for_each(|key| inverter.add_term(TermField::Citation, key))?;
    if can_be_in_id {
        let of_id = citation::key(&id_form::citation(citation));
        if !keys.contains(&of_id) {
            inverter.add_term(TermField::LookUp, &of_id)?;
        }
    }
    Ok(())
}
