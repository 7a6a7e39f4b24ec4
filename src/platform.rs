/*!
The differences between operating systems, each behind a small interface.
*/

pub(crate) mod available_memory;
