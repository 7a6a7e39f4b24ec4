/*!
The parts of the reference page that are about the service as a whole.
*/

use maud::{Markup, html};
use serde_json::Value;

use crate::http::site::docs::program::program;
use crate::http::site::docs::prose::prose;

/// A section: its id, its heading, and what renders its text.
type Section = (&'static str, &'static str, fn(&Value) -> Markup);

/// The sections in their order.
pub(super) const SECTIONS: [Section; 4] = [
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
        "Walking all pages",
        "The `Link` header of each page leads to the next one; that of the last page does not. The order is the same on \
         every page. The links name the build of the first page, so that no walk mixes two builds.",
        include_str!("../../../docs/recipes/pages.py"),
    ),
    (
        "recipe-citations",
        "Checking citations",
        "A citation is spelled in any usual way. One that is not found may still exist, unless `/api/v1/coverage` \
         says that the list is complete.",
        include_str!("../../../docs/recipes/citations.py"),
    ),
    (
        "recipe-build",
        "Staying on one build",
        "Each response names the build of the index that it is of in `Lexdex-Build`, and a request with `build` is \
         answered from that build alone. An operator may replace the index while a program reads its pages. The build \
         before is then served for some minutes more, ten unless the operator chose another time; after that the \
         response is 412, which names the build served now, and the program begins again. A server that does not have a \
         new build yet answers 412 as well. An export is always of one build. `If-None-Match` with the `ETag` of a \
         response asks whether it changed.",
        include_str!("../../../docs/recipes/build.py"),
    ),
    (
        "recipe-limit",
        "Being limited",
        "A client has a number of requests in any 60 seconds, which `X-RateLimit-Limit` names. The next is refused \
         with 429, and `Retry-After` says how many seconds to wait. 503 says the same of a server without capacity.",
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
            "The " code { "id" } " of a record is made of what the law itself calls the record: jurisdiction, code and "
            "section of a statute, court and citation of a case, session and number of a bill. It is therefore the "
            "same after every rebuild of the index, and in every index that has the record. It is unique in its list, "
            "has lower-case letters, digits, dots and hyphens alone, and can be stored as a key."
        }
        p {
            "A case is also found by its court and a parallel citation: " code { "scotus-93-s-ct-705" } " is answered "
            "with 308 and the path of the record, whose " code { "id" } " is the one to store."
        }
        p {
            "A record that a later index lacks is 404, with the nearest ids in " code { "details.nearest" } ". Offsets, "
            "positions in a list and the links between pages are of one build, and are not to be stored."
        }
    }
}

fn unknown_values(_: &Value) -> Markup {
    html! {
        p {
            "A parameter whose name is unknown is 400, with the nearest name if one is near: a filter is never dropped in "
            "silence. An unknown value depends on the parameter:"
        }
        ul {
            li { code { "jurisdiction" } ": 400 with those that are near, because the list of jurisdictions is complete." }
            li {
                code { "topic" } ", " code { "topic_all" } ", " code { "court" } ", " code { "session" } ", "
                code { "citation" } " and " code { "id" } ": 200 with an empty list and " code { "total" } " 0."
            }
            li { code { "citation" } " that is a text without a name and a number: 400 with the form of one." }
            li {
                code { "status" } ", " code { "chamber" } ", " code { "match" } ", " code { "sort" } ", "
                code { "fields" } ", " code { "format" } " and " code { "bom" } ": 400 with the words allowed."
            }
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
            "The program contains a small corpus, a sample of the law, and serves it unless it is started with another. "
            "An index of all records is made from the bulk files of the publishers: " code { "index-builder import" }
            " reads the U.S. Code, federal and state bills, the Caselaw Access Project, CourtListener, the D.C. Code "
            "and the state codes of Public.Resource.Org."
        }
        (program(document, COMMANDS))
        p { "The README of " code { "index-builder" } " has the way from each download to a served index." }
    }
}
