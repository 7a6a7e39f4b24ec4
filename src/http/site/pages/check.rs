/*!
The page that checks the citations of a text. It holds no records: its scripts send the text to the API.
*/

use axum::body::Bytes;
use maud::html;

use crate::http::site::explorer::CHECK_FILES;
use crate::http::site::pages::{PageShell, View};

const DESCRIPTION: &str = "Check the citations of a brief: paste a text or choose a file, and see which of its cases, \
                           statutes and bills are in this index, and whether names and years agree.";

/// Renders the page. Its head preloads the scripts that only this view uses.
pub(crate) fn check_page(shell: &PageShell) -> Bytes {
    let head = html! {
        @for file in CHECK_FILES { link rel="modulepreload" href=(shell.join(&format!("/explorer/{file}"))); }
    };
    let content = html! { h1 { "Check a brief" } p { (DESCRIPTION) } };
    shell.render(View { title: "Check a brief".to_owned(), description: DESCRIPTION.to_owned(), head, content })
}
