pub(crate) mod envelope;

pub(crate) mod page_links;

pub(crate) mod text_links;

pub(crate) mod links;

pub(crate) mod changes;

pub(crate) mod feed;

pub(crate) mod csv;

pub(crate) mod record_fields;

pub(crate) mod references;

pub(crate) mod facets;

pub(crate) mod suggestions;

pub(crate) mod citations;

pub(crate) mod catalogues;
