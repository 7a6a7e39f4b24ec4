//! Prints the tables, and the questions whose first result is not an answer.

use clap::ValueEnum;

use crate::relevance::figures::RelevanceFigures;
use crate::relevance::questions::{Question, QuestionKind};
use crate::relevance::service::FirstPage;

/// The ids of a system's first results for each question.
pub(super) struct SystemResults {
    pub(super) name: &'static str,
    pub(super) ids: Vec<Vec<String>>,
}

impl SystemResults {
    /// Sums up the questions that `is_counted` selects, apart from those without answers.
    fn figures(&self, questions: &[Question], is_counted: impl Fn(&Question) -> bool) -> RelevanceFigures {
        let mut figures = RelevanceFigures::default();
        for (question, ids) in questions.iter().zip(&self.ids) {
            if question.kind != QuestionKind::Nothing && is_counted(question) {
                figures.add(question, ids);
            }
        }
        figures
    }

    /// Returns the number of questions without answers, and the number of those that find nothing.
    fn count_nothing(&self, questions: &[Question]) -> (usize, usize) {
        let unanswered = questions.iter().zip(&self.ids).filter(|(question, _)| question.kind == QuestionKind::Nothing);
        unanswered.fold((0, 0), |(n_all, n_empty), (_, ids)| (n_all + 1, n_empty + usize::from(ids.is_empty())))
    }
}

/// Prints a row for each system, and how many of the questions without answers find nothing.
pub(super) fn print_systems(questions: &[Question], systems: &[SystemResults]) {
    let rows: Vec<(&str, RelevanceFigures)> =
        systems.iter().map(|system| (system.name, system.figures(questions, |_| true))).collect();
    if rows.iter().any(|(_, figures)| !figures.is_empty()) {
        println!("| system | {}", RelevanceFigures::COLUMNS);
        rows.iter().for_each(|(name, figures)| println!("| {name} | {}", figures.cells()));
        println!();
    }
    let counts: Vec<String> = systems
        .iter()
        .filter_map(|system| match system.count_nothing(questions) {
            (0, _) => None,
            (n_all, n_empty) => Some(format!("{} for {n_empty} of {n_all}", system.name)),
        })
        .collect();
    if !counts.is_empty() {
        println!("Questions without an answer that find nothing: {}.\n", counts.join(", "));
    }
}

/// Prints a row for each kind of questions.
pub(super) fn print_kinds(questions: &[Question], system: &SystemResults) {
    let of_kind = |kind: &QuestionKind| (kind.word(), system.figures(questions, |question| question.kind == *kind));
    let rows: Vec<(String, RelevanceFigures)> =
        QuestionKind::value_variants().iter().map(of_kind).filter(|(_, figures)| !figures.is_empty()).collect();
    if !rows.is_empty() {
        println!("| {}, by kind | {}", system.name, RelevanceFigures::COLUMNS);
        rows.iter().for_each(|(kind, figures)| println!("| {kind} | {}", figures.cells()));
    }
}

/// Prints each question whose first result is not an answer: the rank of its first answer and the number of results,
/// then the first three ids found, and those of the answers.
pub(super) fn print_misses(questions: &[Question], pages: &[FirstPage]) {
    const N_SHOWN: usize = 3;
    for (question, page) in questions.iter().zip(pages) {
        let rank = question.rank_in(&page.ids);
        if rank == Some(1) || (question.answers.is_empty() && page.ids.is_empty()) {
            continue;
        }
        let rank = rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        let found = &page.ids[..page.ids.len().min(N_SHOWN)];
        println!("\n{}, {}: {}", question.kind.word(), question.list, question.text);
        println!("  rank:   {rank} of {}", page.total);
        println!("  found:  {}", ids_or_dash(found));
        println!("  wanted: {}", ids_or_dash(&question.answers));
    }
}

fn ids_or_dash(ids: &[String]) -> String {
    if ids.is_empty() { "-".to_owned() } else { ids.join(" ") }
}
