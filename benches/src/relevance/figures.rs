//! The figures of a system over some questions.

use crate::relevance::questions::Question;

/// Sums over questions that have answers.
#[derive(Default)]
pub(super) struct RelevanceFigures {
    n_questions: usize,
    n_first: usize,
    n_among_five: usize,
    sum_of_reciprocal_ranks: f64,
    n_empty: usize,
}

impl RelevanceFigures {
    /// The columns of a table of figures, and the line below them.
    pub(super) const COLUMNS: &str =
        "questions | success@1 | success@5 | MRR@10 | empty |\n|---|---:|---:|---:|---:|---:|";

    /// Adds the results of a question that has answers.
    pub(super) fn add(&mut self, question: &Question, ids: &[String]) {
        let rank = question.rank_in(ids);
        self.n_questions += 1;
        self.n_first += usize::from(rank == Some(1));
        self.n_among_five += usize::from(rank.is_some_and(|rank| rank <= 5));
        self.sum_of_reciprocal_ranks += rank.map_or(0.0, |rank| 1.0 / rank as f64);
        self.n_empty += usize::from(ids.is_empty());
    }

    /// Returns whether there is a question.
    pub(super) fn is_empty(&self) -> bool {
        self.n_questions == 0
    }

    /// Formats the cells of the columns.
    pub(super) fn cells(&self) -> String {
        let n_questions = self.n_questions as f64;
        let percent = |n| format!("{:.1} %", 100.0 * n as f64 / n_questions);
        format!(
            "{} | {} | {} | {:.3} | {} |",
            self.n_questions,
            percent(self.n_first),
            percent(self.n_among_five),
            self.sum_of_reciprocal_ranks / n_questions,
            percent(self.n_empty)
        )
    }
}
