/*!
The chamber of origin of a bill.
*/

use lexdex_core::model::Chamber;

use crate::report::skip::Reason;

/// The words of Open States for chambers.
const CHAMBER_TABLE: &[(&str, Chamber)] = &[("upper", Chamber::Senate), ("lower", Chamber::House)];

/// The chamber by the first letters of the bill's number, for jurisdictions in which Open States assigns all bills to
/// one chamber.
const PREFIX_TABLE: &[(&str, &str, Chamber)] = &[
    ("wy", "HB", Chamber::House),
    ("wy", "HJ", Chamber::House),
    ("wy", "SF", Chamber::Senate),
    ("wy", "SJ", Chamber::Senate),
    ("pr", "PC", Chamber::House),
    ("pr", "RC", Chamber::House),
    ("pr", "RCC", Chamber::House),
    ("pr", "RKC", Chamber::House),
    ("pr", "PS", Chamber::Senate),
    ("pr", "RS", Chamber::Senate),
    ("pr", "RCS", Chamber::Senate),
    ("pr", "RKS", Chamber::Senate),
];

/// The legislatures with a single chamber. Their bills are the senate's, as in the first interface of Open States.
const UNICAMERAL: &[&str] = &["ne", "dc", "gu", "vi"];

/// The chamber of a bill, by its number or the class of the organization it comes from.
pub(super) fn chamber(jurisdiction: &str, prefix: &str, class: &str) -> Result<Chamber, &'static Reason> {
    if UNICAMERAL.contains(&jurisdiction) {
        return Ok(Chamber::Senate);
    }
    let mut of_jurisdiction = PREFIX_TABLE.iter().filter(|row| row.0 == jurisdiction).peekable();
    let found = if of_jurisdiction.peek().is_some() {
        of_jurisdiction.find(|row| row.1 == prefix).map(|row| row.2)
    } else {
        for_class(class)
    };
    found.ok_or(&NO_CHAMBER)
}

/// The chamber of an organization's class.
pub(super) fn for_class(class: &str) -> Option<Chamber> {
    CHAMBER_TABLE.iter().find(|row| row.0 == class).map(|row| row.1)
}

/// The chamber by an organization's name: `Senate`, `House of Representatives`, `Assembly`.
pub(super) fn for_name(name: &str) -> Option<Chamber> {
    let name = name.to_lowercase();
    let is_lower = ["house", "assembly", "delegates", "cámara"].iter().any(|word| name.contains(word));
    match (name.contains("senate") || name.contains("senado"), is_lower) {
        (true, false) => Some(Chamber::Senate),
        (false, true) => Some(Chamber::House),
        _ => None,
    }
}

static NO_CHAMBER: Reason =
    Reason { name: "no_chamber", explanation: "Neither the source nor the bill's number gives the chamber of origin." };
