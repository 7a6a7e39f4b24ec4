/*!
The error about a page or a listing that is not the expected one.
*/

use anyhow::{Error, anyhow};
use index_builder::import::text::html;

/// The number of characters of a page that an error quotes.
const QUOTED_CHARS: usize = 80;

/// The error for a response that is not what `expected` describes, such as a maintenance page.
pub(crate) fn unexpected(url: &str, expected: &str, body: &[u8]) -> Error {
    let text = html::to_text(&String::from_utf8_lossy(body));
    let quoted: String = text.chars().take(QUOTED_CHARS).collect();
    let ending = if quoted.len() < text.len() { "…" } else { "" };
    anyhow!(
        "{url} is not {expected}: its text is “{quoted}{ending}”. Open it in a browser: if the site is in maintenance, \
         try again later; otherwise the publisher has changed it, and a newer lexdex-mirror is needed. The files that \
         the mirror has stay as they are"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_quotes_the_beginning_of_the_page_without_markup() {
        let page = format!("<html><script>x</script><h1>Down for maintenance</h1>{}</html>", "é".repeat(80));
        let error = unexpected("https://publisher.example/list", "a list", page.as_bytes()).to_string();
        let quoted = format!("“Down for maintenance {}…”", "é".repeat(59));
        assert_eq!(
            error.split(". Open").next().unwrap(),
            format!("https://publisher.example/list is not a list: its text is {quoted}")
        );
    }
}
