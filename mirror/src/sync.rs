/*!
Brings a published index up to date with the files of its sources.

```text
files ──changed?──> import ──> parts ──┐
operator's files ──────────────────────┴── build ──> new index ──diff, gate──> publish
```

A part is a function of its files, so an import that is killed or repeated changes nothing else. A sync writes no file of
the operator's corpus. If the gate refuses an index, the parts stay, and the next sync builds the index again.
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
