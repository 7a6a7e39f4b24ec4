/*!
The HTML of the explorer's views: a page for a record, a search and an error has a title, a description and a content of
its own, for previews, search engines, reference managers and browsers without scripts. The scripts replace the content.

Every text goes through maud, which escapes it, and every data block through [`embedded`]. A browser does not execute a
script element whose type is not that of a script, so the policy of the page needs no exception for data.
*/

mod answer;

mod check;

mod error;

mod linked_data;

mod record;

mod search;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::HeaderValue;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::base_path::BasePath;
use crate::http::site::branding::Branding;

pub(crate) use check::check_page;
pub(crate) use error::from_api_error;
pub(crate) use record::record_page;
pub(crate) use search::search_page;

pub(crate) const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// The HTML page of the start view.
const PAGE: &str = include_str!("../../explorer/index.html");

/// The parts of the page that a view replaces: from the title to the end of the description, and the heading.
const TITLE_START: &str = "<title>";
const DESCRIPTION_END: &str = "exact counts.\">\n";
const HEADING: &str = "  <h1>U.S. statutes, cases and bills</h1>\n";

/// The page without the parts that a view replaces, with the operator's branding and the base path.
#[derive(Clone)]
pub(crate) struct PageShell(Arc<Shell>);

struct Shell {
    before_title: String,
    before_heading: String,
    after_heading: String,
    /// The name of the site.
    name: String,
    base_path: BasePath,
    /// Identifies these texts: the first bytes of their digest.
    id: u64,
}

/// The parts of a page that are of its view.
struct View {
    title: String,
    description: String,
    /// Further elements of the head.
    head: Markup,
    content: Markup,
}

impl PageShell {
    pub(crate) fn new(base_path: &BasePath, branding: &Branding) -> Self {
        let page = base_path.join_links(&branding.apply(PAGE));
        let parts = || {
            let (before_title, rest) = page.split_once(TITLE_START)?;
            let (_, rest) = rest.split_once(DESCRIPTION_END)?;
            let (before_heading, after_heading) = rest.split_once(HEADING)?;
            Some([before_title, before_heading, after_heading].map(str::to_owned))
        };
        let [before_title, before_heading, after_heading] = parts().expect("the page has the parts of a view");
        let id = Sha256::digest(page).iter().take(8).fold(0, |id, byte| id << 8 | u64::from(*byte));
        let (name, base_path) = (branding.name().to_owned(), base_path.clone());
        Self(Arc::new(Shell { before_title, before_heading, after_heading, name, base_path, id }))
    }

    /// Identifies the texts of the shell.
    pub(crate) fn id(&self) -> u64 {
        self.0.id
    }

    /// Adds the base path to a path.
    fn join(&self, path: &str) -> String {
        self.0.base_path.join(path)
    }

    fn render(&self, view: View) -> Bytes {
        let View { title, description, head, content } = view;
        let Shell { before_title, before_heading, after_heading, name, .. } = &*self.0;
        let head = html! {
            title { (title) " · " (name) }
            meta name="description" content=(description);
            meta property="og:site_name" content=(name);
            meta property="og:title" content=(title);
            meta property="og:description" content=(description);
            meta property="og:type" content="article";
            meta name="twitter:card" content="summary";
            (head)
            "\n"
        };
        [before_title, &*head.into_string(), before_heading, &*content.into_string(), after_heading].concat().into()
    }
}

impl fmt::Debug for PageShell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("PageShell").field(&self.0.name).finish()
    }
}

impl PartialEq for PageShell {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for PageShell {}

impl Hash for PageShell {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

/// Returns a value as JSON that can stand in a script element: no text in it ends the element or begins a comment.
fn embedded(value: &impl Serialize) -> serde_json::Result<PreEscaped<String>> {
    let json = serde_json::to_string(value)?;
    let mut escaped = String::with_capacity(json.len());
    for sign in json.chars() {
        match sign {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            sign => escaped.push(sign),
        }
    }
    Ok(PreEscaped(escaped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_has_each_part_of_a_view_once() {
        for part in [TITLE_START, DESCRIPTION_END, HEADING] {
            assert_eq!(PAGE.matches(part).count(), 1, "{part}");
        }
    }

    #[test]
    fn no_embedded_text_leaves_its_element() {
        for text in
            ["</script>", "<!--", "<script>", "]]>", "&lt;/script&gt;", "\"'`", "a\u{2028}b\u{2029}c", "\\", "é"]
        {
            let PreEscaped(json) = embedded(&text).unwrap();
            assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
