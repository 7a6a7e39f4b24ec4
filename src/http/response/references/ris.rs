/*!
Writes a reference in RIS: lines of a tag and a value, each ended by CR LF.
*/

use std::io::{self, Write};

use lexdex_core::model::Resource;

use crate::http::response::references::{Reference, one_line};

pub(super) fn write(reference: &Reference<'_>, writer: &mut impl Write) -> io::Result<()> {
    let Reference { list, record, place, session, date, address } = reference;
    let (kind, container) = match list {
        Resource::Cases => ("CASE", "A2"),
        Resource::Statutes => ("STAT", "T2"),
        Resource::Bills => ("BILL", "T2"),
    };
    let year = date.map(|date| format!("{:04}", date.year));
    let day = date.and_then(|date| {
        let (month, day) = date.day?;
        Some(format!("{:04}/{month:02}/{day:02}/", date.year))
    });
    let before = [
        ("TY", Some(kind)),
        ("ID", Some(&*record.id)),
        ("TI", Some(record.name())),
        ("VL", place.volume),
        (container, place.container),
        ("SP", place.page),
        ("SE", place.section),
        ("M1", record.bill_number.as_deref()),
        ("ET", session.as_deref()),
        ("OP", record.law()),
        ("PB", record.court.as_deref()),
        ("CY", Some(&*record.jurisdiction)),
        ("PY", year.as_deref()),
        ("DA", day.as_deref()),
    ];
    let topics = record.topics.iter().map(|topic| ("KW", Some(&**topic)));
    let after = [
        ("AB", record.summary.as_deref()),
        ("UR", address.as_deref()),
        ("DB", Some(record.source())),
        ("ER", Some("")),
    ];
    for (tag, value) in before.into_iter().chain(topics).chain(after) {
        if let Some(value) = value {
            write!(writer, "{tag}  - {}\r\n", one_line(value))?;
        }
    }
    Ok(())
}
