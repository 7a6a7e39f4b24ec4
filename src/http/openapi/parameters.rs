/*!
The parameters: what each means and takes. Which endpoint takes which is the endpoint's own table.
*/

use serde_json::{Value, json};

use crate::corpus::text::MAX_ID_BYTES;
use crate::http::fields::Fields;
use crate::http::params::{DEFAULT_LIMIT, MOST_LIMIT, MOST_OFFSET, MOST_VALUE_CHARS, REPEATABLE};
use crate::model::{BillStatus, Chamber, ExportFormat, Order, Resource, StatuteStatus};

/// What an identifier of a record looks like.
pub(super) const ID_PATTERN: &str = "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$";

/// A parameter in the query, of an endpoint of this list.
pub(super) fn in_query(name: &str, resource: Resource) -> Value {
    let Meaning { description, schema, example } = meaning(name, resource);
    let is_repeatable = REPEATABLE.contains(&name);
    let schema = if is_repeatable { json!({ "type": "array", "minItems": 1, "items": schema }) } else { schema };
    json!({
        "name": name,
        "in": "query",
        "description": description,
        "required": name == "format",
        "style": "form",
        // `fields` is one value, with commas.
        "explode": name != "fields",
        "schema": schema,
        "example": if is_repeatable { json!([example]) } else { example },
    })
}

/// The identifier of a record in the path.
pub(super) fn record_id(example: &str) -> Value {
    json!({
        "name": "id",
        "in": "path",
        "description": "The record's `id`.",
        "required": true,
        "schema": { "type": "string", "pattern": ID_PATTERN, "maxLength": MAX_ID_BYTES },
        "example": example,
    })
}

/// The jurisdiction in the path.
pub(super) fn jurisdiction_id() -> Value {
    json!({
        "name": "id",
        "in": "path",
        "description": "The jurisdiction's id, abbreviation, slug or name, or another usual name.",
        "required": true,
        "schema": text(),
        "example": "ca",
    })
}

/// The header by which a client asks for an answer only if it is another one.
pub(super) fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of the answer that the client has: if it is still right, 304 is answered.",
        "required": false,
        "schema": { "type": "string" },
    })
}

/// What a parameter means, what it takes, and what it may look like.
struct Meaning {
    description: &'static str,
    schema: Value,
    example: Value,
}

fn meaning(name: &str, resource: Resource) -> Meaning {
    let (description, schema, example) = match name {
        "jurisdiction" => (
            "An id (`ca`), abbreviation (`CA`), slug (`new-york`), name or other usual name of a jurisdiction. One \
             that is not in the catalogue is refused. Given several times: any of them.",
            // A name of the catalogue, which is neither empty nor too long.
            json!({ "type": "string", "format": "jurisdiction" }),
            json!("CA"),
        ),
        "topic" => (
            "A topic's tag (`landlord-tenant`), with spaces or underscores in place of hyphens if you like, or one of \
             its other names (`tenant`). Given several times: any of them.",
            text(),
            json!("privacy"),
        ),
        "court" => (
            "A level (`supreme`, `appellate`, `circuit`, `trial`, `district`, `bankruptcy`, `special`) with those \
             below it, a court's id or other name (`scotus`, `ca9`), or words of its name. Given several times: any \
             of them.",
            text(),
            json!("ninth circuit"),
        ),
        "status" if resource == Resource::Statutes => {
            (STATUS, one_of(StatuteStatus::ALL, StatuteStatus::as_str), json!("active"))
        }
        "status" => (STATUS, one_of(BillStatus::ALL, BillStatus::as_str), json!("signed")),
        "chamber" => (
            "The chamber a bill began in. Given several times: any of them.",
            one_of(Chamber::ALL, Chamber::as_str),
            json!("senate"),
        ),
        "q" => (
            "Words, all of which the title or name, the summary, the citations or the numbers of a record must have; \
             words in quotation marks must stand side by side. A citation, in any form that `citation` takes, finds \
             what is cited so, too. At least one letter or digit, and no quotation mark without another one.",
            words(),
            match resource {
                Resource::Statutes => json!("18 USC 1341"),
                Resource::Cases => json!("roe v wade"),
                Resource::Bills => json!("HR 3684"),
            },
        ),
        "citation" => (
            "One citation, spelled as you like, also in full or with a subsection.",
            text(),
            json!(if resource == Resource::Cases { "410 US 113" } else { "18 U.S.C. § 1341" }),
        ),
        "effective_from" => ("The first day of the date the statute became effective.", date(), json!("1990-01-01")),
        "effective_to" => ("The last day of the date the statute became effective.", date(), json!("2020-12-31")),
        "decided_from" => ("The first day of the decision's date.", date(), json!("1970-01-01")),
        "decided_to" => ("The last day of the decision's date.", date(), json!("2020-12-31")),
        "introduced_from" => ("The first day of the date of introduction.", date(), json!("2020-01-01")),
        "introduced_to" => ("The last day of the date of introduction.", date(), json!("2023-12-31")),
        "sort" => (
            "Another order than the list's own: by date, or by how well the words of `q` fit, which needs `q`. Equal \
             ones stand in the list's own order, those without a date last.",
            one_of(Order::ALL, Order::as_str),
            json!("newest"),
        ),
        "fields" => (
            "The fields that records are to have, with commas between: only these, in the records' own order.",
            json!({
                "type": "array",
                "minItems": 1,
                "uniqueItems": true,
                "items": { "type": "string", "enum": Fields::names(resource) },
            }),
            json!(["id", "topics"]),
        ),
        "limit" => (
            "How many records a page has at the most.",
            json!({ "type": "integer", "minimum": 1, "maximum": MOST_LIMIT, "default": DEFAULT_LIMIT }),
            json!(10),
        ),
        "offset" => (
            "How many records are before the page.",
            json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": MOST_OFFSET, "default": 0 }),
            json!(20),
        ),
        "format" => ("The form of the file.", one_of(ExportFormat::ALL, ExportFormat::as_str), json!("ndjson")),
        _ => ("", json!({}), Value::Null),
    };
    Meaning { description, schema, example }
}

const STATUS: &str = "How far it has come. Given several times: any of them.";

/// A value that is not empty.
fn text() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": MOST_VALUE_CHARS, "pattern": "\\S" })
}

fn date() -> Value {
    json!({ "type": "string", "format": "date" })
}

/// A word of a closed vocabulary.
pub(super) fn one_of<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Value {
    json!({ "type": "string", "enum": all.iter().map(|value| word(*value)).collect::<Vec<_>>() })
}

fn words() -> Value {
    let mut schema = text();
    schema["format"] = "words".into();
    schema
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::list::PAGE;
    use crate::http::{bills, cases, statutes};

    #[test]
    fn every_parameter_is_described() {
        for list in [&statutes::LIST, &cases::LIST, &bills::LIST] {
            for name in [list.filters, PAGE, &["format"]].concat() {
                let Meaning { description, example, .. } = meaning(name, list.resource);
                assert!(!description.is_empty() && !example.is_null(), "{name}");
            }
        }
    }
}
