/*!
The commands of `lexdex-mirror`, a module each.
*/

pub(crate) mod fetch;
