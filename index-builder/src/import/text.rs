/*!
Readers of XML, HTML, JSON and English text that several publishers share.
*/

pub mod clean;

pub mod html;

pub mod excerpt;

pub(crate) mod json;

pub mod xml;

pub(crate) mod english_date;

pub(crate) mod iso_date;
