/*!
Drafts: records as their publishers describe them. A draft checks that nothing is missing which every record must have,
builds the id, and adds the provenance. A release writes the record, or leaves it out together with what the corpus has
of it.
*/

pub(crate) mod release;

pub(crate) mod statute;

pub(crate) mod case;

pub(crate) mod bill;
