/*!
The exit codes of the commands, in addition to 0 for success, 1 for an error and 2 for a wrong command line.
*/

/// A source failed, wholly or in part; everything else succeeded.
pub(crate) const PARTLY_FAILED: u8 = 3;

/// The gate refused the index.
pub(crate) const REFUSED: u8 = 4;

/// Another push wrote `latest` first.
pub(crate) const RACED: u8 = 5;

/// There is nothing new.
pub(crate) const NOTHING_NEW: u8 = 10;

/// A signal has ended the command.
pub(crate) const INTERRUPTED: i32 = 130;
