/*!
Brings the folder of downloads up to date: plans every source, downloads what is missing or has changed, and keeps
`fetch.lock`.
*/

mod need;

pub mod outcome;

pub mod plans;

mod source;

mod locked;

pub mod fetch_all;
