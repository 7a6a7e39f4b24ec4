//! A local server that plays the publishers, with the quirks of the real ones.

mod bucket;
mod connection;
mod quirk;
mod reply;
mod request;
mod server;

pub(crate) use quirk::Quirk;
pub(crate) use request::Request;
pub(crate) use server::Server;
