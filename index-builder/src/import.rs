/*!
`index-builder import`: reads official bulk files and writes corpus files.

```text
input ──files──> importer ──records──> sink ──sorted records──> parts of the corpus
```

- `input` opens the paths of the command line and finds the files in folders and archives.
- An importer is one module in `publishers` with a static [`Importer`](importer::Importer), and an entry in
  [`IMPORTERS`](publishers::IMPORTERS). Only this module knows the files of its publisher. It reads them in parallel
  (`Session::each_file`) and passes each record, or the reason to skip it, to the `Sink` of its thread.
- The importer `jsonl` has no publisher of its own: the mapping of the command line names one, and maps its rows to
  records.
- `engine` runs the threads. Its `partitions` distribute the rows of a join if the data of one record are in several
  files. Its `sink` checks each record by the rules of `build`, counts it and sorts it.
- `parts` writes the sorted records of each unit that its publisher releases whole. A part replaces the earlier one of
  its name, and an import changes nothing else.
- An importer that reads every record of a title, a list or a session declares this in the part.
- Importers share the rules of statutes, cases and bills in `law`, and the readers of XML, HTML and JSON in `text`.

No result depends on the order of threads: records are ordered by id and content, counts are sums, and the locations in
a report are the first in the order of the input.
*/

pub mod text;

pub(crate) mod input;

pub(crate) mod engine;

pub mod parts;

pub mod catalogues;

pub(crate) mod former_layout;

pub mod importer;

pub(crate) mod law;

pub mod publishers;

pub mod registry;

pub mod run_in_memory;
