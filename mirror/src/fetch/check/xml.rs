/*!
The check of an XML document: one root element, with every element in it closed.
*/

use std::io::BufRead;

use anyhow::{Result, anyhow, bail};
use quick_xml::Reader;
use quick_xml::events::Event;

/// Fails unless a document is well-formed up to its end.
pub(crate) fn check(reader: &mut impl BufRead) -> Result<()> {
    let mut reader = Reader::from_reader(reader);
    let mut buffer = Vec::new();
    let mut depth = 0_u64;
    let mut n_roots = 0_u64;
    loop {
        buffer.clear();
        let event = reader
            .read_event_into(&mut buffer)
            .map_err(|error| anyhow!("it is not a whole XML document: {error} at byte {}", reader.error_position()))?;
        match event {
            Event::Start(_) | Event::Empty(_) if depth == 0 && n_roots > 0 => {
                bail!("it is not one XML document: a second element follows the first");
            }
            Event::Start(_) => {
                n_roots += u64::from(depth == 0);
                depth += 1;
            }
            Event::Empty(_) => n_roots += u64::from(depth == 0),
            Event::End(_) => depth -= 1,
            Event::Text(text) if depth == 0 && !text.trim_start_matches('\u{feff}').trim().is_empty() => {
                bail!("it is not an XML document, but text")
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if depth > 0 {
        bail!("it is not a whole XML document: {depth} elements are open at its end");
    }
    if n_roots == 0 { bail!("it is not an XML document: it has no element") } else { Ok(()) }
}
