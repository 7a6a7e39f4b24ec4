/*!
Directories on the disk: one for work in progress, and the move of a finished index to its place.
*/

pub(crate) mod scratch;

pub(crate) mod publish;
