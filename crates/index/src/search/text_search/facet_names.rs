/*!
The names of a list's jurisdictions, courts, topics and sessions, by word. A search finds the records of a facet by
these words, so that they need not be indexed with every record.

The names of sessions are matched more strictly than the others. Each federal bill is of a Congress, and most numbers in
these names are small, so `congress` and `2nd` would find bills that have nothing to do with a search for `gifts to
congress` or `2nd amendment`.
*/

use std::collections::HashMap;

use foldhash::fast::RandomState;
use lexdex_core::corpus::{Catalogue, bill_session};
use lexdex_core::model::BillStatus;

use crate::format::court_facet::{CourtFacet, court_facet};
use crate::format::facet_path::FacetPath;
use crate::format::facet_sets::FacetSets;
use crate::format::schema::FacetField;
use crate::text::stem::stem;
use crate::text::tokenizer::joined_words;
use crate::text::years::is_year;

/// The last word of the name of a Congress, which is its own stem.
pub(crate) const CONGRESS: &str = "congress";

/// The stem of `amendment`.
pub(crate) const AMENDMENT: &str = "amend";

/// A facet of a list.
pub(crate) type FacetRef = (FacetField, FacetPath);

/// The names of the facets of a list.
#[derive(Default)]
pub(crate) struct FacetNames {
    facets: Vec<FacetRef>,
    /// The words of each name, with a space before and after each, and the position of its facet.
    names: Vec<(String, usize)>,
    /// The same for sessions.
    sessions: Vec<(String, usize)>,
    /// The positions of Congresses, by the words before `congress` in their names, with and without the ending of the
    /// number: `118 th` and `118`.
    by_congress: HashMap<String, usize, RandomState>,
    /// For each stem, the positions of the facets that have a word of the stem in a name.
    by_stem: HashMap<String, Vec<usize>, RandomState>,
    /// The positions of jurisdictions, by postal abbreviation in lower case.
    by_abbreviation: HashMap<String, usize, RandomState>,
}

impl FacetNames {
    /// The names of the facets that a list has.
    pub(crate) fn new(facets: &FacetSets, catalogue: &Catalogue) -> Self {
        let mut names = Self::default();
        for field in [FacetField::Jurisdiction, FacetField::Court, FacetField::Topic] {
            let mut paths: Vec<&FacetPath> = facets.for_field(field).map(|(path, _)| path).collect();
            paths.sort();
            for path in paths {
                names.add(field, path, catalogue);
            }
        }
        let mut sessions: Vec<&FacetPath> = facets.for_field(FacetField::Session).map(|(path, _)| path).collect();
        sessions.sort();
        for path in sessions {
            names.add_session(path, catalogue);
        }
        names
    }

    fn add(&mut self, field: FacetField, path: &FacetPath, catalogue: &Catalogue) {
        let facet_idx = self.facets.len();
        for name in names_of(field, path, catalogue) {
            let words = joined_words(&name);
            words.split(' ').for_each(|word| self.add_word(word, facet_idx));
            self.names.push((format!(" {words} "), facet_idx));
        }
        if field == FacetField::Jurisdiction
            && let Some(jurisdiction) = catalogue.jurisdictions.get(path.as_str())
        {
            self.by_abbreviation.insert(jurisdiction.abbreviation.to_ascii_lowercase(), facet_idx);
        }
        self.facets.push((field, path.clone()));
    }

    fn add_session(&mut self, path: &FacetPath, catalogue: &Catalogue) {
        let Some(name) = bill_session::name(path.as_str(), &catalogue.jurisdictions) else { return };
        let facet_idx = self.facets.len();
        let words = joined_words(&name);
        words.split(' ').filter(|word| is_year(word)).for_each(|word| self.add_word(word, facet_idx));
        if let [number, ending, CONGRESS] = words.split(' ').collect::<Vec<_>>()[..] {
            self.by_congress.insert(format!("{number} {ending}"), facet_idx);
            self.by_congress.insert(number.to_owned(), facet_idx);
        }
        self.sessions.push((format!(" {words} "), facet_idx));
        self.facets.push((FacetField::Session, path.clone()));
    }

    fn add_word(&mut self, word: &str, facet_idx: usize) {
        let facets = self.by_stem.entry(stem(word).into_owned()).or_default();
        if facets.last() != Some(&facet_idx) {
            facets.push(facet_idx);
        }
    }

    /// Whether a word of this stem can find a facet, alone or as a part of the name of a Congress.
    pub(crate) fn has_stem(&self, stem: &str) -> bool {
        self.by_stem.contains_key(stem) || stem == CONGRESS && !self.by_congress.is_empty()
    }

    /// The facets with a word of this stem in a name. Of the names of sessions, only years count.
    pub(crate) fn with_stem(&self, stem: &str) -> impl Iterator<Item = &FacetRef> {
        self.by_stem.get(stem).into_iter().flatten().map(|idx| &self.facets[*idx])
    }

    /// The facets that have these words, one after the other, in a name. The name of a session must begin with them,
    /// unless they are a year.
    pub(crate) fn with_phrase(&self, words: &[String]) -> Vec<&FacetRef> {
        let phrase = format!(" {} ", words.join(" "));
        let is_in_session = |name: &str| match words {
            [word] => is_year(word) && name.contains(&phrase),
            _ => name.starts_with(&phrase),
        };
        let names = self.names.iter().filter(|(name, _)| name.contains(&phrase));
        let sessions = self.sessions.iter().filter(|(name, _)| is_in_session(name));
        let mut found: Vec<usize> = names.chain(sessions).map(|(_, idx)| *idx).collect();
        found.dedup();
        found.into_iter().map(|idx| &self.facets[idx]).collect()
    }

    /// The session of a Congress, by the words before `congress` in its name. The ending of the number may be left out.
    pub(crate) fn for_congress(&self, words: &str) -> Option<&FacetRef> {
        self.by_congress.get(words).map(|idx| &self.facets[*idx])
    }

    /// The jurisdiction with this postal abbreviation.
    pub(crate) fn with_abbreviation(&self, abbreviation: &str) -> Option<&FacetRef> {
        self.by_abbreviation.get(abbreviation).map(|idx| &self.facets[*idx])
    }
}

/// The ordinals of circuits in words, and the ends of those in digits.
const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"];
const ENDINGS: &[&str] = &["st", "nd", "rd", "th", "d"];

/// Returns whether the words before `amendment` are an ordinal, which is then no circuit: `eighth amendment`.
pub(crate) fn is_ordinal(words: &str) -> bool {
    let is_number = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
    ORDINALS.contains(&words)
        || words.split_once(' ').is_some_and(|(number, ending)| is_number(number) && ENDINGS.contains(&ending))
}

/// Returns the statuses that a word names. Only bills have them.
pub(crate) fn statuses(word: &str) -> impl Iterator<Item = FacetRef> {
    let statuses: &[BillStatus] = match word {
        "enacted" => &[BillStatus::Signed],
        "passed" => &[BillStatus::PassedChamber, BillStatus::Signed],
        _ if word == BillStatus::Signed.as_str() => &[BillStatus::Signed],
        _ => &[],
    };
    statuses.iter().map(|status| (FacetField::Status, FacetPath::flat(status.as_str())))
}

/// The names of a facet. Aliases that end with a full stop are left out: they are abbreviations, and many are also
/// words, such as `Mass.` and `Ill.`.
pub(super) fn names_of(field: FacetField, path: &FacetPath, catalogue: &Catalogue) -> Vec<String> {
    let with_aliases = |names: &[&String], aliases: &[String]| {
        let aliases = aliases.iter().filter(|alias| !alias.ends_with('.'));
        names.iter().copied().chain(aliases).cloned().collect()
    };
    match field {
        FacetField::Jurisdiction => match catalogue.jurisdictions.get(path.as_str()) {
            Some(jurisdiction) => with_aliases(&[&jurisdiction.name], &jurisdiction.aliases),
            None => Vec::new(),
        },
        FacetField::Topic => match catalogue.topics.get(path.as_str()) {
            Some(topic) => with_aliases(&[&topic.tag, &topic.label], &topic.aliases),
            None => vec![path.as_str().to_owned()],
        },
        FacetField::Court => match court_facet(path) {
            Some(CourtFacet::Catalogued(id)) => match catalogue.courts.get(id) {
                Some(court) => with_aliases(&[&court.name], &court.aliases),
                None => Vec::new(),
            },
            Some(CourtFacet::Uncatalogued(name)) => vec![name.to_owned()],
            Some(CourtFacet::Level(_)) | None => Vec::new(),
        },
        FacetField::Status | FacetField::Chamber | FacetField::Session => Vec::new(),
    }
}
