pub(crate) mod list;

pub(crate) mod record;

pub(crate) mod page;

pub(crate) mod changes;

pub(crate) mod facets;

pub(crate) mod suggest;

pub(crate) mod export;

pub(crate) mod citations;
pub(crate) mod export_slots;

pub(crate) mod catalogues;

pub(crate) mod health;
