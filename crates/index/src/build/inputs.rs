/*!
The inputs of a list: the files that it is built from, and their digest. Lists with the same digest of inputs are equal,
byte for byte.

The order of lines and their distribution over files are not part of the digest, because an index does not depend on
them. The thesaurus and the declared completeness are not inputs, either: only the server reads them.
*/

use std::fmt::Write;

use anyhow::Result;
use lexdex_core::corpus::{CatalogueFile, CorpusErrors, Source, SourceFile};
use lexdex_core::model::Resource;
use sha2::{Digest, Sha256};

use crate::build::aliases::{Aliases, add_aliases};
use crate::build::catalogue_files::CatalogueFiles;
use crate::build::chunk_reader::visit_lines;
use crate::build::line_table::AddLine;
use crate::build::lines_digest::LinesDigest;
use crate::build::options::BuildOptions;
use crate::build::progress::{BuildProgress, Stage};
use crate::build::texts::TextFiles;
use crate::format::manifest::BUILDER_VERSION;
use crate::format::schema::SCHEMA_VERSION;

/// The catalogues that affect the checks of records and the documents.
const CATALOGUES: [CatalogueFile; 4] =
    [CatalogueFile::Jurisdictions, CatalogueFile::Courts, CatalogueFile::Topics, CatalogueFile::PopularNames];

pub(super) struct ListFiles {
    pub(super) records: Vec<SourceFile>,
    pub(super) texts: TextFiles,
    pub(super) aliases: Aliases,
    /// The digest of the summaries, parallel citations and weights of topics that the build adds to records.
    pub(super) added: LinesDigest,
}

impl ListFiles {
    /// Finds the files of a list of a corpus.
    pub(super) fn from_source(source: &Source, resource: Resource, options: &BuildOptions) -> Result<Self> {
        let texts = TextFiles::from_source(source, resource, options.texts)?;
        let aliases = Aliases::from_source(source, resource, &options.aliases)?;
        Ok(Self { records: source.record_files(resource)?, texts, aliases, added: options.added() })
    }

    /// The size of the files in bytes.
    pub(super) fn n_bytes(&self) -> u64 {
        [&self.records, &self.texts.files.0, &self.aliases.files.0].into_iter().flatten().map(|file| file.n_bytes).sum()
    }

    /// Digests the lines of the files on all cores, without checking them. `None` if a line is too long.
    pub(super) fn digest(&self, progress: &dyn BuildProgress) -> Result<Option<InputLines>> {
        let mut errors = CorpusErrors::default();
        let mut digest = |files: &[SourceFile], add_line: AddLine| -> Result<LinesDigest> {
            let visited = visit_lines(files, (progress, Stage::Compare), LinesDigest::default, |digest, line, _| {
                add_line(digest, line.bytes);
                Ok(())
            })?;
            errors.append(visited.errors);
            let mut sum = LinesDigest::default();
            visited.workers.into_iter().for_each(|of_thread| sum.append(of_thread));
            Ok(sum)
        };
        let lines = InputLines {
            records: digest(&self.records, LinesDigest::add_line)?,
            texts: digest(&self.texts.files.0, LinesDigest::add_line)?,
            aliases: digest(&self.aliases.files.0, add_aliases)?,
            added: self.added,
        };
        Ok((errors.count() == 0).then_some(lines))
    }
}

/// The digests of the lines that a list is built from.
#[derive(Clone, Copy, Default)]
pub(super) struct InputLines {
    pub(super) records: LinesDigest,
    pub(super) texts: LinesDigest,
    pub(super) aliases: LinesDigest,
    /// The digest of the summaries, parallel citations and weights of topics that the build adds to records.
    pub(super) added: LinesDigest,
}

impl InputLines {
    /// The digest of all inputs of a list with these lines, as hexadecimal digits.
    pub(super) fn digest(&self, resource: Resource, texts: &TextFiles, catalogues: &CatalogueFiles) -> String {
        let mut inputs =
            format!("{resource}\nschema {SCHEMA_VERSION}\nbuilder {BUILDER_VERSION}\n{}\n", texts.digested_options());
        // Writing to a string does not fail.
        for file in CATALOGUES {
            let _ = writeln!(inputs, "{} {}", file.file_name(), catalogues.digest(file));
        }
        for lines in [self.records, self.texts, self.aliases, self.added] {
            let _ = writeln!(inputs, "{} {}", lines.n_lines(), lines.hex());
        }
        const_hex::encode(Sha256::digest(inputs))
    }
}
