use std::io::Write;

use crate::command_line::visible::one_line;

/// Writes a line to standard error.
pub(crate) fn notice(text: &str) {
    // Nobody is left to hear of an error.
    let _ = writeln!(std::io::stderr(), "{}", one_line(text));
}
