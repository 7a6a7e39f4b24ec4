//! The mirror against a local server that plays the publishers.

#[expect(dead_code, unused_imports, reason = "tests of more sources need the rest")]
mod support;
