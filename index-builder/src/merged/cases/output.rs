/*!
Writes the cases of the parts, each with its id, and the parallel citations.
*/

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{ALIASES_FILE, ALIASES_FOLDER, AliasLine, IdHash};
use lexdex_core::model::Resource;
use lexdex_core::sort::Sorted;

use crate::import::engine::partitions::read_row;
use crate::import::parts::reader::{PartLine, PartReader};
use crate::merged::cases::decision::DecisionId;
use crate::merged::cases::own::OwnCases;
use crate::merged::cases::page::{self, HAS_PRECEDENCE, PageOutcome};
use crate::merged::cases::represented::Represented;
use crate::merged::cases::{CaseHead, CasePart};
use crate::merged::joins::{CONTEXT, Joins};
use crate::merged::left_out::{LeftOut, LeftOutRecord, Reason};
use crate::merged::list_files::ListFiles;

/// The beginning of the line of a record.
const BEFORE_ID: &str = "{\"id\":\"";

/// The rows about the outcomes of decisions, in the order of the decisions.
pub(super) struct Outcomes {
    sorted: Sorted,
    /// The decisions that a part that precedes has, too.
    repeated: BTreeSet<DecisionId>,
    /// The encoded outcome of the current decision. Empty if it has the id of its page.
    row: Vec<u8>,
    /// Whether another decision gives way to the current one.
    has_precedence: bool,
}

impl Outcomes {
    pub(super) fn new(sorted: Sorted, repeated: BTreeSet<DecisionId>) -> Self {
        Self { sorted, repeated, row: Vec::new(), has_precedence: false }
    }

    /// The ids other than those of pages. No decision may get one of them by its page.
    fn given_ids(&mut self) -> Result<BTreeSet<IdHash>> {
        let mut ids = BTreeSet::new();
        while let Some((key, value)) = self.sorted.next_entry().context(CONTEXT)? {
            if !key.ends_with(&[HAS_PRECEDENCE])
                && let PageOutcome::Id(id) = read_row(value)?
            {
                ids.insert(IdHash::from_id(id));
            }
        }
        self.sorted.rewind().context(CONTEXT)?;
        Ok(ids)
    }

    /// Reads the rows about a decision. It must follow the one before it in the order.
    fn read(&mut self, decision: DecisionId) -> Result<()> {
        let decision = decision.to_key();
        self.row.clear();
        self.has_precedence = false;
        while let Some((key, value)) = self.sorted.peek().context(CONTEXT)?
            && key.starts_with(&decision)
        {
            match key.ends_with(&[HAS_PRECEDENCE]) {
                true => self.has_precedence = true,
                false => value.clone_into(&mut self.row),
            }
            self.sorted.next_entry().context(CONTEXT)?;
        }
        Ok(())
    }

    /// The outcome of the current decision. `None` if it has the id of its page.
    fn outcome(&self) -> Result<Option<PageOutcome<'_>>> {
        if self.row.is_empty() { Ok(None) } else { read_row(&self.row).map(Some) }
    }
}

/// The files of cases in the merged corpus.
pub(super) struct Output<'o> {
    files: ListFiles,
    aliases: BufWriter<File>,
    own: OwnCases,
    represented: Represented,
    left_out: &'o mut LeftOut,
}

impl<'o> Output<'o> {
    pub(super) fn create(merged: &Path, joins: &Joins, own: OwnCases, left_out: &'o mut LeftOut) -> Result<Self> {
        let folder = merged.join(ALIASES_FOLDER);
        let context = || format!("cannot write into {}", folder.display());
        fs::create_dir_all(&folder).with_context(context)?;
        let aliases = BufWriter::new(File::create(folder.join(ALIASES_FILE)).with_context(context)?);
        let files = ListFiles::create(merged, Resource::Cases)?;
        Ok(Self { files, aliases, own, represented: Represented::new(joins), left_out })
    }

    /// Writes the decisions of all parts that have a record.
    pub(super) fn write_parts(&mut self, parts: &[CasePart<'_>], mut outcomes: Outcomes) -> Result<()> {
        let given = outcomes.given_ids()?;
        for part in parts {
            let mut reader = PartReader::open(&part.file.path)?;
            reader.skip_to(Resource::Cases)?;
            for row in 0.. {
                let Some((Resource::Cases, line)) = reader.next_line()? else { break };
                let decision = DecisionId { part: part.rank, row };
                outcomes.read(decision)?;
                self.write(decision, &line, &part.file.header.name, &outcomes, &given)?;
            }
        }
        Ok(())
    }

    fn write(
        &mut self,
        decision: DecisionId,
        line: &PartLine<'_>,
        part: &str,
        outcomes: &Outcomes,
        given: &BTreeSet<IdHash>,
    ) -> Result<()> {
        let head: CaseHead<'_> = serde_json::from_str(line.record.get()).context(CONTEXT)?;
        let keys = line.case.as_ref().context(CONTEXT)?;
        let mut leave = |reason| {
            let (list, id) = (Resource::Cases, &*keys.name());
            self.left_out.add(&LeftOutRecord { kind: "left_out", reason, list, id, part, by: None })
        };
        if outcomes.repeated.contains(&decision) {
            return leave(Reason::OlderRecord);
        }
        let parallel = || keys.citations.iter().map(|citation| &**citation);
        let id = match outcomes.outcome()? {
            Some(PageOutcome::GivesWay(to)) => {
                leave(if to.is_own() { Reason::Overridden } else { Reason::SameDecision })?;
                let citations = std::iter::once(&*head.citation).chain(parallel()).collect();
                self.represented.push_citations(decision, to, outcomes.has_precedence, citations);
                return Ok(());
            }
            Some(PageOutcome::Id(id)) => Cow::Borrowed(id),
            None if given.contains(&IdHash::from_id(head.id)) => page::numbered(head.id, keys.number).into(),
            None => Cow::Borrowed(head.id),
        };
        let is_taken = self.own.records.contains(&IdHash::from_id(&id));
        let id = if is_taken { page::numbered(&id, keys.number).into() } else { id };
        self.write_record(&id, &head, line)?;
        if outcomes.has_precedence {
            self.represented.push_record(decision, &id, &head.citation, parallel().collect());
        } else if !keys.citations.is_empty() {
            let citations = parallel().map(Cow::Borrowed).collect();
            self.write_aliases(&id, &serde_json::to_vec(&AliasLine { id: (&*id).into(), citations })?)?;
        }
        Ok(())
    }

    fn write_record(&mut self, id: &str, head: &CaseHead<'_>, line: &PartLine<'_>) -> Result<()> {
        let rest = line.record.get().get(BEFORE_ID.len() + head.id.len()..).context(CONTEXT)?;
        self.files.write(id, &[BEFORE_ID, id, rest], line.text.map_or("", |text| text.get()))
    }

    /// Writes a line of parallel citations, unless the operator has one for the id.
    fn write_aliases(&mut self, id: &str, line: &[u8]) -> Result<()> {
        if self.own.aliases.contains(&IdHash::from_id(id)) {
            return Ok(());
        }
        self.aliases.write_all(line).and_then(|()| self.aliases.write_all(b"\n")).context(CONTEXT)
    }

    /// Writes the parallel citations of the decisions that represent others, and completes the files.
    pub(super) fn finish(mut self, joins: &Joins) -> Result<()> {
        let represented = std::mem::replace(&mut self.represented, Represented::new(joins));
        let mut lines = represented.into_lines(joins)?.sorted().context(CONTEXT)?;
        while let Some((id, line)) = lines.next_entry().context(CONTEXT)? {
            self.write_aliases(std::str::from_utf8(id)?, line)?;
        }
        self.aliases.flush().context(CONTEXT)?;
        self.files.finish()
    }
}
