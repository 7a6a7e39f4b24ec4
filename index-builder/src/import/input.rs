/*!
Opens the inputs of an import: files, folders and archives, which may be nested. Nothing is unpacked to disk. An
importer sees single files, each with a readable path, such as `BILLSTATUS-117-s.zip!BILLSTATUS-117s1.xml`.
*/

pub(crate) mod location;

mod compression;

mod seekable;

pub(crate) mod read_buffer;

pub(crate) mod content_source;

pub(crate) mod failed_download;

pub(crate) mod input_file;

pub(crate) mod claim;

pub(crate) mod inputs;

pub(crate) mod mapping_file;

pub(crate) mod walk;
