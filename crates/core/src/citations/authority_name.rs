/*!
The table of the names of authorities that no index has.
*/

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

/// The beginnings of names, in alphabetical order.
const NAMES: &[(&str, NameKind)] = &[
    ("Ala.", State),
    ("Alabama", State),
    ("Alaska", State),
    ("Am. Jur.", Treatise),
    ("Ariz.", State),
    ("Arizona", State),
    ("Ark.", State),
    ("Arkansas", State),
    ("Bankr.", Court),
    ("Black's Law Dictionary", Numbered),
    ("C. F. R.", Regulations),
    ("C.D.", District),
    ("C.F.R.", Regulations),
    ("C.J.S.", Treatise),
    ("CFR", Regulations),
    ("Cal.", State),
    ("Cal. Jur.", Treatise),
    ("California", State),
    ("Chisum on Patents", Treatise),
    ("Civ. L.R.", Court),
    ("Civil L.R.", Court),
    ("Collier on Bankruptcy", Treatise),
    ("Colo.", State),
    ("Colorado", State),
    ("Cong. Rec.", Volumes),
    ("Conn.", State),
    ("Connecticut", State),
    ("Corbin on Contracts", Treatise),
    ("Couch on Insurance", Treatise),
    ("D.", District),
    ("D.C.", State),
    ("Del.", State),
    ("Delaware", State),
    ("E.D.", District),
    ("Exec. Order No.", Numbered),
    ("Executive Order", Numbered),
    ("FRAP", Court),
    ("FRCP", Court),
    ("FRE", Court),
    ("Fed.", Court),
    ("Federal", Court),
    ("Federalist No.", Numbered),
    ("Fla.", State),
    ("Florida", State),
    ("Ga.", State),
    ("Georgia", State),
    ("H. R. Conf. Rep. No.", Numbered),
    ("H. R. Doc. No.", Numbered),
    ("H. R. Rep. No.", Numbered),
    ("H.R. Conf. Rep. No.", Numbered),
    ("H.R. Doc. No.", Numbered),
    ("H.R. Rep. No.", Numbered),
    ("Haw.", State),
    ("Hawai'i", State),
    ("Hawaii", State),
    ("Idaho", State),
    ("Ill.", State),
    ("Illinois", State),
    ("Ind.", State),
    ("Indiana", State),
    ("Iowa", State),
    ("Kan.", State),
    ("Kansas", State),
    ("Kentucky", State),
    ("Ky.", State),
    ("L.R.", Court),
    ("La.", State),
    ("LaFave", Treatise),
    ("Local", Court),
    ("Louisiana", State),
    ("M.D.", District),
    ("Maine", State),
    ("Maryland", State),
    ("Mass.", State),
    ("Massachusetts", State),
    ("McCarthy on Trademarks", Treatise),
    ("McCormick on Evidence", Treatise),
    ("Md.", State),
    ("Me.", State),
    ("Mich.", State),
    ("Michigan", State),
    ("Minn.", State),
    ("Minnesota", State),
    ("Miss.", State),
    ("Mississippi", State),
    ("Mo.", State),
    ("Model", Court),
    ("Model Penal Code", Sectioned),
    ("Mont.", State),
    ("Montana", State),
    ("Moore's Federal Practice", Treatise),
    ("N.C.", State),
    ("N.D.", District),
    ("N.D.", State),
    ("N.H.", State),
    ("N.J.", State),
    ("N.M.", State),
    ("N.Y.", State),
    ("Neb.", State),
    ("Nebraska", State),
    ("Nev.", State),
    ("Nevada", State),
    ("New Hampshire", State),
    ("New Jersey", State),
    ("New Mexico", State),
    ("New York", State),
    ("Newberg on Class Actions", Treatise),
    ("Nimmer on Copyright", Treatise),
    ("North Carolina", State),
    ("North Dakota", State),
    ("Ohio", State),
    ("Okla.", State),
    ("Oklahoma", State),
    ("Or.", State),
    ("Oregon", State),
    ("P.R.", State),
    ("Pa.", State),
    ("Pennsylvania", State),
    ("Puerto Rico", State),
    ("R.I.", State),
    ("Restatement", Treatise),
    ("Rev. Proc.", Numbered),
    ("Rev. Rul.", Numbered),
    ("Rhode Island", State),
    ("Rule", Rule),
    ("S. Ct.", Court),
    ("S. Rep. No.", Numbered),
    ("S.C.", State),
    ("S.D.", District),
    ("S.D.", State),
    ("S.Rep. No.", Numbered),
    ("South Carolina", State),
    ("South Dakota", State),
    ("Sup. Ct.", Court),
    ("Super. Ct.", Court),
    ("Supreme Court", Court),
    ("Tenn.", State),
    ("Tennessee", State),
    ("Tex.", State),
    ("Texas", State),
    ("U. S.", UnitedStates),
    ("U.C.C.", Sectioned),
    ("U.S.", UnitedStates),
    ("U.S.S.G.", Sectioned),
    ("UCC", Sectioned),
    ("USSG", Sectioned),
    ("Uniform Commercial Code", Sectioned),
    ("United States", UnitedStates),
    ("Utah", State),
    ("V.I.", State),
    ("Va.", State),
    ("Vermont", State),
    ("Virginia", State),
    ("Vt.", State),
    ("W. Va.", State),
    ("W.D.", District),
    ("Wash.", State),
    ("Washington", State),
    ("Weinstein's Federal Evidence", Treatise),
    ("West Virginia", State),
    ("Wigmore on Evidence", Treatise),
    ("Williston on Contracts", Treatise),
    ("Wis.", State),
    ("Wisconsin", State),
    ("Wright & Miller", Treatise),
    ("Wright, Miller", Treatise),
    ("Wyo.", State),
    ("Wyoming", State),
];

/// Iterates over the names in the table that begin at a position: their ends and kinds.
pub(crate) fn names(text: &str, at: usize) -> impl Iterator<Item = (usize, NameKind)> {
    let bytes = &text.as_bytes()[at..];
    let beginning = &bytes[..bytes.len().min(2)];
    let first = NAMES.partition_point(|(name, _)| &name.as_bytes()[..2] < beginning);
    let candidates = NAMES[first..].iter().take_while(move |(name, _)| &name.as_bytes()[..2] == beginning);
    candidates
        .filter(move |(name, _)| bytes.starts_with(name.as_bytes()))
        .map(move |(name, kind)| (at + name.len(), *kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_their_bytes() {
        assert!(NAMES.is_sorted_by_key(|(name, _)| *name));
    }
}
