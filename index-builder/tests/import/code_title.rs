//! Tiny titles of the U.S. Code as inputs for tests of other features.

/// A title with these sections.
pub(crate) fn title(number: &str, created: &str, sections: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <uscDoc xmlns=\"http://xml.house.gov/schemas/uslm/1.0\" xmlns:dcterms=\"http://purl.org/dc/terms/\">\n\
         <meta><docNumber>{number}</docNumber><dcterms:created>{created}T12:00:00</dcterms:created></meta>\n\
         <main><title>\n{}\n</title></main></uscDoc>\n",
        sections.join("\n")
    )
}

/// The titles of the Code. Title 53 is reserved.
pub(crate) fn titles_of_the_code() -> impl Iterator<Item = String> {
    (1..=54).filter(|title| *title != 53).map(|title| title.to_string())
}

/// A section in force.
pub(crate) fn section(number: &str, heading: &str) -> String {
    format!(
        "<section identifier=\"/us/usc/t1/s{number}\"><num value=\"{number}\">§ {number}.</num><heading> {heading}</heading></section>"
    )
}

/// A title with one section.
pub(crate) fn small_title(number: &str) -> String {
    title(number, "2024-01-01", &[section("1", "Short title")])
}
