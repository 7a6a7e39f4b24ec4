/*!
One import under way: what a format works with.
*/

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result, anyhow};
use lexdex::corpus::Catalogue;
use lexdex::model::Resource;
use lexdex::sort::{Sorted, Sorter};

use crate::import::engine::partitions::Partitions;
use crate::import::engine::queue::Queue;
pub(crate) use crate::import::engine::queue::{Giver, Taker};
use crate::import::engine::sink::{Records, Sink};
use crate::import::input::content_source::Origin;
use crate::import::input::read_buffer::Room;
use crate::import::input::walk::{Content, Visitor, walk};
use crate::import::input::{Choice, Inputs, Unit};
use crate::progress::ImportProgress;
use crate::report::import_report::Report;
use crate::report::skip::{STRAY, Skip};
use crate::topics::TopicMap;

/// The inputs, the catalogues, and what has been gathered so far.
pub struct Import<'i> {
    pub(crate) catalogue: &'i Catalogue,
    pub(crate) topics: TopicMap,
    pub(crate) source: Option<&'i str>,
    pub(crate) progress: Arc<ImportProgress>,
    inputs: Inputs,
    scratch: PathBuf,
    corpus: Option<PathBuf>,
    n_threads: usize,
    n_units: AtomicU64,
    n_passes: AtomicU64,
    gathered: Mutex<(Vec<Records>, Report)>,
}

/// How many threads read and join at most: each has buffers, and files that are open.
const MOST_THREADS: usize = 8;

/// What is kept of a pass over the inputs.
#[derive(Clone, Copy)]
enum Kept {
    /// What it read and what it skipped.
    All,
    Nothing,
}

impl<'i> Import<'i> {
    pub(crate) fn new(
        catalogue: &'i Catalogue,
        inputs: Inputs,
        source: Option<&'i str>,
        scratch: &Path,
        progress: ImportProgress,
    ) -> Self {
        Self {
            topics: TopicMap::new(&catalogue.topics),
            catalogue,
            source,
            progress: Arc::new(progress),
            inputs,
            scratch: scratch.to_owned(),
            corpus: None,
            n_threads: thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS),
            n_units: AtomicU64::new(0),
            n_passes: AtomicU64::new(0),
            gathered: Mutex::default(),
        }
    }

    /// The same, into a corpus that may have records already.
    pub(crate) fn into_corpus(self, corpus: &Path) -> Self {
        Self { corpus: Some(corpus.to_owned()), ..self }
    }

    /// The same, on so many threads.
    pub(crate) fn on_threads(self, n_threads: usize) -> Self {
        Self { n_threads, ..self }
    }

    /// The folder of a list in the corpus, if there is a corpus.
    pub(crate) fn corpus_folder(&self, resource: Resource) -> Option<PathBuf> {
        self.corpus.as_ref().map(|corpus| corpus.join(resource.as_str()))
    }

    /// The catalogues.
    pub fn catalogue(&self) -> &'i Catalogue {
        self.catalogue
    }

    /// For a format that joins what lies in several files.
    pub(crate) fn partitions(&self) -> Partitions {
        Partitions::new(self.n_threads, &self.scratch)
    }

    /// Reads every file that `choose` takes by its name, on all cores, in no particular order.
    ///
    /// What `read` fails with is counted as one skip at the unit's place; the records given before stay. A format that
    /// needs several passes over the inputs calls this several times.
    pub fn each_unit<C, R>(&self, choose: C, read: R) -> Result<()>
    where
        C: Fn(&str) -> Choice,
        R: Fn(Unit<'_>, &mut Sink<'_>) -> Result<(), Skip> + Sync,
    {
        if self.n_passes.fetch_add(1, Ordering::Relaxed) > 0 {
            self.progress.expect(|| self.inputs.n_bytes());
        }
        self.pass(Kept::All, choose, read)
    }

    /// Looks at the files that `choose` takes, on all cores, before [`Self::each_unit`] reads the inputs: at what the
    /// records of one file need of another. Nothing is counted, and what cannot be read is told when it is read.
    pub fn survey<C, R>(&self, choose: C, look: R) -> Result<()>
    where
        C: Fn(&str) -> Choice,
        R: Fn(Unit<'_>) -> Result<(), Skip> + Sync,
    {
        self.pass(Kept::Nothing, choose, |unit, _| look(unit))?;
        self.progress.rewind();
        Ok(())
    }

    fn pass<C, R>(&self, kept: Kept, choose: C, read: R) -> Result<()>
    where
        C: Fn(&str) -> Choice,
        R: Fn(Unit<'_>, &mut Sink<'_>) -> Result<(), Skip> + Sync,
    {
        let queue = Queue::new(self.n_threads);
        thread::scope(|scope| {
            // Dropped if a thread cannot be begun, so that the others do not wait for ever.
            let giver = queue.give();
            let workers: Vec<_> =
                (0..self.n_threads).map(|_| scope.spawn(|| self.work(kept, queue.take(), &read))).collect();
            let walked = self.walk(kept, choose, &read, giver);
            workers.into_iter().try_for_each(ended)?;
            walked
        })
    }

    /// Finds the units on this thread, and reads here those that no other thread can open.
    fn walk<C, R>(&self, kept: Kept, choose: C, read: &R, jobs: Giver<'_, Job>) -> Result<()>
    where
        C: Fn(&str) -> Choice,
        R: Fn(Unit<'_>, &mut Sink<'_>) -> Result<(), Skip>,
    {
        let mut dispatcher = Dispatcher { import: self, choose, read, jobs, sink: self.sink(), room: Room::default() };
        for input in self.inputs.iter() {
            walk(input, &self.progress, &mut dispatcher)?;
        }
        drop(dispatcher.jobs);
        self.gather(kept, dispatcher.sink)
    }

    /// Reads the units that come, until there are no more.
    fn work<R>(&self, kept: Kept, jobs: Taker<'_, Job>, read: &R) -> Result<()>
    where
        R: Fn(Unit<'_>, &mut Sink<'_>) -> Result<(), Skip>,
    {
        let (mut sink, mut room) = (self.sink(), Room::default());
        for Job { place, name, order, origin } in jobs {
            sink.begin_unit(&place, order);
            let unit = origin.with_reader(&mut |reader| {
                read(Unit { place: &place, name: &name, reader, room: &mut room }, &mut sink)
            });
            sink.end_unit(unit);
            sink.check()?;
        }
        self.gather(kept, sink)
    }

    /// Sorts rows and gives the records that `give` makes of them, each partition on a thread of its own. No partition comes
    /// before another: what is skipped says by itself where it stood ([`Sink::go_to`]).
    pub(crate) fn join<G>(&self, place: &str, rows: Partitions, give: G) -> Result<()>
    where
        G: Fn(&mut Sorted, &mut Sink<'_>) -> Result<()> + Sync,
    {
        const CONTEXT: &str = "cannot sort the rows read so far";
        let order = self.next_order();
        let sorters = rows.into_sorters().context(CONTEXT)?;
        let join = |sorter: Sorter| {
            let mut sorted = sorter.sorted().context(CONTEXT)?;
            let mut sink = self.sink();
            sink.begin_unit(place, order);
            give(&mut sorted, &mut sink)?;
            self.gather(Kept::All, sink)
        };
        thread::scope(|scope| {
            let threads: Vec<_> = sorters.into_iter().map(|sorter| scope.spawn(|| join(sorter))).collect();
            threads.into_iter().try_for_each(ended)
        })
    }

    /// Has others do what `give` finds to do, each with a sink for the unit that is read.
    pub(crate) fn share<'s, J, G, W, T>(&self, sink: &mut Sink<'s>, give: G, work: W) -> T
    where
        J: Send,
        G: FnOnce(&Giver<'_, J>, &mut Sink<'_>) -> T,
        W: Fn(Taker<'_, J>, &mut Sink<'_>) + Sync,
    {
        // Each may hold a sorter's memory, and more have nothing to do: to find work is half of it.
        const MOST_THREADS: usize = 4;
        let n_threads = self.n_threads.min(MOST_THREADS);
        let queue = Queue::new(n_threads);
        thread::scope(|scope| {
            let begin = |mut beside: Sink<'s>| {
                let (queue, work) = (&queue, &work);
                scope.spawn(move || {
                    work(queue.take(), &mut beside);
                    beside
                })
            };
            // Dropped if a thread cannot be begun, so that the others do not wait for ever.
            let giver = queue.give();
            let sinks: Vec<_> = (0..n_threads).map(|_| sink.beside()).collect();
            let threads: Vec<_> = sinks.into_iter().map(begin).collect();
            let given = give(&giver, sink);
            drop(giver);
            threads.into_iter().for_each(|thread| sink.absorb(ended(thread)));
            given
        })
    }

    pub(crate) fn sink(&self) -> Sink<'_> {
        Sink::new(self, Records::new(&self.scratch))
    }

    fn next_order(&self) -> u64 {
        self.n_units.fetch_add(1, Ordering::Relaxed)
    }

    fn gather(&self, kept: Kept, sink: Sink<'_>) -> Result<()> {
        if matches!(kept, Kept::Nothing) {
            return Ok(());
        }
        let (records, report) = sink.finish()?;
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        if !records.files.is_empty() {
            gathered.0.push(records);
        }
        gathered.1.absorb(report);
        Ok(())
    }

    pub(crate) fn finish(self) -> (Vec<Records>, Report) {
        let (records, report) = self.gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.progress.finish(report.read);
        (records, report)
    }
}

/// What a thread ended with.
fn ended<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// A unit that any thread can read.
struct Job {
    place: String,
    name: String,
    order: u64,
    origin: Origin,
}

/// Hands out the units that are found.
struct Dispatcher<'d, 'i, C, R> {
    import: &'d Import<'i>,
    choose: C,
    read: &'d R,
    jobs: Giver<'d, Job>,
    sink: Sink<'d>,
    room: Room,
}

impl<C, R> Visitor for Dispatcher<'_, '_, C, R>
where
    C: Fn(&str) -> Choice,
    R: Fn(Unit<'_>, &mut Sink<'_>) -> Result<(), Skip>,
{
    fn choose(&self, name: &str) -> Choice {
        (self.choose)(name)
    }

    fn unit(&mut self, place: &str, name: &str, choice: Choice, content: Content<'_>) -> Result<()> {
        match (choice, content) {
            (Choice::AnotherPass, _) => {}
            (Choice::Companion, _) => self.sink.companion(),
            (Choice::Stray, _) => self.skip(place, Skip::new(&STRAY, "")),
            (Choice::Take, Content::Apart(origin)) => {
                let order = self.import.next_order();
                let job = Job { place: place.to_owned(), name: name.to_owned(), order, origin };
                let n_bytes = job.origin.n_held();
                self.jobs.push(job, n_bytes).map_err(|_| anyhow!("every thread has ended early"))?;
            }
            (Choice::Take, Content::Here(reader)) => {
                self.sink.begin_unit(place, self.import.next_order());
                let unit = (self.read)(Unit { place, name, reader, room: &mut self.room }, &mut self.sink);
                self.sink.end_unit(unit);
                self.sink.check()?;
            }
        }
        Ok(())
    }

    fn skip(&mut self, place: &str, skip: Skip) {
        self.sink.begin_unit(place, self.import.next_order());
        self.sink.end_unit(Err(skip));
    }
}
