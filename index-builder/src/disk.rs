/*!
Scratch directories for work in progress, the atomic publication of a finished index, and the removal of old ones.
*/

pub(crate) mod scratch;

pub(crate) mod publish;

pub(crate) mod unused;
