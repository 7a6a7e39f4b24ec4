/*!
The commands of `index-builder`, a module each.
*/

mod text_kib;

pub(crate) mod build;

pub(crate) mod diff;

pub mod import;

pub(crate) mod publish;

pub(crate) mod verify;
