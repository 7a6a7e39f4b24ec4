/*!
The titles of the U.S. Code, and those of their chapters that are about something more particular.
*/

/// Title, or title and chapter, and the tags of what stands in it.
pub(super) const TABLE: &[(&str, &[&str])] = &[("17", &["copyright"])];
