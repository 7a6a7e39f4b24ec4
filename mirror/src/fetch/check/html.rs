/*!
Recognizes pages of HTML, which servers send instead of a file for errors and in maintenance.
*/

use std::fs::File;
use std::io::{self, Read};

/// The number of bytes that are searched for the title of a page.
const HEAD: u64 = 1 << 16;

/// The number of characters of a title that are quoted.
const MAX_TITLE: usize = 100;

/// A description of a page of HTML, with its title; `None` if the file is something else.
pub(crate) fn describe(file: &mut File) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    let text = String::from_utf8_lossy(&head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    // Only ASCII is lowered, so that offsets in both texts are the same.
    let lower = text.to_ascii_lowercase();
    if !["<!doctype html", "<html"].iter().any(|start| lower.starts_with(start)) {
        return Ok(None);
    }
    let title = lower.find("<title").and_then(|start| {
        let start = start + lower[start..].find('>')? + 1;
        let end = start + lower[start..].find("</title")?;
        Some(text[start..end].split_whitespace().collect::<Vec<_>>().join(" "))
    });
    Ok(Some(match title {
        Some(title) if !title.is_empty() => {
            format!("a page of HTML with the title {:?}", title.chars().take(MAX_TITLE).collect::<String>())
        }
        _ => "a page of HTML without a title".to_owned(),
    }))
}
