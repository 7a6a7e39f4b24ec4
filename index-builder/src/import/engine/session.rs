/*!
Runs an importer over the inputs: passes over the files on all threads, and joins of the rows found in them.
*/

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context as _, Result, anyhow};
use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{Date, Resource};
use lexdex_core::sort::{Sorted, Sorter};
use parking_lot::Mutex;

use crate::import::engine::context::Context;
use crate::import::engine::job_queue::{JobQueue, Receiver, Sender};
use crate::import::engine::partitions::Partitions;
use crate::import::engine::sink::{Sink, is_loss};
use crate::import::importer::Importer;
use crate::import::input::claim::{Claim, ClaimRule, claim_of};
use crate::import::input::content_source::ContentSource;
use crate::import::input::failed_download::FailedDownload;
use crate::import::input::input_file::InputFile;
use crate::import::input::inputs::Inputs;
use crate::import::input::mapping_file::MappingFile;
use crate::import::input::read_buffer::ReadBuffer;
use crate::import::input::walk::{FileContent, Visitor, walk};
use crate::import::parts::header::CompleteShare;
use crate::import::parts::names::PartNames;
use crate::import::parts::rows::PartRows;
use crate::import::text::excerpt::Excerpt;
use crate::progress::ImportProgress;
use crate::report::import_report::Report;
use crate::report::skip::{DAMAGED, STRAY, Skip};
use crate::topics::TopicMap;

/// A running import: the inputs, and the records and counts collected so far.
pub(crate) struct Session<'s> {
    context: Context<'s>,
    claims: &'static [ClaimRule],
    inputs: Inputs,
    mapping: Option<MappingFile>,
    n_threads: usize,
    n_files: AtomicU64,
    n_passes: AtomicU64,
    collected: Mutex<(Vec<PartRows>, Report)>,
}

/// The error context of rows that cannot be sorted.
const CONTEXT: &str = "cannot sort the rows read so far";

/// The maximum number of threads that read and join. Each has buffers and open files.
const MAX_THREADS: usize = 8;

/// The part of a pass's output that is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PassOutput {
    All,
    /// Only the skips of files that no other pass reads or counts.
    Prescan,
}

impl<'s> Session<'s> {
    /// A session that reads `inputs` and has no corpus.
    pub(crate) fn new(
        importer: &'static Importer,
        names: PartNames,
        catalogue: &'s Catalogue,
        inputs: Inputs,
        scratch: &Path,
        progress: ImportProgress,
    ) -> Self {
        let context = Context {
            catalogue,
            topics: TopicMap::new(&catalogue.topics),
            publisher: importer.source(),
            source: None,
            max_text_bytes: 0,
            n_logs: None,
            names,
            inputs: inputs.locations(),
            as_of: None,
            progress: Arc::new(progress),
            scratch: scratch.to_owned(),
        };
        Self {
            context,
            claims: importer.claims,
            inputs,
            mapping: None,
            n_threads: thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS),
            n_files: AtomicU64::new(0),
            n_passes: AtomicU64::new(0),
            collected: Mutex::default(),
        }
    }

    /// The same session with the mapping of the command line.
    pub(crate) fn with_mapping(self, mapping: Option<MappingFile>) -> Self {
        Self { mapping, ..self }
    }

    /// The mapping of the command line. Fails without one.
    pub(crate) fn mapping(&self) -> Result<&MappingFile> {
        self.mapping.as_ref().context("there is no mapping")
    }

    /// The same session with the `--source` of the command line.
    pub(crate) fn with_source(mut self, source: Option<&'s str>) -> Self {
        self.context.source = source;
        self
    }

    /// The same session with texts behind the records, of at most `max_kib` each.
    pub(crate) fn with_texts(mut self, max_kib: u16) -> Self {
        self.context.max_text_bytes = usize::from(max_kib) << 10;
        self
    }

    /// The same session with the day of the inputs. A later date of data is a fault.
    pub(crate) fn with_as_of(mut self, as_of: Option<Date>) -> Self {
        self.context.as_of = as_of;
        self
    }

    /// The same session with a log of everything that the report counts and the import does not write.
    pub(crate) fn with_skip_log(mut self, is_wanted: bool) -> Self {
        // Each reading thread has a report, and so does the thread that finds the files.
        self.context.n_logs = is_wanted.then_some(self.n_threads + 1);
        self
    }

    /// An empty excerpt for the text behind a record.
    pub(crate) fn excerpt(&self) -> Excerpt {
        self.context.excerpt()
    }

    /// Whether texts behind the records are wanted.
    pub(crate) fn wants_texts(&self) -> bool {
        self.context.max_text_bytes > 0
    }

    /// The same session with this number of threads.
    pub(crate) fn on_threads(self, n_threads: usize) -> Self {
        Self { n_threads, ..self }
    }

    /// The catalogues of the corpus.
    pub(crate) fn catalogue(&self) -> &'s Catalogue {
        self.context.catalogue
    }

    /// The importer's claim on a file of this name.
    pub(crate) fn claim_of(&self, name: &str) -> Claim {
        claim_of(self.claims, name)
    }

    /// Partitions for rows to be joined, one for each thread.
    pub(crate) fn partitions(&self) -> Partitions {
        Partitions::new(self.n_threads, &self.context.scratch)
    }

    /// Reads every file that the importer claims, on all threads and in no particular order.
    ///
    /// An error of `read` is counted as one skip at the file's location. Records that were written before it are kept.
    pub(crate) fn each_file<R>(&self, read: R) -> Result<()>
    where
        R: Fn(InputFile<'_>, &mut Sink<'_>) -> Result<(), Skip> + Sync,
    {
        self.each_file_by(|name| self.claim_of(name), read)
    }

    /// Reads every file with the claim [`Claim::Read`], like [`Self::each_file`]. An importer that needs several passes
    /// over the inputs calls this once for each.
    pub(crate) fn each_file_by<C, R>(&self, claim: C, read: R) -> Result<()>
    where
        C: Fn(&str) -> Claim,
        R: Fn(InputFile<'_>, &mut Sink<'_>) -> Result<(), Skip> + Sync,
    {
        if self.n_passes.fetch_add(1, Ordering::Relaxed) > 0 {
            self.context.progress.expect(|| self.inputs.n_bytes());
        }
        self.pass(PassOutput::All, claim, read)
    }

    /// Reads the files that `is_wanted` accepts, on all threads, before [`Self::each_file`] reads the inputs. Importers
    /// use it for data in one file that the records of another file need.
    ///
    /// Counts only the errors of files that no other pass reads.
    pub(crate) fn prescan<C, L>(&self, is_wanted: C, look: L) -> Result<()>
    where
        C: Fn(&str) -> bool,
        L: Fn(InputFile<'_>) -> Result<(), Skip> + Sync,
    {
        let claim = |name: &str| if is_wanted(name) { Claim::Read } else { Claim::AnotherPass };
        self.pass(PassOutput::Prescan, claim, |file, _| look(file))?;
        self.context.progress.rewind();
        Ok(())
    }

    fn pass<C, R>(&self, output: PassOutput, claim: C, read: R) -> Result<()>
    where
        C: Fn(&str) -> Claim,
        R: Fn(InputFile<'_>, &mut Sink<'_>) -> Result<(), Skip> + Sync,
    {
        let queue = JobQueue::new(self.n_threads);
        thread::scope(|scope| {
            // If a thread cannot be started, the sender is dropped, so that the other threads end.
            let sender = queue.sender();
            let workers: Vec<_> =
                (0..self.n_threads).map(|_| scope.spawn(|| self.work(output, queue.receiver(), &read))).collect();
            let walked = self.walk(output, claim, &read, sender);
            workers.into_iter().try_for_each(join_thread)?;
            walked
        })
    }

    /// Finds the files, and reads the ones that only this thread can open.
    fn walk<C, R>(&self, output: PassOutput, claim: C, read: &R, jobs: Sender<'_, ImportJob>) -> Result<()>
    where
        C: Fn(&str) -> Claim,
        R: Fn(InputFile<'_>, &mut Sink<'_>) -> Result<(), Skip>,
    {
        let (sink, buffer) = (self.sink(), ReadBuffer::default());
        let mut dispatcher = Dispatcher { session: self, claim, read, jobs, sink, buffer };
        for input in self.inputs.iter() {
            walk(input, &self.context.progress, &mut dispatcher)?;
        }
        drop(dispatcher.jobs);
        // The next pass walks the inputs again, and reports the same unreadable places.
        if output == PassOutput::Prescan { Ok(()) } else { self.collect(dispatcher.sink) }
    }

    /// Reads the files of the queue until it is closed.
    fn work<R>(&self, output: PassOutput, jobs: Receiver<'_, ImportJob>, read: &R) -> Result<()>
    where
        R: Fn(InputFile<'_>, &mut Sink<'_>) -> Result<(), Skip>,
    {
        let (mut sink, mut buffer) = (self.sink(), ReadBuffer::default());
        for ImportJob { location, name, order, source } in jobs {
            sink.begin_file(&location, order);
            let result = source.with_reader(&mut |reader| {
                read(InputFile { location: &location, name: &name, reader, buffer: &mut buffer }, &mut sink)
            });
            if output == PassOutput::All || self.claim_of(&name) != Claim::Read {
                sink.end_file(result.map_err(|skip| unlike_its_name(skip, &name, &source)));
            }
            sink.check_failure()?;
        }
        self.collect(sink)
    }

    /// Sorts rows and writes the records that `write` makes from them, each partition on its own thread.
    ///
    /// Partitions have no order among each other, so `write` sets the position of each skip ([`Sink::set_position`]).
    pub(crate) fn join<W>(&self, location: &str, rows: Partitions, write: W) -> Result<()>
    where
        W: Fn(&mut Sorted, &mut Sink<'_>) -> Result<()> + Sync,
    {
        let sorters = rows.into_sorters().context(CONTEXT)?;
        self.each_partition(location, sorters, |sorter, sink| write(&mut sorter.sorted().context(CONTEXT)?, sink))
    }

    /// Calls `work` with each partition on its own thread.
    fn each_partition<W>(&self, location: &str, partitions: Vec<Sorter>, work: W) -> Result<()>
    where
        W: Fn(Sorter, &mut Sink<'_>) -> Result<()> + Sync,
    {
        let order = self.next_order();
        let run = |partition: Sorter| {
            let mut sink = self.sink();
            sink.begin_file(location, order);
            work(partition, &mut sink)?;
            self.collect(sink)
        };
        thread::scope(|scope| {
            let spawn = |partition| scope.spawn(|| run(partition));
            let threads: Vec<_> = partitions.into_iter().map(spawn).collect();
            threads.into_iter().try_for_each(join_thread)
        })
    }

    /// Splits the work on one file. `send` finds jobs on this thread. Other threads run `work`, each with its own sink
    /// for the file.
    pub(crate) fn fan_out<'k, J, S, W, T>(&self, sink: &mut Sink<'k>, send: S, work: W) -> T
    where
        J: Send,
        S: FnOnce(&Sender<'_, J>, &mut Sink<'_>) -> T,
        W: Fn(Receiver<'_, J>, &mut Sink<'_>) + Sync,
    {
        // Each thread may use the memory of a sorter, and more threads would be idle, because finding jobs is half of
        // the work.
        const MAX_WORKERS: usize = 4;
        let n_threads = self.n_threads.min(MAX_WORKERS);
        let queue = JobQueue::new(n_threads);
        thread::scope(|scope| {
            let spawn = |mut fork: Sink<'k>| {
                let (queue, work) = (&queue, &work);
                scope.spawn(move || {
                    work(queue.receiver(), &mut fork);
                    fork
                })
            };
            // If a thread cannot be started, the sender is dropped, so that the other threads end.
            let sender = queue.sender();
            let forks: Vec<_> = (0..n_threads).map(|_| sink.fork()).collect();
            let threads: Vec<_> = forks.into_iter().map(spawn).collect();
            let sent = send(&sender, sink);
            drop(sender);
            threads.into_iter().for_each(|thread| sink.absorb(join_thread(thread)));
            sent
        })
    }

    fn sink(&self) -> Sink<'_> {
        Sink::new(&self.context)
    }

    fn next_order(&self) -> u64 {
        self.n_files.fetch_add(1, Ordering::Relaxed)
    }

    fn collect(&self, sink: Sink<'_>) -> Result<()> {
        let (batch, report) = sink.finish()?;
        let mut collected = self.collected.lock();
        if !batch.is_empty() {
            collected.0.push(batch);
        }
        collected.1.absorb(report);
        Ok(())
    }

    /// Declares that the part of all inputs has every record of a list's jurisdiction.
    pub(crate) fn declare_complete(&self, resource: Resource, jurisdiction: &str) {
        let mut rows = PartRows::new(&self.context.scratch);
        rows.complete(self.context.names.whole(), CompleteShare::whole(resource, jurisdiction));
        self.collected.lock().0.push(rows);
    }

    /// Declares that the part of all inputs lacks so much that it is not written, and counts this as damage.
    pub(crate) fn break_off(&self, fault: &str) -> Result<()> {
        let mut sink = self.sink();
        sink.begin_file("the inputs", self.next_order());
        sink.skip(&DAMAGED, fault);
        sink.break_off();
        self.collect(sink)
    }

    /// Ends the session. Returns the records of all threads, and the sum of the reports.
    pub(crate) fn finish(self) -> (Vec<PartRows>, Report) {
        let (batches, report) = self.collected.into_inner();
        self.context.progress.finish(report.read);
        (batches, report)
    }
}

/// Waits for a thread and returns its result. Resumes its panic in this thread.
fn join_thread<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The skip of a file: damage if a failed download left an empty file or a web page instead of data.
fn unlike_its_name(skip: Skip, name: &str, source: &ContentSource) -> Skip {
    let failed = if skip.reason.is_damage() { None } else { FailedDownload::detect(name, source) };
    failed.map_or(skip, |failed| Skip::new(&DAMAGED, failed.explanation()))
}

/// A file that any thread can read.
struct ImportJob {
    location: String,
    name: String,
    order: u64,
    source: ContentSource,
}

/// Sends the files of a pass to the threads that read them.
struct Dispatcher<'d, 's, C, R> {
    session: &'d Session<'s>,
    claim: C,
    read: &'d R,
    jobs: Sender<'d, ImportJob>,
    sink: Sink<'d>,
    buffer: ReadBuffer,
}

impl<C, R> Visitor for Dispatcher<'_, '_, C, R>
where
    C: Fn(&str) -> Claim,
    R: Fn(InputFile<'_>, &mut Sink<'_>) -> Result<(), Skip>,
{
    fn claim(&self, name: &str) -> Claim {
        (self.claim)(name)
    }

    fn file(&mut self, location: &str, name: &str, claim: Claim, content: FileContent<'_>) -> Result<()> {
        match (claim, content) {
            (Claim::AnotherPass, _) => {}
            (Claim::Companion, _) => {
                self.sink.begin_file(location, self.session.next_order());
                self.sink.count_companion();
            }
            (Claim::Stray, _) => self.skip(location, Skip::new(&STRAY, "")),
            (Claim::Read, FileContent::Source(source)) => {
                let order = self.session.next_order();
                let job = ImportJob { location: location.to_owned(), name: name.to_owned(), order, source };
                let n_bytes = job.source.n_held();
                self.jobs.send(job, n_bytes).map_err(|_| anyhow!("every thread has ended early"))?;
            }
            (Claim::Read, FileContent::Stream(reader)) => {
                self.sink.begin_file(location, self.session.next_order());
                let file = InputFile { location, name, reader, buffer: &mut self.buffer };
                let result = (self.read)(file, &mut self.sink);
                self.sink.end_file(result);
                self.sink.check_failure()?;
            }
        }
        Ok(())
    }

    fn skip(&mut self, location: &str, skip: Skip) {
        self.sink.begin_file(location, self.session.next_order());
        // The location can be an archive itself.
        if is_loss(skip.reason) {
            self.sink.lose_input(location);
        }
        self.sink.end_file(Err(skip));
    }
}
