/*!
Reasons to skip a section, case or bill that several publishers share. A reason that only one module has is declared
there.
*/

use crate::report::skip::Reason;

/// The source does not date its data.
pub(crate) static NO_DATE_OF_DATA: Reason = Reason {
    name: "no_date_of_data",
    explanation: "The input does not have the date of the data, which every record needs. If the date is in another \
                  file of the download, such as a README or an index.xml, import the whole folder or archive.",
};

/// The source names no jurisdiction of the catalogue.
pub(crate) static UNKNOWN_JURISDICTION: Reason = Reason {
    name: "unknown_jurisdiction",
    explanation: "The source gives no jurisdiction, or one that is not in the catalogue, such as a city, a tribal \
                  nation or a former territory.",
};

/// The section or bill has no natural key.
pub(crate) static NO_NUMBER: Reason = Reason {
    name: "no_number",
    explanation: "The section or bill has no number, or the bill has no session, so nothing can refer to it.",
};

/// A simple or concurrent resolution is said to be a law.
pub(crate) static RESOLUTION_AS_LAW: Reason = Reason {
    name: "resolution_as_law",
    explanation: "The source has a simple or concurrent resolution as a law, which none becomes. The record has the \
                  status that its passage shows, and no number of a law.",
};

/// The law has another number.
pub(crate) static MOVED: Reason = Reason {
    name: "moved",
    explanation: "The section was renumbered, transferred or recodified. The law has a record under its new number.",
};

/// The section ended without a repeal.
pub(crate) static ENDED: Reason = Reason {
    name: "ended",
    explanation: "The section expired or had its effect, or its subject was abolished. It is neither in force nor \
                  repealed.",
};

/// The section is no longer printed.
pub(crate) static OMITTED: Reason = Reason {
    name: "omitted",
    explanation: "The section was left out of the code without a repeal. The source does not say whether it is in \
                  force.",
};

/// The number is reserved or vacant, without law.
pub(crate) static NO_LAW: Reason =
    Reason { name: "no_law", explanation: "The number is vacant or reserved, and has no law." };

/// The section is not in force now, but may come into force.
pub(crate) static NOT_IN_FORCE: Reason = Reason {
    name: "not_in_force",
    explanation: "The section was not in force on the day of the data: not yet effective, not funded, not applicable \
                  or suspended. It is not repealed either.",
};

/// Another version of the section has the record of this number.
pub(crate) static ANOTHER_VERSION: Reason = Reason {
    name: "another_version",
    explanation: "The section has several versions, and the record of its number has another one.",
};
