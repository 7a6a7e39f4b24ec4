/*!
The importers, one module for each publisher. A new one is a file beside these, its `mod` line, and an entry in
[`IMPORTERS`].
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

use crate::import::importer::Importer;

/// All importers, in the order in which the command line lists them.
pub static IMPORTERS: &[&Importer] = &[
    &uslm::USLM,
    &billstatus::BILLSTATUS,
    &congress_json::CONGRESS_JSON,
    &openstates::OPENSTATES,
    &cap::CAP,
    &courtlistener::COURTLISTENER,
    &dc_law::DC_LAW,
    &public_resource::PUBLIC_RESOURCE,
    &jsonl::JSONL,
];
