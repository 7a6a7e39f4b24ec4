/*!
The parts of the reference page that are about the service as a whole.
*/

use maud::{Markup, html};

/// A section: its id, its heading, and what renders its text.
type Section = (&'static str, &'static str, fn() -> Markup);

/// The sections in their order.
pub(super) const SECTIONS: [Section; 1] = [("your-own-index", "Your own index", your_own_index)];

/// Renders the sections.
pub(super) fn guide() -> Markup {
    html! {
        @for (id, heading, text) in SECTIONS {
            section aria-labelledby=(id) {
                h2 id=(id) { (heading) }
                (text())
            }
        }
    }
}

fn your_own_index() -> Markup {
    html! {
        p {
            "The program contains a small corpus, a sample of the law, and serves it unless it is started with another. "
            "An index of all records is made from the bulk files of the publishers: " code { "index-builder import" }
            " reads the U.S. Code, federal and state bills, the Caselaw Access Project, CourtListener, the D.C. Code "
            "and the state codes of Public.Resource.Org."
        }
        pre tabindex="0" {
            code {
                "index-builder import --help\n"
                "index-builder build --corpus my-corpus --out my-index\n"
                "lexdex --index my-index"
            }
        }
        p { "The README of " code { "index-builder" } " has the way from each download to a served index." }
    }
}
