/*!
The publishers, a module each, and the registry of those that a configuration names.
*/

pub mod publisher;

mod site;

mod unexpected;

mod held;

mod parts;

mod github;

pub mod us_code;

pub mod billstatus;

pub mod courtlistener;

pub mod cap;

pub mod dc_law;

pub mod public_resource;

pub mod registry;
