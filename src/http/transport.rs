pub(crate) mod timeouts;

pub(crate) mod connections;

pub(crate) mod control_frames;

pub(crate) mod connection_service;

pub(crate) mod request_end;

pub(crate) mod exchange;

pub(crate) mod slow_reading;

pub(crate) mod stream;

pub(crate) mod listener;

pub(crate) mod open_heads;

pub(crate) mod unsent;

pub(crate) mod paced_body;

pub(crate) mod http_1;

pub(crate) mod lingering_body;

pub(crate) mod http_2;

pub(crate) mod connection;

pub(crate) mod server;

#[cfg(test)]
mod timeout_tests;

#[cfg(test)]
mod body_tests;
