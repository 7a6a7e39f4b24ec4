/*!
Downloads: the requests to a publisher's server, the checks of what came, and the record of what the mirror has.
*/

pub mod planned_file;

pub mod lock_file;

pub mod client;
