//! Tests the clients in other languages against the real server: their types, their own tests and the examples in their
//! READMEs.

mod python;
mod swapping_server;
mod typescript;
