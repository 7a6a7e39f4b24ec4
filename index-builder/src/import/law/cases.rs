/*!
Makes the files of cases from the decisions of all imports. They depend only on the imported releases and on the records
that no import writes, and not on the order, the grouping or the number of the imports.

```text
statements ──by number──> newest ──by citation──> one record per decision ──by page──> ids ──by id──> files
```

1. [`existing`] reads the decisions of earlier imports, with their data in the sidecars.
2. [`newest`] keeps the newest statement about each decision number of a publisher, and drops the decisions that the
   publisher withdrew or that a complete newer release lacks.
3. [`identity`] finds decisions that are the same: court, name, date and any citation agree. A record that no import
   writes wins over an imported one. `CourtListener` wins over the Caselaw Access Project, because it still corrects its
   data, and both win over rows with a mapping. A lower number wins over a higher one. The others are kept in the
   sidecars, and get a record when the winner is removed.
4. [`page`] gives the plain id, made of court and citation, to the first decision of a page. The others append the parts
   that distinguish them.
5. [`finish`] reads the sorted statements a second time, because reading takes less time than sorting the decisions
   again, and writes each decision with its id. [`represented`] gives it the citations of those that it represents.

All stages sort in bounded memory and run on all cores. Only the decisions of shared pages are sorted by page.
*/

mod existing;

mod finish;

mod identity;

mod name;

mod newest;

mod page;

mod contest;

pub(crate) mod number;

pub(crate) mod publisher;

mod represented;

mod statement;

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use lexdex_core::model::{Case, Date, Record, Resource};

use self::newest::Completion;
use self::publisher::Publisher;
use self::statement::{DecisionHead, StatementOrder, StatementRow, Statements};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::merge::case_files::{BEFORE_ID, CaseEntries, CaseOutput, CaseRow, parallel_citations};
use crate::report::skip::INVALID;

/// The data about a decision that its record lacks.
pub(crate) struct DecisionDetails<'d> {
    /// The publisher's number.
    pub(crate) number: u64,
    /// The text that the number is made of (see [`number`]). Empty if the publisher numbers its decisions itself.
    pub(crate) key: &'d str,
    /// The first part of the ids of the court's cases.
    pub(crate) court: &'d str,
    pub(crate) docket: &'d str,
    /// All citations of the decision, the best first.
    pub(crate) citations: &'d [&'d str],
    /// The part of the source that has the decision, such as a volume, by the importer's name (see
    /// [`Decisions::name_part`]).
    pub(crate) part: Option<&'d str>,
    /// The date of the release.
    pub(crate) seen: Date,
    /// The text behind the record, which may be empty.
    pub(crate) text: &'d str,
}

/// The maximum length of a citation in bytes. With it, the line of a record's parallel citations is never too long.
pub(crate) const MAX_CITATION_BYTES: usize = 1000;

pub(crate) struct Decisions {
    publisher: Publisher,
    statements: Statements,
    complete: BTreeMap<String, Completion>,
    /// The publisher's names of the parts, by the importer's names.
    parts: HashMap<String, String>,
}

impl Decisions {
    /// An empty collection.
    pub(crate) fn new(session: &Session<'_>, publisher: Publisher) -> Self {
        Self { publisher, statements: Statements::new(session), complete: BTreeMap::new(), parts: HashMap::new() }
    }

    /// Adds a decision. Skips a record that `build` would reject. The id of `case` must be made of court and citation.
    pub(crate) fn push(&mut self, case: &Case, details: &DecisionDetails<'_>, sink: &mut Sink<'_>) {
        if let Err(problem) = self.try_push(case, details, sink) {
            sink.skip(&INVALID, &format!("case {}: {problem}", details.number));
        }
    }

    /// Adds a decision like [`Self::push`]. Returns an explanation of why `build` would reject the record.
    pub(crate) fn try_push(
        &mut self,
        case: &Case,
        details: &DecisionDetails<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        let line = sink.line(case)?;
        if let Some(long) = details.citations.iter().find(|citation| citation.len() > MAX_CITATION_BYTES) {
            return Err(format!("a citation is {} bytes long, more than {MAX_CITATION_BYTES}", long.len()));
        }
        let has_topic = !case.topics().is_empty();
        sink.count_valid(Resource::Cases, &case.jurisdiction_id, case.meta.last_updated, has_topic);
        let head = DecisionHead {
            name: &case.case_name,
            decided: case.decision_date.map_or(0, Date::as_number),
            jurisdiction: &case.jurisdiction_id,
            page: &case.id,
            part: details.part,
            old_id: "",
        };
        let row = CaseRow {
            tail: &line[BEFORE_ID.len() + case.id.len()..],
            text: details.text.as_bytes(),
            court: details.court,
            docket: details.docket,
            key: details.key,
            citations: match details.citations {
                [] | [_] => Vec::new(),
                citations => parallel_citations(&case.citation, citations.iter().copied()),
            },
        };
        let order = StatementOrder::imported(details.number, case.meta.last_updated, details.seen);
        self.statements.push_record(self.publisher, order, head, &row);
        Ok(())
    }

    /// Declares that the publisher withdrew a decision of a part of the source. `location` says where.
    pub(crate) fn withdraw(&mut self, number: u64, [date, seen]: [Date; 2], part: &str, location: &str) {
        self.withdraw_keyed((number, ""), [date, seen], part, location);
    }

    /// Declares like [`Self::withdraw`] that a decision was withdrawn whose number is made of a key.
    pub(crate) fn withdraw_keyed(
        &mut self,
        (number, key): (u64, &str),
        [date, seen]: [Date; 2],
        part: &str,
        location: &str,
    ) {
        let row = StatementRow::Withdrawn { key, part: Some(part), location };
        self.statements.push(self.publisher, StatementOrder::imported(number, date, seen), &row);
    }

    /// Declares that a release has a decision.
    pub(crate) fn see(&mut self, number: u64, seen: Date) {
        self.statements.push(self.publisher, StatementOrder::seen(number, seen), &StatementRow::Seen);
    }

    /// Sets the publisher's name of a part, given the importer's name. The decisions of a part without a name belong to
    /// no part.
    pub(crate) fn name_part(&mut self, part: &str, name: &str) {
        if !self.parts.contains_key(part) {
            self.parts.insert(part.to_owned(), name.to_owned());
        }
    }

    /// Declares that the inputs have all decisions of a part of the source, as of a date.
    pub(crate) fn complete(&mut self, part: &str, date: Date, location: &str) {
        let completion = Completion { date, location: location.to_owned() };
        match self.complete.get_mut(part) {
            Some(known) if known.date < date || (known.date == date && *location < *known.location) => {
                *known = completion;
            }
            Some(_) => {}
            None => _ = self.complete.insert(part.to_owned(), completion),
        }
    }

    /// Adds the decisions of another collection.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.statements.absorb(other.statements);
        self.parts.extend(other.parts);
        other.complete.into_iter().for_each(|(part, Completion { date, location })| {
            self.complete(&part, date, &location);
        });
    }

    /// Joins the decisions with those of earlier imports, and passes the records of all publishers to the session.
    pub(crate) fn write(mut self, session: &Session<'_>) -> Result<()> {
        let mut output = CaseOutput::default();
        let mut entries = CaseEntries::new(session.scratch());
        let existing = existing::read(session, &mut self.statements, &mut entries, &mut output)?;
        let releases = newest::CompleteReleases::new(self.publisher, self.parts, self.complete, existing.complete);
        releases.write(&mut entries, &mut output)?;
        output.entries.push(entries);
        let newest = newest::join(session, self.publisher, self.statements, &releases, existing.cited)?;
        output.entries.extend(newest.entries);
        let contests = identity::join(session, newest.cited)?;
        let outcomes = page::join(session, contests)?;
        output.entries.extend(finish::join(session, newest.statements, outcomes, &releases)?);
        session.set_cases(output);
        Ok(())
    }
}
