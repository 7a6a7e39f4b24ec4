/*!
The streams that a terminal may show.
*/

/// A stream of this process that is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputStream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}
