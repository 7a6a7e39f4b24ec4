/*!
Generates a synthetic corpus of any size. The same size gives the same corpus.

Jurisdictions, courts and topics are real, with the skew of legal data: a few of them have most of the records. Names
and texts are invented.
*/

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use fastrand::Rng;
use lexdex_core::corpus::{Catalogue, CourtEntry, Source};
use lexdex_core::model::{Case, Jurisdiction, Resource};

const SEED: u64 = 1789;

/// The file of a list's records in its folder.
const FILE: &str = "synthetic.jsonl";

/// The number of topics in use.
const N_TOPICS: usize = 60;

/// Draws the values of records with a skewed distribution.
pub(crate) struct ValueSampler {
    pub(crate) jurisdictions: Vec<Jurisdiction>,
    pub(crate) courts: Vec<CourtEntry>,
    pub(crate) topics: Vec<String>,
}

impl ValueSampler {
    pub(crate) fn from_bundled_catalogue() -> Result<Self> {
        let catalogue = Catalogue::read(&Source::Bundled)?;
        Ok(Self {
            jurisdictions: catalogue.jurisdictions.entries().to_vec(),
            courts: catalogue.courts.entries().to_vec(),
            topics: catalogue.topics.entries().iter().take(N_TOPICS).map(|topic| topic.tag.clone()).collect(),
        })
    }

    pub(crate) fn jurisdiction(&self, rng: &mut Rng) -> &Jurisdiction {
        &self.jurisdictions[skewed_index(rng, self.jurisdictions.len())]
    }

    pub(crate) fn court(&self, rng: &mut Rng) -> &CourtEntry {
        &self.courts[skewed_index(rng, self.courts.len())]
    }

    pub(crate) fn topic(&self, rng: &mut Rng) -> &str {
        &self.topics[skewed_index(rng, self.topics.len())]
    }
}

/// Draws an index below `n` from the cube of a uniform distribution, which strongly favors low ones.
pub(crate) fn skewed_index(rng: &mut Rng, n: usize) -> usize {
    (rng.f64().powi(3) * n as f64) as usize
}

/// Writes a corpus directory with `n_cases` cases, `n_others` statutes and `n_others` bills.
pub(crate) fn write(out: &Path, n_cases: u64, n_others: u64) -> Result<()> {
    let values = ValueSampler::from_bundled_catalogue()?;
    let mut rng = Rng::with_seed(SEED);
    write_list(out, "cases", n_cases, |file, number| write_case(file, number, &values, &mut rng))?;
    write_list(out, "statutes", n_others, |file, number| write_statute(file, number, &values, &mut rng))?;
    write_list(out, "bills", n_others, |file, number| write_bill(file, number, &values, &mut rng))
}

fn write_list(
    out: &Path,
    list: &str,
    n_records: u64,
    mut write_record: impl FnMut(&mut BufWriter<File>, u64) -> std::io::Result<()>,
) -> Result<()> {
    let folder = out.join(list);
    fs::create_dir_all(&folder)?;
    let mut file = BufWriter::with_capacity(1 << 20, File::create(folder.join(FILE))?);
    for number in 0..n_records {
        write_record(&mut file, number)?;
    }
    Ok(file.flush()?)
}

pub(crate) fn cases(corpus: &Path) -> Result<impl Iterator<Item = Result<Case>>> {
    let file = File::open(corpus.join(Resource::Cases.as_str()).join(FILE))?;
    let parse = |line: std::io::Result<String>| serde_json::from_str(&line?).context("a case of the corpus is damaged");
    Ok(BufReader::new(file).lines().map(parse))
}

fn write_case(file: &mut impl Write, number: u64, values: &ValueSampler, rng: &mut Rng) -> std::io::Result<()> {
    let court = values.court(rng);
    let name = values.jurisdictions.iter().find(|entry| entry.id == court.jurisdiction).map_or("", |entry| &entry.name);
    let citation = format!("{} Synth. {number}", 1 + number / 1000);
    write!(
        file,
        r#"{{"id":"synth-{number}","caseName":"{} v. {}","citation":"{citation}","court":"{}","jurisdiction":"{name}","jurisdictionId":"{}","decisionDate":"{}","#,
        title(rng),
        title(rng),
        court.name,
        court.jurisdiction,
        date(rng),
    )?;
    write_rest(file, &court.jurisdiction, &citation, values, rng)
}

fn write_statute(file: &mut impl Write, number: u64, values: &ValueSampler, rng: &mut Rng) -> std::io::Result<()> {
    let jurisdiction = values.jurisdiction(rng);
    let (title_number, section) = (1 + number % 54, number / 54);
    let status = ["active", "amended", "amended", "repealed"][rng.usize(..4)];
    write!(
        file,
        r#"{{"id":"{id}-synth-{number}","jurisdiction":"{name}","jurisdictionId":"{id}","title":"{}","titleNumber":"{title_number}","sectionNumber":"§ {section}","status":"{status}","effectiveDate":"{}","#,
        title(rng),
        date(rng),
        id = jurisdiction.id,
        name = jurisdiction.name,
    )?;
    write_rest(file, &jurisdiction.id, &format!("{title_number} Synth. Code § {section}"), values, rng)
}

fn write_bill(file: &mut impl Write, number: u64, values: &ValueSampler, rng: &mut Rng) -> std::io::Result<()> {
    let jurisdiction = values.jurisdiction(rng);
    let chamber = ["house", "senate"][skewed_index(rng, 2)];
    let status = ["in_committee", "passed_chamber", "signed"][skewed_index(rng, 3)];
    write!(
        file,
        r#"{{"id":"{id}-synth-{number}","billNumber":"H.B. {number}","title":"{}","jurisdiction":"{name}","jurisdictionId":"{id}","chamber":"{chamber}","status":"{status}","introducedDate":"{}","#,
        title(rng),
        date(rng),
        id = jurisdiction.id,
        name = jurisdiction.name,
    )?;
    write_rest(file, &jurisdiction.id, &format!("H.B. {number}"), values, rng)
}

fn write_rest(
    file: &mut impl Write,
    jurisdiction: &str,
    citation: &str,
    values: &ValueSampler,
    rng: &mut Rng,
) -> std::io::Result<()> {
    let mut topics: Vec<&str> = (0..rng.usize(1..=4)).map(|_| values.topic(rng)).collect();
    topics.sort_unstable();
    topics.dedup();
    let n_words = rng.usize(30..80);
    let summary = words(rng, n_words);
    writeln!(
        file,
        r#""topics":["{}"],"summary":"{}.","meta":{{"source":"Synthetic","jurisdiction":"{jurisdiction}","last_updated":"2026-01-01","citation":"{citation}","license":"CC0 1.0"}}}}"#,
        topics.join(r#"",""#),
        summary,
    )
}

fn title(rng: &mut Rng) -> String {
    let n_words = rng.usize(2..5);
    words(rng, n_words)
}

fn words(rng: &mut Rng, n_words: usize) -> String {
    let words: Vec<String> = (0..n_words).map(|_| word(rng)).collect();
    words.join(" ")
}

/// Draws a word. A few words are frequent, and most are rare.
pub(crate) fn word(rng: &mut Rng) -> String {
    const N_WORDS: usize = 30_000;
    word_at(skewed_index(rng, N_WORDS))
}

/// The word of a rank by frequency, from 0.
pub(crate) fn word_at(mut rest: usize) -> String {
    const SYLLABLES: [&str; 32] = [
        "ab", "ac", "ad", "ba", "be", "bo", "ca", "co", "da", "de", "do", "fi", "fo", "ga", "ha", "in", "ju", "la",
        "le", "li", "ma", "me", "no", "or", "pa", "re", "ri", "sa", "se", "ta", "ti", "vo",
    ];
    let mut word = String::new();
    while word.is_empty() || rest > 0 {
        word.push_str(SYLLABLES[rest % SYLLABLES.len()]);
        rest /= SYLLABLES.len();
    }
    word
}

/// Draws a date; recent ones are more likely.
fn date(rng: &mut Rng) -> String {
    let year = 2025 - skewed_index(rng, 230);
    format!("{year}-{:02}-{:02}", rng.u8(1..=12), rng.u8(1..=28))
}
