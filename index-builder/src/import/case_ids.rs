/*!
Ids of cases. Several decisions can stand on one page, and so have one court and one citation: the one that its
publisher numbered first has the id of the court and citation alone, the others have their number behind it
(`scotus-500-us-901`, `scotus-500-us-901-9410827`). So an id depends on nothing but the decisions of its page. It
stays when a later release adds decisions with higher numbers; one with a lower number takes the plain id over.

That takes all cases of an import at once, sorted by court and citation, in bounded memory.
*/

use std::io;

use anyhow::{Context, Result};
use lexdex::model::Case;

use super::session::Import;
use super::sort::Sorter;

/// Cases that wait for their ids.
pub(super) struct CaseIds {
    sorter: Sorter,
    failure: io::Result<()>,
}

impl CaseIds {
    pub(super) fn new(import: &Import<'_>) -> Self {
        Self { sorter: import.sorter(), failure: Ok(()) }
    }

    /// Takes a case whose id is, so far, that of its court and citation; `number` is the publisher's.
    pub(super) fn push(&mut self, case: &Case, number: u64) {
        let pushed = serde_json::to_vec(case).map_err(io::Error::from).and_then(|line| {
            let value = [&number.to_be_bytes()[..], &line].concat();
            self.sorter.push(case.id.as_bytes(), &value)
        });
        self.failure = std::mem::replace(&mut self.failure, Ok(())).and(pushed);
    }

    /// Gives the cases of the publisher called `name`, each to the file of its jurisdiction.
    pub(super) fn give(self, import: &Import<'_>, name: &str) -> Result<()> {
        const CONTEXT: &str = "cannot sort the cases";
        self.failure.context(CONTEXT)?;
        let mut sorted = self.sorter.sorted().context(CONTEXT)?;
        import.with_sink(name, |sink| {
            let mut id = Vec::new();
            let mut first = 0;
            while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
                let (number, line) = value.split_first_chunk().context(CONTEXT)?;
                let number = u64::from_be_bytes(*number);
                let mut case: Case = serde_json::from_slice(line)?;
                if id != key {
                    id = key.to_vec();
                    first = number;
                }
                if number != first {
                    case.id = format!("{}-{number}", case.id);
                }
                let file = format!("{name}-{}.jsonl", case.jurisdiction_id);
                sink.write(&file, &case, &format!("case {number}"));
            }
            Ok(())
        })
    }
}
