/*!
The names of cases, as close to the form of legal citations as the source's spelling allows.
*/

use std::borrow::Cow;

use memchr::memmem;

use crate::import::text::clean;

/// Removes the stray full stop that some sources have after `v.`, and the note `(Slip Opinion)`. Writes `re`, `parte`
/// and `ex rel.` in lower case. Converts the parties that are all in capitals to title case. A single word in capitals
/// stays, because it may be an acronym.
pub(crate) fn case_name(name: &str) -> String {
    let mut name = name;
    while let Some(rest) = name.strip_suffix(" (Slip Opinion)") {
        name = rest;
    }
    let name = replaced(name.into(), " v. . ", " v. ");
    let name = match clean::is_shouted(&name) {
        true => clean::title_case(&name.replace(" VS. ", " V. ")).into(),
        false if name.split(" v. ").any(clean::is_shouted) => {
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
    if clean::is_shouted(name) { clean::title_case(name) } else { name.to_owned() }
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
        ] {
            assert_eq!(case_name(raw), name);
        }
    }
}
