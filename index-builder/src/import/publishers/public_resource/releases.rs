/*!
The head of a page, which names the state, the release and the day of posting; and the newest release of each page among
the inputs.

The state is named twice: by the page's subject (`<meta name="Subject" content="Wyoming Code">`), and by the publisher's
name of the file (`gov.wy.code.title.06.html`, in Idaho `idaho.title.60.html`). One is enough; two must agree. The
sentence on the release is not reliable: release 84 of Wyoming calls itself “of the Official Code of Kentucky”.
*/

use std::collections::HashMap;

use anyhow::Result;
use lexdex_core::corpus::Jurisdictions;
use lexdex_core::model::{Date, Jurisdiction};
use parking_lot::Mutex;

use crate::import::engine::session::Session;
use crate::import::input::claim::Claim;
use crate::import::input::input_file::InputFile;
use crate::import::text::clean;
use crate::import::text::html::{HtmlToken, Tag, Tokens};
use crate::report::skip::{DAMAGED, Reason, STRAY, Skip};

/// The maximum length of a page's head, in bytes.
const HEAD_BYTES: usize = 1 << 16;

static STATE_IN_DOUBT: Reason = Reason {
    name: "state_in_doubt",
    explanation: "The page's subject and the name of its file name different states.",
};

static UNKNOWN_STATE: Reason = Reason {
    name: "unknown_state",
    explanation: "Neither the page's subject nor the name of its file (gov.wy.…, idaho.…) names a state.",
};

/// The metadata of a page.
#[derive(Debug, Default)]
pub(super) struct PageHead {
    /// `Wyoming Code`, `ALASKA STATUTES`.
    subject: String,
    /// The number of the release.
    pub(super) release: Option<u32>,
    /// The day on which the page was posted.
    pub(super) posted: Option<Date>,
}

impl PageHead {
    /// Reads a page up to its body.
    pub(super) fn read(html: &str) -> Self {
        let mut head = Self::default();
        for token in Tokens::new(html) {
            match token {
                HtmlToken::Open(tag) if tag.is("meta") => head.add_meta(&tag),
                HtmlToken::Open(tag) if tag.is("body") => break,
                _ => {}
            }
        }
        head
    }

    fn add_meta(&mut self, meta: &Tag<'_>) {
        let content = meta.attribute("content").unwrap_or_default();
        match meta.attribute("name").unwrap_or_default().to_ascii_lowercase().as_str() {
            "subject" => self.subject = clean::text(&content),
            "description" => {
                let description = clean::text(&content);
                self.release = release(&description);
                self.posted = posted(&description);
            }
            _ => {}
        }
    }

    /// Whether the page has interstate compacts: its subject is “Compacts”.
    pub(super) fn is_of_compacts(&self) -> bool {
        self.subject.split(' ').any(|word| word.eq_ignore_ascii_case("compacts"))
    }

    /// The state, by the page's subject and the name of its file.
    pub(super) fn state<'c>(&self, file_name: &str, states: &'c Jurisdictions) -> Result<&'c Jurisdiction, Skip> {
        let by_subject = state_of_subject(&self.subject, states);
        let by_name = state_of_file_name(file_name, states);
        match (by_subject, by_name) {
            (Some(one), Some(other)) if one.id != other.id => {
                Err(Skip::new(&STATE_IN_DOUBT, format!("“{}” and {}", self.subject, other.name)))
            }
            (None, Some(_)) if self.subject.is_empty() && self.posted.is_none() => Err(Skip::new(
                &DAMAGED,
                "it is named like a page of a code, and has neither a subject nor a description",
            )),
            (Some(state), _) | (None, Some(state)) => Ok(state),
            (None, None) if self.subject.is_empty() && self.posted.is_none() => {
                Err(Skip::new(&STRAY, "the page has neither a subject nor a description"))
            }
            (None, None) => Err(Skip::new(&UNKNOWN_STATE, self.subject.clone())),
        }
    }
}

/// The number in “Release 84 of the …”.
fn release(description: &str) -> Option<u32> {
    let mut words = description.split(' ').skip_while(|word| !word.eq_ignore_ascii_case("release"));
    words.nth(1)?.parse().ok()
}

/// The day in “Transformed and posted by … on 2022-11-25.” Only some pages also have the day of the release.
fn posted(description: &str) -> Option<Date> {
    let (_, rest) = description.split_once("posted")?;
    let mut words = rest.split(' ').map(|word| word.trim_end_matches('.'));
    words.find_map(|word| word.parse().ok())
}

/// The state that a subject names. The longest name wins, because “West Virginia Code” contains two.
fn state_of_subject<'c>(subject: &str, states: &'c Jurisdictions) -> Option<&'c Jurisdiction> {
    let subject = format!(" {} ", subject.to_lowercase());
    let named = states.entries().iter().filter(|state| subject.contains(&format!(" {} ", state.name.to_lowercase())));
    named.max_by_key(|state| state.name.len())
}

/// The state by the publisher's name of a file: `gov.wy.code.title.06.html`, `idaho.title.60.html`.
fn state_of_file_name<'c>(file_name: &str, states: &'c Jurisdictions) -> Option<&'c Jurisdiction> {
    let mut parts = file_name.split('.');
    match (parts.next()?, parts.next()?) {
        ("gov", state) => states.get(state),
        (slug, "title") => states.entries().iter().find(|state| state.slug == slug),
        _ => None,
    }
}

/// The newest release of each page, by state and file name.
#[derive(Default)]
pub(super) struct PageReleases {
    newest: HashMap<(String, String), u32>,
}

impl PageReleases {
    /// Reads the heads of all pages.
    pub(super) fn prescan(session: &Session<'_>) -> Result<Self> {
        let states = &session.catalogue().jurisdictions;
        let releases = Mutex::new(Self::default());
        session.prescan(
            |name| session.claim_of(name) == Claim::Read,
            |file| {
                let file_name = file.file_name().to_owned();
                let head = PageHead::read(&beginning(file)?);
                let (state, release) = (head.state(&file_name, states)?, head.release.unwrap_or_default());
                let key = (state.id.clone(), file_name);
                let mut releases = releases.lock();
                let newest = releases.newest.entry(key).or_default();
                *newest = release.max(*newest);
                Ok(())
            },
        )?;
        Ok(releases.into_inner())
    }

    /// The newest release of a page.
    pub(super) fn newest(&self, state: &str, file_name: &str) -> u32 {
        self.newest.get(&(state.to_owned(), file_name.to_owned())).copied().unwrap_or_default()
    }
}

/// The beginning of a page. A character may be cut off at its end.
fn beginning(file: InputFile<'_>) -> Result<String, Skip> {
    let mut content = file.buffered();
    let (beginning, _) = content.peek()?;
    Ok(String::from_utf8_lossy(&beginning[..beginning.len().min(HEAD_BYTES)]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_and_day_of_posting_are_read_from_one_sentence() {
        for (description, found) in [
            (
                "Release 84 of the Official Code of Kentucky Annotated released 2022.05 Transformed and posted by P.R.O using x.py version 2.3 on 2022-11-25. This",
                (Some(84), Some("2022-11-25")),
            ),
            (
                "Release 72 of the Official Code of Georgia Annotated released 2020-08-10. Transformed and posted by P.R.O on 2020-09-21.",
                (Some(72), Some("2020-09-21")),
            ),
            ("Something else", (None, None)),
        ] {
            let posted = posted(description).map(|date| date.to_string());
            assert_eq!((release(description), posted.as_deref()), found, "{description}");
        }
    }
}
