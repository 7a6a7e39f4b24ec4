pub(crate) mod timeouts;

pub(crate) mod connections;

pub(crate) mod connection_service;

pub(crate) mod request_end;

pub(crate) mod exchange;

pub(crate) mod slow_reading;

pub(crate) mod stream;

pub(crate) mod listener;

pub(crate) mod connection;

pub(crate) mod server;

#[cfg(test)]
mod timeout_tests;

#[cfg(test)]
mod body_tests;
