/*!
The publishers, a module each.
*/

pub mod publisher;

pub mod registry;
