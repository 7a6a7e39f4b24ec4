/*!
Infers the level of a court that is not in the catalogue from its name.

The rules apply from top to bottom, and the first match decides. A name that matches no rule has no level. The rules for
lower courts come before `supreme`: New York's Supreme Court is a trial court, and its Appellate Division is an
intermediate court of appeals.
*/

use crate::corpus::text;
use crate::model::CourtLevel;

/// Assigns a level to names that contain one of the phrases as consecutive words.
struct Rule {
    phrases: &'static [&'static str],
    level: CourtLevel,
}

const FEDERAL_RULES: &[Rule] = &[
    Rule { phrases: &["bankruptcy"], level: CourtLevel::Bankruptcy },
    Rule {
        phrases: &[
            "armed forces",
            "veterans claims",
            "military",
            "criminal appeals",
            "customs",
            "claims",
            "tax court",
            "international trade",
            "multidistrict litigation",
            "foreign intelligence surveillance",
            "commerce court",
            "emergency court",
        ],
        level: CourtLevel::Special,
    },
    Rule { phrases: &["court of appeals", "courts of appeals"], level: CourtLevel::Circuit },
    Rule { phrases: &["district court"], level: CourtLevel::District },
];

const OTHER_RULES: &[Rule] = &[
    Rule {
        phrases: &[
            "appellate division",
            "appellate term",
            "appellate department",
            "court of appeal",
            "court of appeals",
            "courts of appeals",
            "appeals court",
            "appellate court",
            "district court of appeal",
            "court of civil appeals",
            "court of special appeals",
            "court of criminal appeals",
            "superior court appellate division",
            "commonwealth court",
        ],
        level: CourtLevel::Appellate,
    },
    Rule { phrases: &["tax court", "court of claims", "workers compensation"], level: CourtLevel::Special },
    Rule {
        phrases: &[
            "superior court",
            "circuit court",
            "county court",
            "district court",
            "municipal court",
            "city court",
            "justice court",
            "magistrate court",
            "probate court",
            "family court",
            "juvenile court",
            "chancery court",
            "court of chancery",
            "court of common pleas",
            "surrogate s court",
            "civil court",
            "criminal court",
            "land court",
            "housing court",
            "orphans court",
        ],
        level: CourtLevel::Trial,
    },
    Rule {
        phrases: &["supreme court", "supreme judicial court", "supreme court of appeals", "court of errors"],
        level: CourtLevel::Supreme,
    },
];

/// Infers the level from the name of a court and the identifier of its jurisdiction.
pub fn infer(name: &str, jurisdiction: &str) -> Option<CourtLevel> {
    let words = text::words(name).join(" ");
    let rules = if jurisdiction == "federal" { FEDERAL_RULES } else { OTHER_RULES };
    let level = rules.iter().find(|rule| rule.phrases.iter().any(|phrase| contains_phrase(&words, phrase)))?.level;
    let is_new_york_trial_court = jurisdiction == "ny" && level == CourtLevel::Supreme;
    Some(if is_new_york_trial_court { CourtLevel::Trial } else { level })
}

fn contains_phrase(words: &str, phrase: &str) -> bool {
    format!(" {words} ").contains(&format!(" {phrase} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_is_inferred_from_the_name_of_a_court() {
        for (name, jurisdiction, level) in [
            ("Supreme Court of Ohio", "oh", Some(CourtLevel::Supreme)),
            ("Supreme Court, Kings County", "ny", Some(CourtLevel::Trial)),
            ("Supreme Court, Appellate Division, Second Department", "ny", Some(CourtLevel::Appellate)),
            ("Surrogate's Court, Kings County", "ny", Some(CourtLevel::Trial)),
            ("Ohio Court of Appeals, Tenth District", "oh", Some(CourtLevel::Appellate)),
            ("Superior Court of California, County of Kern", "ca", Some(CourtLevel::Trial)),
            ("United States Court of Appeals for the Twelfth Circuit", "federal", Some(CourtLevel::Circuit)),
            ("United States District Court for the District of Guam", "federal", Some(CourtLevel::District)),
            ("United States Bankruptcy Court for the District of Utah", "federal", Some(CourtLevel::Bankruptcy)),
            ("United States Court of Appeals for the Armed Forces", "federal", Some(CourtLevel::Special)),
            ("Navajo Nation Peacemaking Program", "az", None),
        ] {
            assert_eq!(infer(name, jurisdiction), level, "{name}");
        }
    }
}
