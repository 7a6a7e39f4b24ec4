/*!
Merges the cases of all parts: one record for each decision, with an id.

```text
parts ──by citation──> one record for each decision ──by page──> ids ──in the order of the parts──> records
```

1. [`own`] reads the operator's records, which precede all others.
2. [`identity`] finds decisions of several publishers that are the same. The publisher with the lowest rank wins. The
   others have a record again as soon as the winner is gone.
3. [`page`] gives the plain id, made of court and citation, to the first decision of a page. The others append what
   distinguishes them.
4. The parts are read a second time, because reading takes less time than sorting the records, and each decision is
   written with its id. [`represented`] gives it the citations of those that it represents.

All steps sort in bounded memory. Only the decisions of shared pages are sorted by page.
*/

mod decision;

mod identity;

mod name;

mod output;

mod own;

mod page;

mod represented;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result};
use lexdex_core::model::{Date, Resource};
use serde::Deserialize;

use self::decision::DecisionId;
use self::identity::CitedRow;
use self::output::{Outcomes, Output};
use self::own::OwnCases;
use crate::import::engine::partitions::Partitions;
use crate::import::law::id;
use crate::import::parts::reader::{PartLine, PartReader};
use crate::merged::joins::{CONTEXT, Joins};
use crate::merged::left_out::LeftOut;
use crate::merged::part_files::PartFile;

/// A part with cases.
struct CasePart<'p> {
    file: &'p PartFile,
    /// The rank of the part, from 1. The lowest one precedes.
    rank: u32,
    /// The rank of the publisher, from 1.
    publisher: u32,
    /// Whether the publisher has other parts, too.
    is_one_of_several: bool,
}

/// The fields of a case that the comparison of decisions needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CaseHead<'l> {
    /// The page: the id made of court and citation.
    #[serde(borrow)]
    id: &'l str,
    #[serde(borrow)]
    case_name: std::borrow::Cow<'l, str>,
    #[serde(borrow)]
    citation: std::borrow::Cow<'l, str>,
    #[serde(default)]
    decision_date: Option<Date>,
}

/// Writes the cases of all parts into the merged corpus.
pub(super) fn merge_cases(corpus: &Path, merged: &Path, files: &[PartFile], left_out: &mut LeftOut) -> Result<()> {
    let parts = case_parts(files);
    if parts.is_empty() {
        return Ok(());
    }
    let joins = Joins::new(merged);
    let mut found = Found::new(&joins);
    let own = OwnCases::read(corpus, &mut found.cited)?;
    found.absorb(read_parts(&parts, &joins)?);
    let repeated = repeated_decisions(&joins, found.numbered)?;
    let contests = identity::join(&joins, found.cited, &repeated)?;
    let outcomes = Outcomes::new(page::join(&joins, contests)?.sorted().context(CONTEXT)?, repeated);
    let mut output = Output::create(merged, &joins, own, left_out)?;
    output.write_parts(&parts, outcomes)?;
    output.finish(&joins)
}

/// The parts with cases, in the order of precedence.
fn case_parts(files: &[PartFile]) -> Vec<CasePart<'_>> {
    let mut with_cases: Vec<&PartFile> =
        files.iter().filter(|file| file.header.lists.contains_key(&Resource::Cases)).collect();
    with_cases.sort_by_key(|file| (file.rank, Reverse(file.header.newest), &file.header.name));
    let publishers: Vec<(usize, &str)> = with_cases.iter().map(|file| file.publisher()).collect();
    let distinct: BTreeSet<&(usize, &str)> = publishers.iter().collect();
    let parts = (1..).zip(with_cases).zip(&publishers).map(|((rank, file), publisher)| CasePart {
        file,
        rank,
        publisher: 1 + distinct.iter().take_while(|other| **other < publisher).count() as u32,
        is_one_of_several: publishers.iter().filter(|other| *other == publisher).count() > 1,
    });
    parts.collect()
}

/// The rows that the comparison of decisions needs.
struct Found {
    /// The decisions by the pages of their citations.
    cited: Partitions,
    /// The decisions of publishers with several parts, by their names.
    numbered: Partitions,
}

impl Found {
    fn new(joins: &Joins) -> Self {
        Self { cited: joins.partitions(), numbered: joins.partitions() }
    }

    fn absorb(&mut self, other: Self) {
        self.cited.absorb(other.cited);
        self.numbered.absorb(other.numbered);
    }

    fn add_part(&mut self, part: &CasePart<'_>) -> Result<()> {
        let mut reader = PartReader::open(&part.file.path)?;
        reader.skip_to(Resource::Cases)?;
        for row in 0.. {
            let Some((Resource::Cases, line)) = reader.next_line()? else { break };
            self.add(part, DecisionId { part: part.rank, row }, &line)?;
        }
        Ok(())
    }

    /// Adds a decision to the pages of all its citations.
    fn add(&mut self, part: &CasePart<'_>, id: DecisionId, line: &PartLine<'_>) -> Result<()> {
        let head: CaseHead<'_> = serde_json::from_str(line.record.get()).context(CONTEXT)?;
        let keys = line.case.as_ref().context("a case of a part has no keys")?;
        let name = name::normalized(&head.case_name);
        let own = CitedRow {
            name: &name,
            decided: head.decision_date.map_or(0, Date::as_number),
            id,
            publisher: part.publisher,
            number: keys.number,
            is_own: true,
            docket: &keys.docket,
        };
        identity::push(&mut self.cited, head.id, &own);
        for citation in &keys.citations {
            identity::push(&mut self.cited, &id::case(&keys.court, citation), &CitedRow { is_own: false, ..own });
        }
        if part.is_one_of_several {
            let group = [&part.publisher.to_be_bytes(), keys.name().as_bytes()].concat();
            self.numbered.push(&group, &[&group[..], &[0], &id.to_key()].concat(), &[]);
        }
        Ok(())
    }
}

/// Reads the parts on all cores.
fn read_parts(parts: &[CasePart<'_>], joins: &Joins) -> Result<Found> {
    let next = Mutex::new(parts.iter());
    let read = || {
        let mut found = Found::new(joins);
        loop {
            // A separate statement, because a `while let` would hold the lock during its whole body.
            let part = next.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some(part) = part else { return anyhow::Ok(found) };
            found.add_part(part)?;
        }
    };
    let mut all = Found::new(joins);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..joins.n_threads()).map(|_| scope.spawn(read)).collect();
        for thread in threads {
            all.absorb(crate::merged::joins::finish(thread)?);
        }
        Ok(all)
    })
}

/// The decisions of a publisher that a part that precedes has, too.
fn repeated_decisions(joins: &Joins, numbered: Partitions) -> Result<BTreeSet<DecisionId>> {
    let found = joins.join(numbered, |sorted| {
        let mut repeated = BTreeSet::new();
        let mut current = Vec::new();
        while let Some((key, _)) = sorted.next_entry().context(CONTEXT)? {
            let (name, id) = key.split_at(key.len() - DecisionId::N_BYTES);
            match current == name {
                true => _ = repeated.insert(DecisionId::from_key(id)?),
                false => name.clone_into(&mut current),
            }
        }
        Ok(repeated)
    })?;
    Ok(found.into_iter().flatten().collect())
}
