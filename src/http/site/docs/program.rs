/*!
Renders programs and commands that call this service.
*/

use maud::{Markup, html};
use serde_json::Value;

/// The address in the examples. The page's script replaces it with the address of this service.
const EXAMPLE_ADDRESS: &str = "http://localhost:8080";

/// Renders lines, and marks the example address for the page's script.
pub(super) fn program(document: &Value, lines: &str) -> Markup {
    let base_path = document["servers"][0]["url"].as_str().unwrap_or_default().trim_end_matches('/');
    html! {
        pre tabindex="0" {
            code {
                @for (idx, part) in lines.trim_end().split(EXAMPLE_ADDRESS).enumerate() {
                    @if idx > 0 { span.service { (EXAMPLE_ADDRESS) (base_path) } }
                    (part)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn address_of_the_service_is_marked_in_each_place() {
        let document = json!({ "servers": [{ "url": "/law" }] });
        let rendered =
            program(&document, "curl 'http://localhost:8080/api/v1/cases'\n# http://localhost:8080\n").into_string();
        let address = "<span class=\"service\">http://localhost:8080/law</span>";
        let expected = format!("<pre tabindex=\"0\"><code>curl '{address}/api/v1/cases'\n# {address}</code></pre>");
        assert_eq!(rendered, expected);
    }
}
