/*!
The names of cases, as close to the lawyers' form as the source's spelling allows.
*/

use crate::import::text::clean;

/// Removes the stray full stop that some sources have after `v.`. Converts a name to title case if it is all in
/// capitals, or only those of its parties that are. A single word in capitals stays, because it may be an acronym.
pub(crate) fn case_name(name: &str) -> String {
    let name = name.replace(" v. . ", " v. ");
    if clean::is_shouted(&name) {
        return clean::title_case(&name.replace(" VS. ", " V. "));
    }
    if !name.split(" v. ").any(clean::is_shouted) {
        return name;
    }
    let parties = name
        .split(" v. ")
        .map(|party| if clean::is_shouted(party) { clean::title_case(party) } else { party.to_owned() });
    parties.collect::<Vec<_>>().join(" v. ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_capitals_become_titles_in_whole_or_part() {
        for (raw, name) in [
            ("Cheatham v. . Bobbitt", "Cheatham v. Bobbitt"),
            ("Gordon v. . R. R.", "Gordon v. R. R."),
            ("DOE VS. ROE BROS., J.P. ROE", "Doe v. Roe Bros., J.P. Roe"),
            ("IN RE DOE", "In re Doe"),
            ("IBM v. SEC", "IBM v. SEC"),
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
