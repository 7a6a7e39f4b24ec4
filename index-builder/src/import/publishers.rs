/*!
The importers, one module for each publisher. A new one is a file beside these, its `mod` line, and an entry in
[`IMPORTERS`](crate::import::registry::IMPORTERS).
*/

pub(crate) mod billstatus;

pub(crate) mod cap;

pub(crate) mod congress_json;

pub(crate) mod courtlistener;

pub(crate) mod dc_law;

pub(crate) mod jsonl;

pub(crate) mod openstates;

pub(crate) mod public_resource;

pub(crate) mod uslm;
