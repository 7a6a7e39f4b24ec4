/*!
Renders the prose of the OpenAPI document.
*/

use maud::{Markup, html};

/// Renders paragraphs, which blank lines separate; text between backticks becomes code.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
            p {
                @for (idx, part) in paragraph.split('`').enumerate() {
                    @if idx % 2 == 1 { code { (part) } } @else { (part) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_escapes_markup_and_renders_backticks_as_code() {
        let rendered = |text| prose(text).into_string();
        assert_eq!(rendered("a < `b & \"c\"`\n\nd"), "<p>a &lt; <code>b &amp; &quot;c&quot;</code></p><p>d</p>");
        assert_eq!(rendered(""), "");
    }
}
