pub(crate) mod client_key;

pub(crate) mod trusted_proxies;

pub(crate) mod unnamed_proxy;
