/*!
The body of an error of a store: XML with a code.
*/

use index_builder::import::text::xml::Xml;
use index_builder::report::skip::Skip;

/// An error of a store. Its fields are empty if the body is something else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoreErrorBody {
    /// The code, such as `NoSuchBucket`.
    pub(crate) code: String,
    /// The region of the bucket, if the request named a different one.
    pub(crate) region: String,
}

impl StoreErrorBody {
    /// Reads a body.
    pub(crate) fn read(body: &[u8]) -> Self {
        read(body).unwrap_or_default()
    }
}

fn read(body: &[u8]) -> Result<StoreErrorBody, Skip> {
    let mut xml = Xml::new(body);
    let mut error = StoreErrorBody::default();
    if xml.root()?.name() != "Error" {
        return Ok(error);
    }
    xml.children(&mut |xml, element| {
        match element.name() {
            "Code" => error.code = word(&xml.text()?),
            "Region" => error.region = word(&xml.text()?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(error)
}

/// The text if it is one word, and can therefore be quoted in a message; otherwise empty.
fn word(text: &str) -> String {
    let text = text.trim();
    let is_word =
        text.len() <= 64 && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    if is_word { text.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_region_are_read_and_are_empty_for_other_bodies() {
        let body = b"<?xml version=\"1.0\"?>\n<Error><Code>PermanentRedirect</Code><Message>m</Message><Region>eu-west-1</Region></Error>";
        let expected = StoreErrorBody { code: "PermanentRedirect".to_owned(), region: "eu-west-1".to_owned() };
        assert_eq!(StoreErrorBody::read(body), expected);
        for other in ["", "<html>", "{}", "<Error><Code>a b</Code></Error>", "<x><Code>C</Code></x>"] {
            assert_eq!(StoreErrorBody::read(other.as_bytes()), StoreErrorBody::default(), "{other}");
        }
    }
}
