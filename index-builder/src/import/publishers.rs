/*!
The importers, one module for each publisher. A new one is a file beside this one, its `mod` line and its entry in
[`IMPORTERS`].
*/

mod billstatus;

mod cap;

mod courtlistener;

mod dc_law;

mod openstates;

mod public_resource;

mod uslm;

use crate::import::importer::Importer;

/// All importers, in the order in which the command line lists them.
pub(crate) static IMPORTERS: &[&Importer] = &[
    &uslm::USLM,
    &billstatus::BILLSTATUS,
    &openstates::OPENSTATES,
    &cap::CAP,
    &courtlistener::COURTLISTENER,
    &dc_law::DC_LAW,
    &public_resource::PUBLIC_RESOURCE,
];
