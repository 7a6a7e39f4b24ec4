/*!
Describes a record in the vocabulary of schema.org. It has a type for legislation and none for decisions.
*/

use lexdex_core::model::Resource;
use serde_json::{Map, Value, json};

use crate::http::response::record_fields::RecordFields;

/// The license of the data.
const LICENSE: &str = "https://creativecommons.org/publicdomain/zero/1.0/";

/// Returns the description of the record at a path as JSON-LD.
pub(super) fn linked_data(list: Resource, record: &RecordFields<'_>, path: &str, addresses: &[String]) -> Value {
    let mut data = Map::new();
    let mut add = |name: &str, value: Value| {
        if !value.is_null() {
            data.insert(name.to_owned(), value);
        }
    };
    add("@context", json!("https://schema.org"));
    add("@id", json!(path));
    add("name", json!(record.name()));
    add("abstract", json!(record.summary));
    if !record.topics.is_empty() {
        add("keywords", json!(record.topics));
    }
    if !addresses.is_empty() {
        add("sameAs", json!(addresses));
    }
    add("sdLicense", json!(LICENSE));
    let place = json!({ "@type": "AdministrativeArea", "name": record.jurisdiction });
    match list {
        Resource::Cases => {
            add("@type", json!("CreativeWork"));
            add("genre", json!("Court decision"));
            add("identifier", json!(record.citation()));
            add("datePublished", json!(record.date()));
            add("spatialCoverage", place);
            let court = record.court.as_ref().map(|court| json!({ "@type": "GovernmentOrganization", "name": court }));
            add("creator", json!(court));
        }
        Resource::Statutes => {
            add("@type", json!("Legislation"));
            add("legislationType", json!("Statute"));
            add("legislationIdentifier", json!(record.citation()));
            add("legislationJurisdiction", place);
            let is_in_force = !record.is_repealed();
            let force = if is_in_force { "InForce" } else { "NotInForce" };
            add("legislationLegalForce", json!(format!("https://schema.org/{force}")));
            if is_in_force {
                add("temporalCoverage", json!(record.date().map(|date| format!("{date}/.."))));
            }
        }
        Resource::Bills => {
            add("@type", json!("Legislation"));
            add("legislationType", json!("Bill"));
            add("legislationIdentifier", json!(record.bill_number));
            add("legislationJurisdiction", place);
            add("dateCreated", json!(record.date()));
        }
    }
    data.into()
}
