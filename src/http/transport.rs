pub(crate) mod timeouts;

pub(crate) mod connections;

pub(crate) mod stream;

pub(crate) mod listener;

pub(crate) mod connection;

pub(crate) mod server;

#[cfg(test)]
mod timeout_tests;
