/*!
Measures the check of citations over documents whose verdicts were noted before, beside eyecite with a look-up in the
same corpus. Eyecite reads plain text, so both are compared over the text and Markdown documents.
*/

mod verdicts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::citations::verdicts::{Answer, Verdict, pairs};
use crate::measure::program;

#[derive(Args)]
pub(crate) struct CitationsArguments {
    /// The folder of documents and verdicts.
    #[arg(long, value_name = "DIR", default_value = "benches/citations")]
    set: PathBuf,
    /// The bundled corpus, in which eyecite's citations are looked up.
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// Python with eyecite, which tests/install-tools installs.
    #[arg(long, value_name = "PROGRAM", default_value = "target/python/bin/python")]
    python: PathBuf,
    /// Also print each citation on which lexdex and the verdict differ.
    #[arg(long)]
    differences: bool,
}

/// Prints the precision and recall of each status, and of the warnings about altered citations.
pub(crate) fn run(arguments: &CitationsArguments) -> Result<()> {
    let verdicts = Verdict::read(&arguments.set.join("verdicts.tsv"))?;
    let documents: Vec<PathBuf> = verdicts.keys().map(|name| arguments.set.join("documents").join(name)).collect();
    let start = Instant::now();
    let checked = check(&documents)?;
    println!("{} documents in {:.1} s\n", documents.len(), start.elapsed().as_secs_f64());
    report("lexdex, all documents", &verdicts, &checked);
    let is_plain = |path: &Path| path.extension().is_some_and(|extension| extension == "txt" || extension == "md");
    let plain: Vec<PathBuf> = documents.iter().filter(|path| is_plain(path)).cloned().collect();
    let mut of_plain = verdicts.clone();
    of_plain.retain(|name, _| is_plain(Path::new(name)));
    report("lexdex, text and Markdown", &of_plain, &checked);
    report("eyecite with a look-up, text and Markdown", &of_plain, &look_up(arguments, &plain)?);
    if arguments.differences {
        print_differences(&verdicts, &checked);
    }
    Ok(())
}

/// Checks documents by the command line, with the bundled corpus.
fn check(documents: &[PathBuf]) -> Result<BTreeMap<String, Vec<Answer>>> {
    let mut command = Command::new(program("lexdex")?);
    command.args(["check", "--format", "jsonl"]).args(documents).env_remove("LEXDEX_INDEX").env_remove("LEXDEX_SERVER");
    // With 1 the documents are checked, and some citation needs a review.
    answers(&mut command, &[0, 1])
}

/// Finds the citations of documents by eyecite, and looks them up in the corpus.
fn look_up(arguments: &CitationsArguments, documents: &[PathBuf]) -> Result<BTreeMap<String, Vec<Answer>>> {
    let mut command = Command::new(&arguments.python);
    command.arg(arguments.set.join("eyecite-look-up")).arg(&arguments.corpus).args(documents);
    answers(&mut command, &[0])
}

/// Runs a command that prints citations as lines of JSON, and returns them by document.
fn answers(command: &mut Command, codes: &[i32]) -> Result<BTreeMap<String, Vec<Answer>>> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let is_right = output.status.code().is_some_and(|code| codes.contains(&code));
    ensure!(is_right, "{command:?}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let mut documents: BTreeMap<String, Vec<Answer>> = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let (file, answer) = Answer::parse(line)?;
        documents.entry(file).or_default().push(answer);
    }
    Ok(documents)
}

/// The numbers of citations with a status by the verdicts, by the answers, and by both.
#[derive(Default)]
struct Counts {
    noted: u32,
    answered: u32,
    right: u32,
}

impl Counts {
    fn count(&mut self, is_noted: bool, is_answered: bool, is_right: bool) {
        self.noted += u32::from(is_noted);
        self.answered += u32::from(is_answered);
        self.right += u32::from(is_noted && is_answered && is_right);
    }

    fn print(&self, name: &str) {
        let share = |whole: u32| f64::from(self.right) / f64::from(whole.max(1));
        let Self { noted, answered, right } = self;
        println!("| {name} | {noted} | {answered} | {right} | {:.3} | {:.3} |", share(*answered), share(*noted));
    }
}

fn report(title: &str, verdicts: &BTreeMap<String, Vec<Verdict>>, answers: &BTreeMap<String, Vec<Answer>>) {
    let mut statuses: BTreeMap<&str, Counts> = BTreeMap::new();
    let (mut warnings, mut altered) = (Counts::default(), Counts::default());
    for (document, noted) in verdicts {
        let answered = answers.get(document).map_or(&[][..], Vec::as_slice);
        for (verdict, answer) in pairs(noted, answered) {
            let is_right = verdict.zip(answer).is_some_and(|(verdict, answer)| verdict.is_answered_by(answer));
            for status in [verdict.map(|verdict| &verdict.status), answer.map(|answer| &answer.status)] {
                let status = status.map_or("", String::as_str);
                let is_counted = verdict.is_some() || status != "not_a_citation";
                if is_counted && !status.is_empty() {
                    statuses.entry(status).or_default();
                }
            }
            for (status, counts) in &mut statuses {
                let is_noted = verdict.is_some_and(|verdict| verdict.status == *status);
                counts.count(is_noted, answer.is_some_and(|answer| answer.status == *status), is_right);
            }
            let is_warned = answer.is_some_and(Answer::is_warning);
            warnings.count(verdict.is_some_and(Verdict::is_warning), is_warned, true);
            let is_altered = verdict.is_some_and(Verdict::is_altered);
            altered.count(is_altered, is_altered && is_warned, true);
        }
    }
    println!("## {title}\n");
    println!("| citations | noted | answered | right | precision | recall |\n|---|---|---|---|---|---|");
    for (status, counts) in &statuses {
        counts.print(status);
    }
    warnings.print("to review");
    altered.print("altered or invented");
    println!();
}

fn print_differences(verdicts: &BTreeMap<String, Vec<Verdict>>, answers: &BTreeMap<String, Vec<Answer>>) {
    for (document, noted) in verdicts {
        let answered = answers.get(document).map_or(&[][..], Vec::as_slice);
        for (verdict, answer) in pairs(noted, answered) {
            let is_alike = verdict.zip(answer).is_some_and(|(verdict, answer)| {
                verdict.is_answered_by(answer) && verdict.is_warning() == answer.is_warning()
            });
            if !is_alike {
                let verdict = verdict.map_or("–".to_owned(), Verdict::to_string);
                let answer = answer.map_or("–".to_owned(), Answer::to_string);
                println!("{document}\t{verdict}\t{answer}");
            }
        }
    }
}
