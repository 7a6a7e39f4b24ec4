/*!
Reasons to skip input, and skips with their location.
*/

use std::io;

/// A reason to skip a record or a file. Reasons of legal records are in `import::law::skip_reasons` and in the
/// importers.
#[derive(Debug)]
pub struct Reason {
    /// The name of the reason in reports, in snake case.
    pub name: &'static str,
    /// A sentence that explains the reason.
    pub explanation: &'static str,
}

impl Reason {
    /// Whether it is one of [`DAMAGE`].
    pub(crate) fn is_damage(&self) -> bool {
        DAMAGE.iter().any(|reason| reason.name == self.name)
    }
}

/// A skipped record or file: the reason, and a detail such as a line, an identifier or a message.
#[derive(Debug)]
pub struct Skip {
    /// The reason.
    pub reason: &'static Reason,
    /// The location in the file, or the exact problem.
    pub detail: String,
}

impl Skip {
    /// A skip for a reason.
    pub fn new(reason: &'static Reason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

impl From<io::Error> for Skip {
    fn from(error: io::Error) -> Self {
        Self::new(&DAMAGED, error.to_string())
    }
}

impl From<serde_json::Error> for Skip {
    fn from(error: serde_json::Error) -> Self {
        let reason = if error.is_io() { &DAMAGED } else { &NOT_WELL_FORMED };
        Self::new(reason, error.to_string())
    }
}

/// A file or an entry of an archive cannot be read to its end.
pub static DAMAGED: Reason = Reason {
    name: "damaged",
    explanation: "The file or archive entry cannot be read to its end: it is truncated, damaged or encrypted.",
};

/// The path of an entry leads out of its archive.
pub static CLIMBS_OUT: Reason = Reason {
    name: "climbs_out",
    explanation: "The entry's path leads out of its archive, as no published file's does.",
};

/// A link to a folder, a device or another special file.
pub static NO_FILE: Reason =
    Reason { name: "no_file", explanation: "It is a link to a folder, a device or another special file." };

/// A file, element or row is too large to be held in memory.
pub static TOO_LARGE: Reason = Reason {
    name: "too_large",
    explanation: "A file that is read into memory whole is larger than 256 MiB; or one element, object or row is \
                  larger than 16 MiB; or the line of a case with its opinions is larger than 64 MiB.",
};

/// Archives or elements are nested too deeply.
pub static NESTED_TOO_DEEP: Reason = Reason {
    name: "nested_too_deep",
    explanation: "Archives or elements are nested deeper than in any published file.",
};

/// A file is not of the format.
pub static STRAY: Reason =
    Reason { name: "stray_file", explanation: "The file is not one of the format: its name or its content says so." };

/// Bytes are not UTF-8.
pub static NOT_UTF8: Reason = Reason { name: "not_utf8", explanation: "The bytes are not UTF-8 text." };

/// XML, JSON or CSV is not well-formed.
pub static NOT_WELL_FORMED: Reason = Reason {
    name: "not_well_formed",
    explanation: "The file breaks the rules of XML, JSON or CSV. Everything before the error was read.",
};

/// A document defines its own entities.
pub static DEFINES_ENTITIES: Reason = Reason {
    name: "defines_entities",
    explanation: "The document defines its own entities, which can expand without bound. No publisher's file does.",
};

/// The date of the data is after the day of the inputs.
pub static FUTURE_DATE: Reason = Reason {
    name: "future_date",
    explanation: "The date of the data is after the day on which the inputs were fetched or changed (--as-of).",
};

/// `build` would reject the record.
pub static INVALID: Reason = Reason { name: "invalid_record", explanation: "`build` would reject the record." };

/// The part of the record is not written.
pub static BREAKS_OFF: Reason = Reason {
    name: "part_breaks_off",
    explanation: "The part of this record is not written, because one of its files breaks off. An earlier part of that \
                  name stays.",
};

/// The reasons that count as damage: a file, an entry of an archive or an element could not be read to its end, or its
/// content does not match its name.
pub(crate) static DAMAGE: [&Reason; 7] =
    [&DAMAGED, &CLIMBS_OUT, &TOO_LARGE, &NESTED_TOO_DEEP, &NOT_UTF8, &NOT_WELL_FORMED, &DEFINES_ENTITIES];
