/*!
`index-builder import`: official bulk files in, corpus files out.

```text
input ──units──> a format ──records──> sink ──sorted runs──> corpus files
```

- `input` opens what was named on the command line, and finds the units in folders and archives.
- A format is one module with one entry function, `read`. It knows its publisher's files and nothing else does; past it
  there are only our records. It takes the units in parallel ([`each_unit`](engine::session::Import::each_unit)) and gives each record, or a reason
  for leaving it out, to its thread's [`Sink`](engine::sink::Sink).
- `partitions` part the rows of a join among the cores, where what makes a record lies in several places.
- `sink` checks each record by the rules of `build`, counts, and sorts.
- `merge` joins the sorted records with those of the corpus, takes out what is no more, and puts the files in their
  place.
- `ledger` keeps beside each file what later imports need to know of its ids.

Nothing depends on which thread met what: records are ordered by id and content, counts add up in any order, and the
places of a report are the first in the order of the input.
*/

pub mod text;

pub mod input;

pub(crate) mod merge;

pub mod engine;

mod law;

mod publishers;

pub mod registry;

pub mod run_in_memory;
