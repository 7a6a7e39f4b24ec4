/*!
The object `latest`, which names the build to serve.
*/

use std::fmt;

use anyhow::{Result, anyhow, bail};
use lexdex_index::is_build_id;
use object_store::{PutMode, UpdateVersion};

use crate::object_store::client::{Got, Put, StoreClient};
use crate::object_store::layout::LATEST;

/// The largest content, in bytes. A build id has 64.
const MAX_BYTES: u64 = 4096;

/// The content of `latest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Latest {
    /// The entity tag of the content, and in some stores its version.
    pub(crate) version: UpdateVersion,
    text: Vec<u8>,
}

/// Another push has written `latest` since it was read.
#[derive(Debug)]
pub(crate) struct Raced {
    latest: String,
}

impl fmt::Display for Raced {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "another push has written {} in the meantime, and this one has changed nothing that is served: push again if \
             this index is the newer one",
            self.latest
        )
    }
}

impl std::error::Error for Raced {}

/// The store's response to a GET of `latest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The store has no `latest`.
    Missing,
    /// It still has the entity tag that was sent.
    Unchanged,
    /// Its content.
    Found(Latest),
}

impl Latest {
    /// Gets the content, unless it still has the given entity tag.
    pub(crate) fn ask(client: &StoreClient, etag: Option<&str>) -> Result<Asked> {
        Ok(match client.get(LATEST, etag, MAX_BYTES)? {
            Got::Missing => Asked::Missing,
            Got::Unchanged => Asked::Unchanged,
            Got::Found { body, version } => Asked::Found(Self { version, text: body }),
        })
    }

    /// Reads the content; `None` if the store has no `latest`.
    pub(crate) fn read(client: &StoreClient) -> Result<Option<Self>> {
        match Self::ask(client, None)? {
            Asked::Found(latest) => Ok(Some(latest)),
            Asked::Missing | Asked::Unchanged => Ok(None),
        }
    }

    /// The build that it names; `None` if its content is not a build id.
    pub(crate) fn build(&self) -> Option<&str> {
        str::from_utf8(&self.text).ok().map(str::trim_ascii_end).filter(|build| is_build_id(build))
    }

    /// The build that it names, or an error that quotes it.
    pub(crate) fn expect_build(&self, client: &StoreClient) -> Result<&str> {
        self.build().ok_or_else(|| {
            let quoted: String = String::from_utf8_lossy(&self.text).trim().chars().take(40).collect();
            anyhow!("{} names no build, but begins with {quoted:?}: push an index to the store", client.url(LATEST))
        })
    }
}

/// Replaces `known`, the content that was read before, by the id of a build, and reads it back. Fails with [`Raced`] if
/// another push has written it since.
pub(crate) fn replace(client: &StoreClient, known: Option<&Latest>, build: &str) -> Result<()> {
    let raced = || Raced { latest: client.url(LATEST) };
    // A store may ignore the condition below. This check then narrows the race to the time between two requests.
    if Latest::read(client)?.as_ref() != known {
        return Err(raced().into());
    }
    let mode = match known.map(|known| known.version.clone()) {
        None => PutMode::Create,
        Some(version) if version.e_tag.is_some() => PutMode::Update(version),
        Some(_) => bail!("{} has no ETag, without which two pushes cannot be distinguished", client.url(LATEST)),
    };
    let put = client.put(LATEST, format!("{build}\n").into_bytes(), mode);
    // A write whose response was lost has an error, or is refused at its second attempt.
    let written = Latest::read(client)?;
    let is_own = written.as_ref().and_then(Latest::build) == Some(build);
    match put {
        _ if is_own => Ok(()),
        Ok(Put::Written { .. } | Put::Refused) => Err(raced().into()),
        Err(error) => Err(error),
    }
}
