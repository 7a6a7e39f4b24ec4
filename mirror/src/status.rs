/*!
The state of a mirror: its sources, the last sync, and the published index.
*/

pub(crate) mod mirror_status;

mod prometheus;

mod text;
