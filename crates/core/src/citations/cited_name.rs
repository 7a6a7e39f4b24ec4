/*!
The names by which codes are cited, where they are not the usual ones: `Tenn. Code Ann.` for `Tenn. Code`.
*/

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::citations::reporters::reporters;

/// The words that follow the name of a code.
const WORDS_AFTER: [&str; 4] = [" §", " art.", " ch.", " tit."];

static CITED_NAMES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    reporters().reporters.iter().filter_map(|reporter| Some((reporter.name, reporter.cited?))).collect()
});

/// Returns the usual name of each code that is cited by another name, with that name.
pub fn cited_names() -> &'static BTreeMap<&'static str, &'static str> {
    &CITED_NAMES
}

/// Returns the citation of a section with the name by which its code is cited.
pub fn with_cited_name(citation: &str) -> String {
    let after_title = citation.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let start = citation.len() - after_title.trim_start().len();
    let renamed = CITED_NAMES.iter().find_map(|(usual, cited)| {
        let after = citation[start..].strip_prefix(usual)?;
        let is_name = WORDS_AFTER.iter().any(|word| after.starts_with(word));
        is_name.then(|| format!("{}{cited}{after}", &citation[..start]))
    });
    renamed.unwrap_or_else(|| citation.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citations::find_citations;

    #[test]
    fn code_is_cited_by_the_name_of_the_table() {
        for (usual, cited) in [
            ("Tenn. Code § 4-1-101", "Tenn. Code Ann. § 4-1-101"),
            ("Tex. Penal Code § 1.01", "Tex. Penal Code Ann. § 1.01"),
            ("Tex. Code Crim. Proc. art. 1.01", "Tex. Code Crim. Proc. Ann. art. 1.01"),
            ("Vt. Stat. tit. 12, § 1", "Vt. Stat. Ann. tit. 12, § 1"),
            ("9 Guam Code § 7.10", "9 Guam Code Ann. § 7.10"),
            ("Ala. Code § 13A-6-2", "Ala. Code § 13A-6-2"),
            ("Fla. Stat. § 782.04", "Fla. Stat. § 782.04"),
            ("Tenn. Code Ann. § 4-1-101", "Tenn. Code Ann. § 4-1-101"),
            ("Cal. Penal Code § 187", "Cal. Penal Code § 187"),
            ("18 U.S.C. § 1341", "18 U.S.C. § 1341"),
            ("2021 OK CR 21", "2021 OK CR 21"),
            ("P.R. Laws tit. 5, § 3", "P.R. Laws Ann. tit. 5, § 3"),
            ("", ""),
        ] {
            assert_eq!(with_cited_name(usual), cited);
        }
    }

    #[test]
    fn every_cited_name_is_also_read() {
        for (usual, cited) in cited_names() {
            let is_read = |section: &str| {
                let [usual, cited] = [usual, cited].map(|name| {
                    let text = format!("See {name}{section}.");
                    find_citations(&text).into_iter().map(|citation| citation.normalized).collect::<Vec<_>>()
                });
                !cited.is_empty() && cited == usual
            };
            assert!([" § 1-2-3", " art. 5", " tit. 5, § 6"].into_iter().any(is_read), "{cited}");
        }
    }
}
