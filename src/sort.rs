/*!
An external sort: sorts any number of entries in bounded memory.

An entry is a key and a value, both bytes. Entries are sorted by key, then by value. Entries that do not fit into memory
are written to files as sorted runs, which are merged when all entries are there.
*/

mod entry_buffer;

mod run;

mod merge;

mod sorter;

pub use merge::Sorted;
pub use sorter::Sorter;
