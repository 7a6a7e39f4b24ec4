use std::io::Write;

use crate::command_line::visible::one_line;

/// Writes a line to standard error.
pub(crate) fn notice(text: &str) {
    // A failed write to standard error cannot be reported.
    let _ = writeln!(std::io::stderr(), "{}", one_line(text));
}
