/*!
The commands of `lexdex-mirror`, a module each.
*/

mod bars;

pub(crate) mod fetch;
