/*!
Brings a published index up to date with the files of its sources.

```text
files ──changed?──> copy of the corpus ──import, build──> new index ──diff, gate──> publish ──> corpus
```

A sync works in a folder beside the corpus. It exchanges the corpus with its copy only after the new index is published.
The corpus also has the record of the files that were imported into it. So a sync that is killed or refused leaves the
corpus, that record and the published index as they were, and the next one begins at the same point.
*/

pub(crate) mod ending;

pub(crate) mod hold;

pub(crate) mod file_marks;

pub(crate) mod state;

pub(crate) mod changes;

pub(crate) mod work_folder;

pub(crate) mod counted_changes;

pub(crate) mod gate;

pub(crate) mod last_sync;

pub(crate) mod source_report;

pub(crate) mod pipeline;
