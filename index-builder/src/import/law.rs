/*!
Rules of legal records that several publishers share: ids, case names, and the status of code sections.
*/

pub(crate) mod id;

pub(crate) mod case_name;

pub(crate) mod case_ids;

pub(crate) mod code_section;
