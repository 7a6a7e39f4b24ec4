/*!
lexdex.
*/

pub mod model;

pub mod corpus;

pub mod index;

pub mod http;

pub mod settings;
