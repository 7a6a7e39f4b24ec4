/*!
Converts a record to a tantivy document: its facets and its searchable terms. The document stores nothing, since the
record itself is in a file beside the index.
*/

use tantivy::TantivyDocument;
use tantivy::schema::document::ReferenceValueLeaf;

use crate::corpus::id_form;
use crate::index::build::aliases::JoinedAliases;
use crate::index::build::indexable::Indexable;
use crate::index::format::facet_path::FacetPath;
use crate::index::format::schema::{FacetField, TermField};
use crate::index::text::citation;
use crate::index::text::tokenizer::joined_words;
use crate::model::Resource;

/// The document of a record that has these popular names, parallel citations and facets.
pub(super) fn document<'f, R: Indexable>(
    record: &R,
    popular_names: &[String],
    aliases: &JoinedAliases,
    facets: impl Iterator<Item = &'f (FacetField, FacetPath)>,
) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    for (field, path) in facets {
        document.add_leaf_field_value(field.field(), ReferenceValueLeaf::Facet(path.as_str()));
    }
    let mut add = |field: TermField, text: &str| document.add_text(field.field(), text);
    add(TermField::Id, record.id());
    let titles = [record.title()].into_iter().map(|title| (TermField::Title, title));
    let popular_names = popular_names.iter().map(|name| (TermField::PopularName, name.as_str()));
    for (field, title) in titles.chain(popular_names) {
        add(TermField::TitleWord, title);
        add(field, &joined_words(title));
        add(TermField::Word, title);
    }
    for number in record.numbers() {
        add(TermField::Number, &joined_words(&number));
        add(TermField::Word, &number);
    }
    for citation in record.citations() {
        let key = citation::key(citation);
        add(TermField::Citation, &key);
        add(TermField::Word, citation);
        if R::RESOURCE == Resource::Cases {
            alias_of_id(citation, &key).into_iter().for_each(|key| add(TermField::AliasOfId, &key));
        }
    }
    for alias in aliases.iter() {
        // Not as words: nobody could see why `L. Ed.` is found by `special ed`.
        let key = citation::key(alias);
        add(TermField::Citation, &key);
        alias_of_id(alias, &key).into_iter().for_each(|key| add(TermField::AliasOfId, &key));
    }
    record.summary().into_iter().for_each(|summary| add(TermField::Word, summary));
    if let Some(date) = record.date() {
        document.add_u64(TermField::Date.field(), date.as_number().into());
    }
    document
}

/// The key of the form that a citation has in an id, if it is not the key of the citation.
fn alias_of_id(citation: &str, key: &str) -> Option<String> {
    let of_id = citation::key(&id_form::citation(citation));
    (of_id != key).then_some(of_id)
}
