/*!
Opens the inputs of an import, files, folders and archives, without unpacking them to disk. However deep they are nested,
an importer sees single files, each with a path that a person recognizes, such as
`BILLSTATUS-117-s.zip!BILLSTATUS-117s1.xml`.
*/

pub(crate) mod place;

mod compression;

mod seekable;

pub(crate) mod read_buffer;

pub(crate) mod content_source;

pub(crate) mod input_file;

pub(crate) mod claim;

pub(crate) mod inputs;

pub(crate) mod walk;
