/*!
The names of cases, as close to the form of legal citations as the source's spelling allows.
*/

use std::borrow::Cow;

use memchr::memmem;

use crate::import::text::clean;

/// Removes the stray full stop that some sources have after `v.`, and the note `(Slip Opinion)`. Writes `re`, `parte`
/// and `ex rel.` in lower case. Converts the parties that are all in capitals to title case. A single word in capitals
/// stays if it may be an acronym.
pub(crate) fn case_name(name: &str) -> String {
    let mut name = name;
    while let Some(rest) = name.strip_suffix(" (Slip Opinion)") {
        name = rest;
    }
    let name = replaced(name.into(), " v. . ", " v. ");
    let name = match clean::is_shouted(&name) {
        true => clean::title_case(&name.replace(" VS. ", " V. ")).into(),
        false if name.split(" v. ").any(is_in_capitals) => {
            name.split(" v. ").map(party).collect::<Vec<_>>().join(" v. ").into()
        }
        false => name,
    };
    let name = replaced(name, "In Re ", "In re ");
    let name = replaced(name, "Ex Parte ", "Ex parte ");
    replaced(name, " Ex Rel. ", " ex rel. ").into_owned()
}

/// Replaces a part of a name. Most names do not have it, and are not copied.
fn replaced<'n>(name: Cow<'n, str>, part: &str, by: &str) -> Cow<'n, str> {
    match memmem::find(name.as_bytes(), part.as_bytes()) {
        Some(_) => name.replace(part, by).into(),
        None => name,
    }
}

/// A party in title case, if it is in capitals.
fn party(name: &str) -> String {
    if is_in_capitals(name) { clean::title_case(name) } else { name.to_owned() }
}

/// Whether a party is in capitals and no acronym.
fn is_in_capitals(party: &str) -> bool {
    clean::is_shouted(party) || is_surname(party)
}

/// The acronyms that are as long as a surname and have a vowel.
const LONG_ACRONYMS: &[&str] = &["AFSCME", "AMVETS", "ASARCO", "NASDAQ", "UNESCO", "UNICEF"];

/// The minimum length of a single word that is no acronym, in characters. Few acronyms are so long.
const MIN_SURNAME_LENGTH: usize = 6;

/// Whether a party is one word in capitals that is too long for an acronym. It can have an apostrophe. A word with a
/// hyphen, such as `AFL-CIO`, may consist of acronyms.
fn is_surname(party: &str) -> bool {
    party.chars().count() >= MIN_SURNAME_LENGTH
        && party.chars().all(|character| character.is_uppercase() || character == '\'')
        && party.chars().any(|character| !character.is_ascii() || "AEIOUY".contains(character))
        && !LONG_ACRONYMS.contains(&party)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_capitals_and_notes() {
        for (raw, name) in [
            ("Cheatham v. . Bobbitt", "Cheatham v. Bobbitt"),
            ("Gordon v. . R. R.", "Gordon v. R. R."),
            ("DOE VS. ROE BROS., J.P. ROE", "Doe v. Roe Bros., J.P. Roe"),
            ("IN RE DOE", "In re Doe"),
            ("IBM v. SEC", "IBM v. SEC"),
            ("State Ex Rel. Doe v. Roe (Slip Opinion)", "State ex rel. Doe v. Roe"),
            ("In Re Doe", "In re Doe"),
            ("EX PARTE DOE", "Ex parte Doe"),
            ("Doe v. Rex Relations", "Doe v. Rex Relations"),
            ("MATTER OF O'CONNOR v. Scarpino", "Matter of O'Connor v. Scarpino"),
            ("STATE EX REL. GREEN v. State", "State ex rel. Green v. State"),
            ("Brown v. NATIONAL PERMANENT FED. S. & L. ASS'N", "Brown v. National Permanent Fed. S. & L. Ass'n"),
            ("CPL (DELAWARE) LLC v. Conley", "CPL (Delaware) LLC v. Conley"),
            ("JOHN DOE III v. Roe", "John Doe III v. Roe"),
            ("Human Rights Comm'n v. CHENEY SCH. DIST.", "Human Rights Comm'n v. Cheney Sch. Dist."),
            ("People v. 2000 KIA SEPHIA", "People v. 2000 Kia Sephia"),
            ("KLEINE v. State", "Kleine v. State"),
            ("Doe v. O'NEAL", "Doe v. O'Neal"),
            ("Doe v. AFL-CIO", "Doe v. AFL-CIO"),
            ("WISOFF", "Wisoff"),
            ("Doe v. GUTIÉRREZ", "Doe v. Gutiérrez"),
            ("Chatterjee v. MARCC", "Chatterjee v. MARCC"),
            ("AFSCME v. Woodward", "AFSCME v. Woodward"),
            ("SMITH v. State", "SMITH v. State"),
        ] {
            assert_eq!(case_name(raw), name);
        }
    }
}
