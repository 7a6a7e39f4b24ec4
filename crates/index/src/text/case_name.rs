/*!
Compares names of cases: decides whether a name beside a citation agrees with that of the cited case. `docs/search.md`
has the rule.

A case has many names: `Brown v. Board of Education of Topeka`, `Brown v. Bd. of Educ.`, and `Brown` in later citations.
A name agrees unless it names a different party.
*/

mod party;

mod word;

use lexdex_core::corpus::Jurisdictions;
use party::Party;
pub(crate) use party::STATE_WORDS;

/// The maximum length of a name that is read. The parties are at its beginning.
const MAX_NAME_CHARS: usize = 400;

/// A name, parsed into its parties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CaseName {
    /// `Roe v. Wade`.
    Versus(Party, Party),
    /// `In re Gault`, or one party of a case: `Roe`.
    Single(Party),
}

impl CaseName {
    /// Parses a name. Returns `None` if it has no word.
    pub(crate) fn parse(name: &str, jurisdictions: &Jurisdictions) -> Option<Self> {
        let name = name.char_indices().nth(MAX_NAME_CHARS).map_or(name, |(end, _)| &name[..end]);
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        match at_versus(&name) {
            Some((first, second)) => {
                let [first, second] = [first, second].map(|party| Party::parse(party, jurisdictions));
                Some(Self::Versus(first?, second?))
            }
            None => Party::parse(&name, jurisdictions).map(Self::Single),
        }
    }

    /// Returns whether it names two parties.
    pub(crate) fn is_between_parties(&self) -> bool {
        matches!(self, Self::Versus(..))
    }

    /// Returns whether this written name can stand for the name of a case.
    pub(crate) fn agrees_with(&self, case: &Self) -> bool {
        match (self, case) {
            (Self::Versus(first, second), Self::Versus(of_case, against)) => {
                first.agrees_with(of_case) && second.agrees_with(against)
            }
            (Self::Single(party), Self::Versus(first, second)) => party.agrees_with(first) || party.agrees_with(second),
            (Self::Single(party), Self::Single(of_case)) => party.agrees_with(of_case),
            (Self::Versus(..), Self::Single(_)) => false,
        }
    }
}

/// Splits a name at the word between its parties. A capital `V.` counts only if there is no lower-case one, because it
/// may be an initial.
fn at_versus(name: &str) -> Option<(&str, &str)> {
    let separators = [" v. ", " vs. ", " v ", " vs ", " versus ", " V. ", " VS. ", " V ", " VS "];
    separators.iter().find_map(|separator| name.split_once(separator))
}

#[cfg(test)]
mod tests;
