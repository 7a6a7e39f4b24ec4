/*!
The options of a build.
*/

use anyhow::Result;
use lexdex_core::corpus::{BundledAliases, NamedAliases, Summaries, SummarySource};

use crate::build::lines_digest::LinesDigest;
use crate::build::texts::TextOptions;
use crate::build::topic_model::WEIGHTS_FILE;
use crate::format::manifest::BUILDER_VERSION;

/// The options of a build. By default it adds nothing to the records of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// The options for the texts behind the records.
    pub texts: TextOptions,
    /// The summaries of this project, which are applied by id to records of other sources.
    pub summaries: Summaries,
    /// The parallel citations for cases that have none in the corpus.
    pub aliases: BundledAliases,
    /// Whether records without topics get those that their words show.
    pub infers_topics: bool,
}

impl BuildOptions {
    /// The options with the summaries of a source, and the parallel citations of the bundled corpus. Fails with
    /// [`CorpusErrors`](lexdex_core::corpus::CorpusErrors) if a summary is invalid.
    pub fn with_summaries(source: &SummarySource) -> Result<Self> {
        let (summaries, aliases) = (Summaries::read(source)?, BundledAliases::read()?);
        Ok(Self { summaries, aliases, ..Self::default() })
    }

    /// The options of `index-builder build` and of a mirror, where no other are given: the bundled summaries, and
    /// topics inferred from the words of records that have none.
    pub fn bundled() -> Result<Self> {
        Ok(Self { infers_topics: true, ..Self::with_summaries(&SummarySource::Bundled)? })
    }

    /// The version of what a build of this program adds to records: the program's, and a digest of the data.
    pub fn added_version(&self) -> String {
        format!("{BUILDER_VERSION} {}", self.added().hex())
    }

    pub(super) fn added(&self) -> LinesDigest {
        let mut digest = LinesDigest::default();
        self.summaries.iter().for_each(|(id, summary)| digest.add_summary(id, summary));
        for (id, NamedAliases { case_name, citations }) in self.aliases.iter() {
            digest.add(id, &format!("{case_name}\n{}", citations.join("\n")));
        }
        if self.infers_topics {
            digest.add("topics", WEIGHTS_FILE);
        }
        digest
    }
}
