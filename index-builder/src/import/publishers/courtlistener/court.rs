/*!
Resolves the courts of the tables to courts of the catalogue. A court that the catalogue lacks keeps the name of its
row.
*/

use std::collections::HashMap;

use lexdex_core::corpus::{Catalogue, CourtEntry, id_form, text};
use lexdex_core::model::Jurisdiction;

use crate::import::law::court::CaseCourt;
use crate::import::law::skip_reasons::UNKNOWN_JURISDICTION;
use crate::report::skip::Reason;

/// A row of the table of courts.
#[derive(Default)]
pub(super) struct CourtRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) code: String,
    pub(super) parent: String,
    pub(super) modified: String,
}

impl CourtRow {
    /// The sort key of several rows of one court. The last row, which is the newest, wins. The other fields make the
    /// choice among rows of one day independent of the order of the inputs.
    fn precedence(&self) -> [&str; 4] {
        [&self.modified, &self.name, &self.code, &self.parent]
    }
}

/// The kind of a court, by the law that it applies.
#[derive(Clone, Copy)]
enum CourtKind {
    Federal,
    /// A court of the state or territory in its name.
    Local,
    /// A court outside the catalogue's jurisdictions.
    LeftOut(&'static Reason),
}

use CourtKind::{Federal, LeftOut, Local};

/// The codes of the column `jurisdiction`, which has the kind of a court.
const CODE_TABLE: &[(&str, CourtKind)] = &[
    ("F", Federal),
    ("FD", Federal),
    ("FB", Federal),
    ("FBP", Federal),
    ("FS", Federal),
    // Courts of the armed forces.
    ("MA", Federal),
    ("MT", Federal),
    ("S", Local),
    ("SA", Local),
    ("ST", Local),
    ("SS", Local),
    ("TS", Local),
    ("TA", Local),
    ("TT", Local),
    ("TSP", Local),
    ("TRS", LeftOut(&TRIBAL)),
    ("TRA", LeftOut(&TRIBAL)),
    ("TRT", LeftOut(&TRIBAL)),
    ("TRX", LeftOut(&TRIBAL)),
    ("SAG", LeftOut(&NOT_A_COURT)),
    ("C", LeftOut(&NOT_A_COURT)),
    ("I", LeftOut(&FOREIGN)),
    ("T", LeftOut(&FOREIGN)),
];

/// Words in the names of offices. The tables list these offices as courts, with the code of a court.
const OFFICES: &[&str] = &["attorney general", "attorneys general", "ethics advisory"];

static TRIBAL: Reason =
    Reason { name: "tribal_court", explanation: "A court of a tribal nation, which is not one of the jurisdictions." };

static NOT_A_COURT: Reason = Reason {
    name: "not_a_court",
    explanation: "The opinion of an attorney general, a committee or another office that is not a court.",
};

static FOREIGN: Reason =
    Reason { name: "foreign_court", explanation: "A court of another country, or one that exists only for testing." };

static UNKNOWN_COURT: Reason =
    Reason { name: "unknown_court", explanation: "The court is neither in the table of courts nor in the catalogue." };

type CourtOutcome<'c> = Result<CaseCourt<'c>, &'static Reason>;

/// The courts, by `CourtListener`'s ids.
pub(super) struct CourtsById<'c> {
    outcomes: HashMap<String, CourtOutcome<'c>>,
}

impl<'c> CourtsById<'c> {
    pub(super) fn new(rows: Vec<CourtRow>, catalogue: &'c Catalogue) -> Self {
        let resolver = CourtResolver::new(rows, catalogue);
        let ids = resolver.rows.keys().cloned().chain(resolver.by_id.keys().map(|id| (*id).to_owned()));
        Self { outcomes: ids.map(|id| (id.clone(), resolver.resolve(&id))).collect() }
    }

    /// The court of this id, or the reason to skip its decisions.
    pub(super) fn find(&self, id: &str) -> Result<&CaseCourt<'c>, &'static Reason> {
        self.outcomes.get(id).map_or(Err(&UNKNOWN_COURT), |outcome| outcome.as_ref().map_err(|reason| *reason))
    }
}

/// The table of courts and the catalogue.
struct CourtResolver<'c> {
    /// The newest row of each court, by id.
    rows: HashMap<String, CourtRow>,
    catalogue: &'c Catalogue,
    /// The courts of the catalogue, by id.
    by_id: HashMap<&'c str, &'c CourtEntry>,
}

impl<'c> CourtResolver<'c> {
    fn new(rows: Vec<CourtRow>, catalogue: &'c Catalogue) -> Self {
        let mut newest: HashMap<String, CourtRow> = HashMap::new();
        for row in rows {
            match newest.get(&row.id) {
                Some(known) if known.precedence() >= row.precedence() => {}
                _ => _ = newest.insert(row.id.clone(), row),
            }
        }
        let entries = catalogue.courts.entries().iter();
        Self {
            rows: newest,
            catalogue,
            by_id: entries.filter_map(|court| Some((court.id.as_deref()?, court))).collect(),
        }
    }

    /// Looks a court up in the catalogue by id, then by name.
    fn resolve(&self, id: &str) -> CourtOutcome<'c> {
        if let Some(entry) = self.by_id.get(id) {
            return self.catalogued(entry);
        }
        let row = self.rows.get(id).filter(|row| !row.name.is_empty()).ok_or(&UNKNOWN_COURT)?;
        let name = text::normalize(&row.name);
        if OFFICES.iter().any(|office| name.contains(office)) {
            return Err(&NOT_A_COURT);
        }
        let jurisdiction = match kind(&row.code) {
            LeftOut(reason) => return Err(reason),
            Federal => self.catalogue.jurisdictions.get("federal"),
            Local => self.for_parent(row).or_else(|| self.named_in(&row.name)),
        };
        let jurisdiction = jurisdiction.ok_or(&UNKNOWN_JURISDICTION)?;
        match self.catalogue.courts.find_catalogued(&row.name, &jurisdiction.id) {
            Some(entry) => self.catalogued(entry),
            None => {
                Ok(CaseCourt { id: id_form::slug(&row.id), name: row.name.clone(), jurisdiction, is_catalogued: false })
            }
        }
    }

    fn catalogued(&self, entry: &CourtEntry) -> CourtOutcome<'c> {
        CaseCourt::from_catalogue(entry, self.catalogue).ok_or(&UNKNOWN_JURISDICTION)
    }

    /// The jurisdiction of the nearest parent court that the catalogue has.
    fn for_parent(&self, row: &CourtRow) -> Option<&'c Jurisdiction> {
        const MAX_PARENTS: usize = 5;
        let mut parent = &row.parent;
        for _ in 0..MAX_PARENTS {
            if let Some(entry) = self.by_id.get(parent.as_str()) {
                return self.catalogue.jurisdictions.get(&entry.jurisdiction);
            }
            parent = &self.rows.get(parent)?.parent;
        }
        None
    }

    /// The state or territory that a name contains, if it is the only one. `West Virginia` does not count as Virginia.
    fn named_in(&self, name: &str) -> Option<&'c Jurisdiction> {
        let name = format!(" {} ", text::words(name).join(" "));
        let places = self.catalogue.jurisdictions.entries().iter().filter(|place| place.id != "federal");
        let named: Vec<(String, &Jurisdiction)> = places
            .flat_map(|place| std::iter::once(&place.name).chain(&place.aliases).map(move |name| (name, place)))
            .filter(|(name, _)| name.len() > MAX_ABBREVIATION_BYTES)
            .map(|(name, place)| (format!(" {} ", text::words(name).join(" ")), place))
            .filter(|(words, _)| name.contains(words.as_str()))
            .collect();
        let longest = |words: &str| !named.iter().any(|(other, _)| other != words && other.contains(words));
        let mut found = named.iter().filter(|(words, _)| longest(words)).map(|(_, place)| *place);
        let first = found.next()?;
        found.all(|other| other.id == first.id).then_some(first)
    }
}

/// The maximum length of an abbreviation. Names of this length are ignored, because some abbreviations are also
/// ordinary words.
const MAX_ABBREVIATION_BYTES: usize = 3;

/// The kind of court that a code means. An unknown code counts as local, so that the court's name can give its
/// jurisdiction.
fn kind(code: &str) -> CourtKind {
    CODE_TABLE.iter().find(|(known, _)| *known == code).map_or(Local, |(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use lexdex_core::corpus::Source;

    use super::*;

    #[test]
    fn court_is_resolved_by_id_then_by_name_or_keeps_its_own_name() {
        let row = |id: &str, name: &str, code: &str, parent: &str| CourtRow {
            id: id.to_owned(),
            name: name.to_owned(),
            code: code.to_owned(),
            parent: parent.to_owned(),
            modified: String::new(),
        };
        let rows = vec![
            row("ca9", "Court of Appeals for the Ninth Circuit", "F", ""),
            row("ninth", "Ninth Circuit", "F", ""),
            row("oldd", "District Court, D. Nowhere", "FD", ""),
            row("marine", "Marine Corps Court of Inquiry", "MT", ""),
            row("wvold", "Old Court of West Virginia", "SS", ""),
            row("both", "Court of Kansas City, Missouri", "ST", ""),
            row("kern", "Kern County Court", "ST", "calsuperct"),
            row("kern2", "Branch of Kern", "ST", "kern"),
            row("nation", "Supreme Court of a Nation", "TRS", ""),
            row("arkag2", "Opinions of the Attorney General of Arkansas", "SS", ""),
            row("bench", "Court of a King", "I", ""),
            row("empty", "", "S", ""),
        ];
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        let courts = CourtsById::new(rows, &catalogue);
        let found = |id| match courts.find(id) {
            Ok(court) => format!("{}|{}|{}", court.id, court.name, court.jurisdiction.id),
            Err(reason) => reason.name.to_owned(),
        };
        for (id, expected) in [
            ("ca9", "ca9|United States Court of Appeals for the Ninth Circuit|federal"),
            ("ninth", "ca9|United States Court of Appeals for the Ninth Circuit|federal"),
            ("scotus", "scotus|Supreme Court of the United States|federal"),
            ("oldd", "oldd|District Court, D. Nowhere|federal"),
            ("marine", "marine|Marine Corps Court of Inquiry|federal"),
            ("wvold", "wvold|Old Court of West Virginia|wv"),
            ("both", "unknown_jurisdiction"),
            ("kern", "kern|Kern County Court|ca"),
            ("kern2", "kern2|Branch of Kern|ca"),
            ("nation", "tribal_court"),
            ("arkag2", "not_a_court"),
            ("bench", "foreign_court"),
            ("empty", "unknown_court"),
            ("nowhere", "unknown_court"),
        ] {
            assert_eq!(found(id), expected, "{id}");
        }
    }
}
