//! The mirror against a local server that plays the publishers.
