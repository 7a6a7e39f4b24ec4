/*!
The commands of `index-builder`, a module each.

Those that refresh an index are functions for other programs, too: they return their results, and print nothing.
*/

mod text_kib;

mod pairs;

pub mod build;

pub mod diff;

pub mod import;

pub mod publish;

pub(crate) mod verify;
