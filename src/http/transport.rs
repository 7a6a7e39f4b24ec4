pub(crate) mod server;

pub(crate) mod connection;

pub(crate) mod stream;

pub(crate) mod listener;
