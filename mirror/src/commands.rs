/*!
The commands of `lexdex-mirror`, a module each.
*/

mod bars;

pub(crate) mod exit_code;

mod tell_server;

pub(crate) mod fetch;

pub(crate) mod hold;

pub(crate) mod init;

mod store;

pub(crate) mod pull;

pub(crate) mod push;

pub(crate) mod status;

pub(crate) mod sync;
