/*!
Scratch directories for work in progress, and the atomic publication of a finished index.
*/

pub(crate) mod scratch;

pub(crate) mod publish;
