/*!
The history of published indexes: changes since a build, and feeds.
*/

mod changes;
mod feeds;
#[cfg(target_os = "linux")]
mod reader;
pub(super) mod site;
