//! Records with the topics of their source.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use lexdex_index::{TITLE_MARK, TopicFeatures, TopicWords};
use serde::Deserialize;

/// One of this many records is held out.
const HELD_OUT: u64 = 5;

/// Stems of fewer records are left out.
const MIN_RECORDS: u32 = 12;

/// The weight of records with topics that a person has chosen for each of them.
const REVIEWED_WEIGHT: f32 = 3.0;

/// The weight of records with topics of the heading that they stand under.
const HEADING_WEIGHT: f32 = 0.3;

/// A part's line.
#[derive(Deserialize)]
struct PartLine {
    record: Option<RecordWords>,
    #[serde(default)]
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordWords {
    id: String,
    jurisdiction_id: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    topics: Vec<String>,
    #[serde(default)]
    case_name: Option<String>,
    #[serde(default)]
    bill_number: Option<String>,
}

/// A record with its features and tags, as positions in the lists of both.
pub(super) struct Sample {
    /// The kind of record that it is counted as.
    pub(super) kind: String,
    pub(super) weight: f32,
    pub(super) hash: u64,
    pub(super) title: Vec<usize>,
    pub(super) whole: Vec<usize>,
    /// The stems of the title without marks.
    pub(super) short: Vec<usize>,
    pub(super) tags: Vec<usize>,
    /// The words of a record that is held out.
    held_out: Option<HeldOutWords>,
}

/// The words from which the topics of a record that is held out are inferred.
struct HeldOutWords {
    list: Resource,
    is_federal: bool,
    title: String,
    summary: String,
    text: String,
}

impl Sample {
    /// The words of the record, if it is held out.
    pub(super) fn held_out_words(&self) -> Option<TopicWords<'_>> {
        self.held_out.as_ref().map(|held| TopicWords {
            list: held.list,
            is_federal: held.is_federal,
            title: &held.title,
            summary: &held.summary,
            text: &held.text,
        })
    }
}

#[derive(Default)]
pub(super) struct Samples {
    pub(super) samples: Vec<Sample>,
    /// The stems by their positions; those of a title have a mark.
    pub(super) stems: Vec<String>,
    pub(super) tags: Vec<String>,
    stem_positions: HashMap<String, usize>,
    tag_positions: HashMap<String, usize>,
    counts: Vec<u32>,
}

impl Samples {
    /// Reads the bundled corpus, and the parts of a corpus.
    pub(super) fn read(corpus: &Path) -> Result<Self> {
        let mut samples = Self::default();
        for list in ["statutes", "cases", "bills"] {
            let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus")).join(list);
            for path in files(&folder, "jsonl")? {
                each_line(&path, |line| {
                    samples.add(&serde_json::from_str(line)?, "", Some(REVIEWED_WEIGHT));
                    Ok(())
                })?;
            }
        }
        for path in files(&corpus.join("parts"), "part")? {
            each_line(&path, |line| {
                let line: PartLine = serde_json::from_str(line)?;
                if let Some(record) = line.record {
                    samples.add(&record, line.text.as_deref().unwrap_or_default(), None);
                }
                Ok(())
            })?;
        }
        samples.remove_rare_stems();
        samples.sort_tags();
        Ok(samples)
    }

    fn add(&mut self, record: &RecordWords, text: &str, weight: Option<f32>) {
        if record.topics.is_empty() {
            return;
        }
        let list = match record {
            RecordWords { case_name: Some(_), .. } => Resource::Cases,
            RecordWords { bill_number: Some(_), .. } => Resource::Bills,
            _ => Resource::Statutes,
        };
        let is_federal = record.jurisdiction_id == "federal";
        let kind = match (weight, list) {
            (Some(_), _) => "bundled",
            (None, Resource::Bills) if is_federal => "federal",
            (None, _) => "imported",
        };
        let imported_weight = if list == Resource::Statutes { HEADING_WEIGHT } else { 1.0 };
        let hash = hash(&record.id);
        let held_out = hash.is_multiple_of(HELD_OUT).then(|| HeldOutWords {
            list,
            is_federal,
            title: record.title.clone(),
            summary: record.summary.clone(),
            // The model reads 2 KiB; a text is no longer than that here, so that the held out ones fit in memory.
            text: text.chars().take(2048).collect(),
        });
        let words = TopicWords { list, is_federal, title: &record.title, summary: &record.summary, text };
        let TopicFeatures { title, whole } = words.features();
        let short = title.iter().map(|stem| self.stem(stem.clone())).collect();
        let title = title.iter().map(|stem| self.stem(format!("{TITLE_MARK}{stem}"))).collect();
        let whole = whole.into_iter().map(|stem| self.stem(stem)).collect();
        let tags = record.topics.iter().map(|tag| self.tag(tag)).collect();
        self.samples.push(Sample {
            kind: format!("{kind} {}", list),
            weight: weight.unwrap_or(imported_weight),
            hash,
            title,
            whole,
            short,
            tags,
            held_out,
        });
    }

    fn stem(&mut self, stem: String) -> usize {
        let next = self.stems.len();
        let position = *self.stem_positions.entry(stem).or_insert_with_key(|stem| {
            self.stems.push(stem.clone());
            self.counts.push(0);
            next
        });
        self.counts[position] += 1;
        position
    }

    fn tag(&mut self, tag: &str) -> usize {
        let next = self.tags.len();
        *self.tag_positions.entry(tag.to_owned()).or_insert_with(|| {
            self.tags.push(tag.to_owned());
            next
        })
    }

    /// Brings the tags into the order of their names.
    fn sort_tags(&mut self) {
        let mut order: Vec<usize> = (0..self.tags.len()).collect();
        order.sort_by(|a, b| self.tags[*a].cmp(&self.tags[*b]));
        let mut positions = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| positions[*old] = new);
        self.tags.sort_unstable();
        for sample in &mut self.samples {
            sample.tags.iter_mut().for_each(|tag| *tag = positions[*tag]);
        }
    }

    /// Removes the stems of few records. The size of a set still counts them, because the model counts them, too.
    fn remove_rare_stems(&mut self) {
        let counts = &self.counts;
        for sample in &mut self.samples {
            for set in [&mut sample.title, &mut sample.whole, &mut sample.short] {
                for stem in set.iter_mut().filter(|stem| counts[**stem] < MIN_RECORDS) {
                    *stem = usize::MAX;
                }
            }
        }
    }
}

/// The FNV-1a hash of an id, which decides whether the record is held out, and its place in the training.
fn hash(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn files(folder: &Path, extension: &str) -> Result<Vec<std::path::PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    Ok(paths)
}

fn each_line(path: &Path, mut act: impl FnMut(&str) -> Result<()>) -> Result<()> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    for line in BufReader::new(file).lines() {
        act(&line?).with_context(|| format!("a line of {} is invalid", path.display()))?;
    }
    Ok(())
}
