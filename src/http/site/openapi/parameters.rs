/*!
The parameters: what each means and takes. Which endpoint takes which is the endpoint's own table.
*/

use serde_json::{Value, json};

use crate::corpus::text::MAX_ID_BYTES;
use crate::http::request::fields::Fields;
use crate::http::request::params::{DEFAULT_LIMIT, MOST_LIMIT, MOST_OFFSET, MOST_VALUE_CHARS};
use crate::model::{BillStatus, Chamber, ExportFormat, Order, Parameter, Resource, StatuteStatus};

/// What an identifier of a record looks like.
pub(super) const ID_PATTERN: &str = "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$";

/// A parameter in the query, of an endpoint of this list.
pub(super) fn in_query(parameter: Parameter, resource: Resource) -> Value {
    let Meaning { description, schema, example } = meaning(parameter, resource);
    let is_repeatable = parameter.is_repeatable();
    let schema = if is_repeatable { json!({ "type": "array", "minItems": 1, "items": schema }) } else { schema };
    json!({
        "name": parameter,
        "in": "query",
        "description": description,
        "required": parameter == Parameter::Format,
        "style": "form",
        // `fields` is one value, with commas.
        "explode": parameter != Parameter::Fields,
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

fn meaning(parameter: Parameter, resource: Resource) -> Meaning {
    let (description, schema, example) = match parameter {
        Parameter::Jurisdiction => (
            "An id (`ca`), abbreviation (`CA`), slug (`new-york`), name or other usual name of a jurisdiction. One \
             that is not in the catalogue is refused. Given several times: any of them.",
            // A name of the catalogue, which is neither empty nor too long.
            json!({ "type": "string", "format": "jurisdiction" }),
            json!("CA"),
        ),
        Parameter::Topic => (
            "A topic's tag (`landlord-tenant`), with spaces or underscores in place of hyphens if you like, or one of \
             its other names (`tenant`). Given several times: any of them.",
            text(),
            json!("privacy"),
        ),
        Parameter::Court => (
            "A level (`supreme`, `appellate`, `circuit`, `trial`, `district`, `bankruptcy`, `special`) with those \
             below it, a court's id or other name (`scotus`, `ca9`), or words of its name. Given several times: any \
             of them.",
            text(),
            json!("ninth circuit"),
        ),
        Parameter::Status if resource == Resource::Statutes => {
            (STATUS, one_of(StatuteStatus::ALL, StatuteStatus::as_str), json!("active"))
        }
        Parameter::Status => (STATUS, one_of(BillStatus::ALL, BillStatus::as_str), json!("signed")),
        Parameter::Chamber => (
            "The chamber a bill began in. Given several times: any of them.",
            one_of(Chamber::ALL, Chamber::as_str),
            json!("senate"),
        ),
        Parameter::Q => (
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
        Parameter::Citation => (
            "One citation, spelled as you like, also in full or with a subsection.",
            text(),
            json!(if resource == Resource::Cases { "410 US 113" } else { "18 U.S.C. § 1341" }),
        ),
        Parameter::EffectiveFrom => {
            ("The first day of the date the statute became effective.", date(), json!("1990-01-01"))
        }
        Parameter::EffectiveTo => {
            ("The last day of the date the statute became effective.", date(), json!("2020-12-31"))
        }
        Parameter::DecidedFrom => ("The first day of the decision's date.", date(), json!("1970-01-01")),
        Parameter::DecidedTo => ("The last day of the decision's date.", date(), json!("2020-12-31")),
        Parameter::IntroducedFrom => ("The first day of the date of introduction.", date(), json!("2020-01-01")),
        Parameter::IntroducedTo => ("The last day of the date of introduction.", date(), json!("2023-12-31")),
        Parameter::Sort => (
            "Another order than the list's own: by date, or by how well the words of `q` fit, which needs `q`. Equal \
             ones stand in the list's own order, those without a date last.",
            one_of(Order::ALL, Order::as_str),
            json!("newest"),
        ),
        Parameter::Fields => (
            "The fields that records are to have, with commas between: only these, in the records' own order.",
            json!({
                "type": "array",
                "minItems": 1,
                "uniqueItems": true,
                "items": { "type": "string", "enum": Fields::names(resource) },
            }),
            json!(["id", "topics"]),
        ),
        Parameter::Limit => (
            "How many records a page has at the most.",
            json!({ "type": "integer", "minimum": 1, "maximum": MOST_LIMIT, "default": DEFAULT_LIMIT }),
            json!(10),
        ),
        Parameter::Offset => (
            "How many records are before the page.",
            json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": MOST_OFFSET, "default": 0 }),
            json!(20),
        ),
        Parameter::Format => {
            ("The form of the file.", one_of(ExportFormat::ALL, ExportFormat::as_str), json!("ndjson"))
        }
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
