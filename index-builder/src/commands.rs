/*!
The commands of `index-builder`, one module for each.

Other programs can call the commands that refresh an index as functions, which return their results and print nothing.
*/

mod text_kib;

mod pairs;

pub mod build;

pub mod diff;

pub mod drop;

pub mod import;

pub mod publish;

pub mod status;

pub(crate) mod verify;
