/*!
Readers of XML, HTML, JSON, CSV and English text that several publishers share.
*/

pub mod clean;

pub mod html;

pub mod excerpt;

pub(crate) mod csv_rows;

pub(crate) mod json;

pub(crate) mod json_lines;

pub(crate) mod json_list;

pub(crate) mod json_objects;

pub mod xml;

pub(crate) mod english_date;

pub(crate) mod iso_date;
