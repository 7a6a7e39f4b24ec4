/*!
Converts a record to a tantivy document: its facets and its searchable terms. The document stores nothing, since the
record itself is in a file beside the index.
*/

use tantivy::TantivyDocument;
use tantivy::schema::document::ReferenceValueLeaf;

use crate::index::build::indexable::Indexable;
use crate::index::format::facet_path::FacetPath;
use crate::index::format::schema::{FacetField, TermField};
use crate::index::text::citation;
use crate::index::text::tokenizer::joined_words;

/// The document of a record that has these popular names and facets.
pub(super) fn document<'f, R: Indexable>(
    record: &R,
    popular_names: &[String],
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
        add(TermField::Citation, &citation::key(citation));
        add(TermField::Word, citation);
    }
    record.summary().into_iter().for_each(|summary| add(TermField::Word, summary));
    if let Some(date) = record.date() {
        document.add_u64(TermField::Date.field(), date.as_number().into());
    }
    document
}
