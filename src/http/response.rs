pub(crate) mod envelope;

pub(crate) mod links;

pub(crate) mod csv;

pub(crate) mod facets;

pub(crate) mod catalogues;
