//! The verdicts on the citations of documents, and the answers that are compared with them.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

/// The kinds of citations that are altered or invented.
const ALTERED: [&str; 6] =
    ["invented-citation", "merged-parallels", "other-case's-page", "swapped-year", "wrong-page", "wrong-volume"];

/// A row of the verdicts.
#[derive(Clone, Deserialize)]
pub(super) struct Verdict {
    document: String,
    citation: String,
    pub(super) status: String,
    agrees: String,
    record: String,
    kind: String,
}

/// The answer about a citation.
pub(super) struct Answer {
    text: String,
    pub(super) status: String,
    record: Option<String>,
    disagrees: bool,
}

impl Verdict {
    /// Reads the verdicts by document, in the order of each text.
    pub(super) fn read(path: &Path) -> Result<BTreeMap<String, Vec<Self>>> {
        let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).from_path(path)?;
        let mut documents: BTreeMap<String, Vec<Self>> = BTreeMap::new();
        for row in reader.deserialize() {
            let verdict: Self = row.with_context(|| format!("in {}", path.display()))?;
            documents.entry(verdict.document.clone()).or_default().push(verdict);
        }
        Ok(documents)
    }

    /// Whether an answer has the same status and, if it is `found`, the same record.
    pub(super) fn is_answered_by(&self, answer: &Answer) -> bool {
        self.status == answer.status && (self.status != "found" || answer.record.as_ref() == Some(&self.record))
    }

    /// Whether a reader has to review the citation.
    pub(super) fn is_warning(&self) -> bool {
        is_warning(&self.status, self.agrees == "no")
    }

    /// Whether the citation is altered or invented.
    pub(super) fn is_altered(&self) -> bool {
        ALTERED.contains(&self.kind.as_str())
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { citation, status, agrees, record, kind, .. } = self;
        write!(f, "{citation} [{kind}]: {status} {record}, agrees: {agrees}")
    }
}

impl Answer {
    /// Parses a line of `lexdex check --format jsonl`, or of the look-up for eyecite. Returns the name of the file, too.
    pub(super) fn parse(line: &str) -> Result<(String, Self)> {
        #[derive(Deserialize)]
        struct Line {
            file: String,
            text: String,
            status: String,
            #[serde(default)]
            records: Vec<LineRecord>,
            name: Option<Detail>,
            year: Option<Detail>,
        }

        #[derive(Deserialize)]
        struct LineRecord {
            id: String,
        }

        #[derive(Deserialize)]
        struct Detail {
            agrees: Option<bool>,
        }

        let line: Line = serde_json::from_str(line).with_context(|| format!("not an answer: {line}"))?;
        let file = Path::new(&line.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let disagrees = [line.name, line.year].into_iter().flatten().any(|detail| detail.agrees == Some(false));
        let record = line.records.into_iter().next().map(|record| record.id);
        Ok((file, Self { text: line.text, status: line.status, record, disagrees }))
    }

    /// Whether a reader has to review the citation.
    pub(super) fn is_warning(&self) -> bool {
        is_warning(&self.status, self.disagrees)
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { text, status, record, disagrees } = self;
        write!(f, "{text}: {status} {}, disagrees: {disagrees}", record.as_deref().unwrap_or_default())
    }
}

fn is_warning(status: &str, disagrees: bool) -> bool {
    match status {
        "found" => disagrees,
        "not_checkable" | "not_a_citation" => false,
        _ => true,
    }
}

/// Aligns verdicts and answers, both in the order of a text: the longest sequence of pairs with the same citation. Each
/// verdict and each answer occurs once.
pub(super) fn pairs<'a>(
    verdicts: &'a [Verdict],
    answers: &'a [Answer],
) -> Vec<(Option<&'a Verdict>, Option<&'a Answer>)> {
    let noted: Vec<String> = verdicts.iter().map(|verdict| letters(&verdict.citation)).collect();
    let found: Vec<String> = answers.iter().map(|answer| letters(&answer.text)).collect();
    let is_same = |v: usize, a: usize| noted[v].starts_with(&found[a]) || found[a].starts_with(&noted[v]);
    // The number of pairs from each two positions to the ends.
    let mut lengths = vec![vec![0_usize; answers.len() + 1]; verdicts.len() + 1];
    for v in (0..verdicts.len()).rev() {
        for a in (0..answers.len()).rev() {
            let skipped = lengths[v + 1][a].max(lengths[v][a + 1]);
            lengths[v][a] = if is_same(v, a) { skipped.max(lengths[v + 1][a + 1] + 1) } else { skipped };
        }
    }
    let (mut v, mut a) = (0, 0);
    let mut pairs = Vec::new();
    while v < verdicts.len() || a < answers.len() {
        let is_pair = v < verdicts.len() && a < answers.len() && is_same(v, a);
        if is_pair && lengths[v][a] == lengths[v + 1][a + 1] + 1 {
            pairs.push((Some(&verdicts[v]), Some(&answers[a])));
            (v, a) = (v + 1, a + 1);
        } else if a == answers.len() || v < verdicts.len() && lengths[v + 1][a] >= lengths[v][a + 1] {
            pairs.push((Some(&verdicts[v]), None));
            v += 1;
        } else {
            pairs.push((None, Some(&answers[a])));
            a += 1;
        }
    }
    pairs
}

/// The letters and digits of a citation, in lower case: spaces, hyphens and signs differ by the format of a document.
fn letters(citation: &str) -> String {
    citation.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
