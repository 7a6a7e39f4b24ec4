//! Third-party programs that read the OpenAPI document and its recipes: a generator of clients, a generator of requests,
//! and Python.

mod client;
mod recipes;
mod schemathesis;
