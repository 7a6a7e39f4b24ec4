/*!
The parts of the reference page that are about the service as a whole.
*/

use lexdex_core::model::{Parameter, Resource, Values};
use maud::{Markup, html};
use serde_json::Value;

use crate::http::site::docs::program::program;
use crate::http::site::docs::prose::prose;

/// A section: its id, its heading, and the function that renders its text.
type GuideSection = (&'static str, &'static str, fn(&Value) -> Markup);

/// The sections in their order.
pub(super) const SECTIONS: [GuideSection; 4] = [
    ("recipes", "Recipes", recipes),
    ("ids", "Ids", ids),
    ("unknown-values", "Unknown names and values", unknown_values),
    ("your-own-index", "Your own index", your_own_index),
];

/// A recipe: its id, its heading, the text before the program, and the program. A test runs the programs.
type Recipe = (&'static str, &'static str, &'static str, &'static str);

/// The recipes in their order.
pub(super) const RECIPES: [Recipe; 5] = [
    (
        "recipe-pandas",
        "Into pandas",
        "A page has at most 100 records. An export has all that match, and counts as one request.",
        include_str!("../../../docs/recipes/pandas.py"),
    ),
    (
        "recipe-pages",
        "Reading all pages",
        "The `Link` header of each page has a link to the next one, except on the last page. The order is the same on \
         every page. The links name the build of the first page, so that all pages are of one build.",
        include_str!("../../../docs/recipes/pages.py"),
    ),
    (
        "recipe-citations",
        "Checking citations",
        "A citation may have any usual spelling. A citation that is not found may still exist, unless \
         `/api/v1/coverage` says that the list is complete.",
        include_str!("../../../docs/recipes/citations.py"),
    ),
    (
        "recipe-build",
        "Staying on one build",
        "Each response names the build of its index in `Lexdex-Build`. The server answers a request with `build` from \
         that build only. If the operator replaces the index while a program reads pages, the server keeps the \
         previous build for ten minutes, unless the operator chose another time. After that, the response is a 412 \
         that names the current build, and the program must start again. A server that does not have a new build yet \
         also responds with 412. An export is always of one build. A request with the `ETag` of a response in \
         `If-None-Match` checks whether the response has changed.",
        include_str!("../../../docs/recipes/build.py"),
    ),
    (
        "recipe-limit",
        "Handling the rate limit",
        "`X-RateLimit-Limit` is the number of requests that a client may send in any 60 seconds. The server refuses \
         further ones with 429, and `Retry-After` says how many seconds to wait. A server without capacity responds \
         with 503 and the same header.",
        include_str!("../../../docs/recipes/limit.py"),
    ),
];

/// Renders the sections.
pub(super) fn guide(document: &Value) -> Markup {
    html! {
        @for (id, heading, text) in SECTIONS {
            section aria-labelledby=(id) {
                h2 id=(id) { (heading) }
                (text(document))
            }
        }
    }
}

fn recipes(document: &Value) -> Markup {
    html! {
        p { "The programs are in Python, with " code { "requests" } "." }
        @for (id, heading, text, lines) in RECIPES {
            section aria-labelledby=(id) {
                h3 id=(id) { a href={ "#" (id) } { (heading) } }
                (prose(text))
                (program(document, lines))
            }
        }
    }
}

fn ids(_: &Value) -> Markup {
    html! {
        p {
            "The " code { "id" } " of a record consists of the names that the law itself gives it: jurisdiction, code "
            "and section of a statute; court and citation of a case; jurisdiction, session and number of a bill. It is "
            "therefore the same after every rebuild of the index, and in every index that has the record. It is unique "
            "in its list, has only lower-case letters, digits, dots and hyphens, and can be stored as a key."
        }
        p {
            "An id with the court and a parallel citation of a case also works: the server redirects "
            code { "scotus-93-s-ct-705" } " to the path of the record with 308. Store the " code { "id" } " of the "
            "record."
        }
        p {
            "If a later index lacks the record, the response is 404, with the nearest ids in "
            code { "details.nearest" } ". Do not store offsets or links between pages: they are valid for one "
            "build only."
        }
    }
}

fn unknown_values(_: &Value) -> Markup {
    html! {
        p {
            "The response to an unknown parameter is 400, with the nearest name if one is similar. No filter is "
            "ignored silently. The response to an unknown value depends on the parameter:"
        }
        ul {
            li { code { "jurisdiction" } ": 400 with the nearest ones, because the list of jurisdictions is complete." }
            li { (names(|values| matches!(values, Values::Text))) ": 200 with an empty list and " code { "total" } " 0." }
            li { code { "citation" } " that cannot be parsed as a citation: 400 with the expected form." }
            li { (names(is_closed)) ": 400 with the allowed values." }
        }
    }
}

/// Whether a document can list all values.
fn is_closed(values: &Values) -> bool {
    matches!(values, Values::Words(_) | Values::Fields | Values::Format | Values::Flag)
}

/// Renders the names of the parameters with such values.
fn names(has_such: fn(&Values) -> bool) -> Markup {
    let names: Vec<&Parameter> =
        Parameter::ALL.iter().filter(|parameter| has_such(&parameter.spec(Resource::Bills).values)).collect();
    html! {
        @for (idx, name) in names.iter().enumerate() {
            @if idx > 0 { (if idx + 1 < names.len() { ", " } else { " and " }) }
            code { (name.as_str()) }
        }
    }
}

const COMMANDS: &str = "\
index-builder import --help
index-builder build --corpus my-corpus --out my-index
lexdex --index my-index";

fn your_own_index(document: &Value) -> Markup {
    html! {
        p {
            "The program contains a small corpus, a sample of the law, and serves it by default. An index of all "
            "records is built from the bulk files of the publishers: " code { "index-builder import" }
            " reads the U.S. Code, federal and state bills, the Caselaw Access Project, CourtListener, the D.C. Code "
            "and the state codes of Public.Resource.Org."
        }
        (program(document, COMMANDS))
        p { "The README of " code { "index-builder" } " has the steps from each download to a served index." }
    }
}
