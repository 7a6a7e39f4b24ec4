/*!
The table of the names of authorities that no index has.
*/

use std::sync::LazyLock;

use crate::corpus::bundled_jurisdictions;

/// The kind of a name, and so of the text that may follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// A state, before its rules or its constitution.
    State,
    /// The United States, before its constitution.
    UnitedStates,
    /// A district of a federal court, before a state.
    District,
    /// A court or a body, before its rules.
    Court,
    /// The word for a rule, before its number and the name of the rules.
    Rule,
    /// A text that has sections.
    Sectioned,
    /// A text whose name may go on before the section.
    Treatise,
    /// A text with a number, such as an order.
    Numbered,
    /// A text with pages, after the number of a volume.
    Volumes,
    /// The Code of Federal Regulations, after the number of a title.
    Regulations,
}

use NameKind::{Court, District, Numbered, Regulations, Rule, Sectioned, State, Treatise, UnitedStates, Volumes};

/// The prefixes of names, beside the names and abbreviations of states that the bundled catalogue has.
const NAMES: &[(&str, NameKind)] = &[
    ("Am. Jur.", Treatise),
    ("Bankr.", Court),
    ("Black's Law Dictionary", Numbered),
    ("C. F. R.", Regulations),
    ("C.D.", District),
    ("C.F.R.", Regulations),
    ("C.J.S.", Treatise),
    ("CFR", Regulations),
    ("Cal. Jur.", Treatise),
    ("Chisum on Patents", Treatise),
    ("Civ. L.R.", Court),
    ("Civil L.R.", Court),
    ("Collier on Bankruptcy", Treatise),
    ("Cong. Rec.", Volumes),
    ("Corbin on Contracts", Treatise),
    ("Couch on Insurance", Treatise),
    ("D.", District),
    ("E.D.", District),
    ("Exec. Order No.", Numbered),
    ("Executive Order", Numbered),
    ("FRAP", Court),
    ("FRCP", Court),
    ("FRE", Court),
    ("Fed.", Court),
    ("Federal", Court),
    ("Federalist No.", Numbered),
    ("H. R. Conf. Rep. No.", Numbered),
    ("H. R. Doc. No.", Numbered),
    ("H. R. Rep. No.", Numbered),
    ("H.R. Conf. Rep. No.", Numbered),
    ("H.R. Doc. No.", Numbered),
    ("H.R. Rep. No.", Numbered),
    ("Hawai'i", State),
    ("L.R.", Court),
    ("LaFave", Treatise),
    ("Local", Court),
    ("M.D.", District),
    ("McCarthy on Trademarks", Treatise),
    ("McCormick on Evidence", Treatise),
    ("Model", Court),
    ("Model Penal Code", Sectioned),
    ("Moore's Federal Practice", Treatise),
    ("N.D.", District),
    ("Newberg on Class Actions", Treatise),
    ("Nimmer on Copyright", Treatise),
    ("Restatement", Treatise),
    ("Rev. Proc.", Numbered),
    ("Rev. Rul.", Numbered),
    ("Rule", Rule),
    ("S. Ct.", Court),
    ("S. Rep. No.", Numbered),
    ("S.D.", District),
    ("S.Rep. No.", Numbered),
    ("Sup. Ct.", Court),
    ("Super. Ct.", Court),
    ("Supreme Court", Court),
    ("U. S.", UnitedStates),
    ("U.C.C.", Sectioned),
    ("U.S.", UnitedStates),
    ("U.S.S.G.", Sectioned),
    ("UCC", Sectioned),
    ("USSG", Sectioned),
    ("Uniform Commercial Code", Sectioned),
    ("United States", UnitedStates),
    ("W.D.", District),
    ("Weinstein's Federal Evidence", Treatise),
    ("Wigmore on Evidence", Treatise),
    ("Williston on Contracts", Treatise),
    ("Wright & Miller", Treatise),
    ("Wright, Miller", Treatise),
];

/// The table in the order of its bytes. A district comes before a state of the same name.
static SORTED_NAMES: LazyLock<Vec<(&str, NameKind)>> = LazyLock::new(|| {
    let mut names: Vec<_> = NAMES.iter().copied().chain(states().map(|name| (name, State))).collect();
    names.sort_by_key(|(name, _)| *name);
    names
});

/// Iterates over the names of the states and their abbreviations that end with a full stop.
fn states() -> impl Iterator<Item = &'static str> {
    let states = bundled_jurisdictions().entries().iter().filter(|state| state.id != "federal");
    states.flat_map(|state| {
        let abbreviations = state.aliases.iter().filter(|alias| alias.ends_with('.'));
        [&state.name].into_iter().chain(abbreviations).map(String::as_str)
    })
}

/// Iterates over the names in the table that begin at a position: their ends and kinds.
pub(crate) fn names(text: &str, at: usize) -> impl Iterator<Item = (usize, NameKind)> {
    let bytes = &text.as_bytes()[at..];
    let prefix = &bytes[..bytes.len().min(2)];
    let names = SORTED_NAMES.as_slice();
    let first = names.partition_point(|(name, _)| &name.as_bytes()[..2] < prefix);
    let candidates = names[first..].iter().take_while(move |(name, _)| &name.as_bytes()[..2] == prefix);
    candidates
        .filter(move |(name, _)| bytes.starts_with(name.as_bytes()))
        .map(move |(name, kind)| (at + name.len(), *kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_its_name_and_abbreviations() {
        for (text, ends) in
            [("Missouri Const.", &[8][..]), ("W.Va. R. 5", &[5]), ("Hawai'i R.", &[7]), ("Federal", &[])]
        {
            let found = names(text, 0).filter(|(_, kind)| *kind == State);
            assert_eq!(found.map(|(end, _)| end).collect::<Vec<_>>(), ends, "{text}");
        }
        // A name has two bytes or more, because it is looked up by them.
        assert!(SORTED_NAMES.iter().all(|(name, _)| name.len() >= 2));
    }

    #[test]
    fn district_comes_before_the_state_of_its_name() {
        let kinds: Vec<_> = names("N.D. Cal.", 0).map(|(_, kind)| kind).collect();
        assert_eq!(kinds, [District, State]);
    }
}
