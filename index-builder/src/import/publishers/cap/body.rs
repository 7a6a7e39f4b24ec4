/*!
The text of a case: its head matter and its opinions. Files of cases and exports have it, and lists do not. The former
API put it into `data`, as markup if a request asked for that.
*/

use serde::Deserialize;

use crate::import::text::excerpt::Excerpt;
use crate::import::text::json::{self, Text};

/// The only field of a case that is read a second time.
#[derive(Deserialize)]
struct WithBody<'j> {
    #[serde(default, borrow)]
    casebody: Option<CaseBody<'j>>,
}

#[derive(Deserialize)]
struct CaseBody<'j> {
    #[serde(default, borrow)]
    data: Option<Data<'j>>,
    #[serde(flatten, borrow)]
    parts: Parts<'j>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Data<'j> {
    Markup(#[serde(borrow)] Text<'j>),
    Parts(#[serde(borrow)] Parts<'j>),
}

#[derive(Deserialize)]
struct Parts<'j> {
    #[serde(default, borrow)]
    head_matter: Option<Text<'j>>,
    #[serde(default, borrow)]
    opinions: Option<Vec<Opinion<'j>>>,
}

#[derive(Deserialize)]
struct Opinion<'j> {
    #[serde(default, borrow)]
    text: Option<Text<'j>>,
}

/// Reads the beginning of the text of a case from its JSON: the head matter, then the opinions. It is empty if the case
/// has no text, or none that can be read.
pub(super) fn read_text(case: &[u8], mut excerpt: Excerpt) -> String {
    if excerpt.is_full() {
        return String::new();
    }
    let case: Option<WithBody<'_>> = json::parse(case).ok();
    let body = case.and_then(|case| case.casebody);
    let parts = match body {
        Some(CaseBody { data: Some(Data::Markup(markup)), .. }) => {
            excerpt.push_html(&markup);
            return excerpt.finish();
        }
        Some(CaseBody { data: Some(Data::Parts(parts)), .. } | CaseBody { data: None, parts }) => parts,
        None => return String::new(),
    };
    let opinions = parts.opinions.into_iter().flatten().map(|opinion| opinion.text);
    for text in [parts.head_matter].into_iter().chain(opinions).flatten() {
        excerpt.push(&text);
        excerpt.end_word();
    }
    excerpt.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_case_is_head_matter_and_opinions_in_any_layout() {
        let parts = r#""head_matter": "Head\n\nmatter.", "opinions": [{"text": "First.", "type": "majority"}, {}, {"text": "Next."}]"#;
        for (case, text) in [
            (format!(r#"{{"id": 1, "casebody": {{{parts}}}}}"#), "Head matter. First. Next."),
            (format!(r#"{{"casebody": {{"status": "ok", "data": {{{parts}}}}}}}"#), "Head matter. First. Next."),
            (r#"{"casebody": {"data": "<p id='1'>One <em>t</em>wo</p><p>three</p>"}}"#.to_owned(), "One two three"),
            (r#"{"casebody": {"status": "ok", "data": null}}"#.to_owned(), ""),
            (r#"{"casebody": {"head_matter": 7}}"#.to_owned(), ""),
            (r#"{"casebody": null}"#.to_owned(), ""),
            ("{}".to_owned(), ""),
            ("not JSON".to_owned(), ""),
        ] {
            assert_eq!(read_text(case.as_bytes(), Excerpt::new(100)), text, "{case}");
            assert_eq!(read_text(case.as_bytes(), Excerpt::new(0)), "");
        }
    }
}
