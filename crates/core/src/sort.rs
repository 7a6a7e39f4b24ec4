/*!
An external sort: sorts any number of entries in bounded memory.

An entry is a key and a value, both byte strings. Entries are sorted by key, then by value. Entries that do not fit into
memory are written to files as sorted runs, which are merged after the last entry.
*/

mod entry_buffer;

mod run;

mod merge;

mod sorter;

pub use merge::Sorted;
pub use sorter::Sorter;
