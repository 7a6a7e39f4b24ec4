/*!
The words by which codes note that a section is not in force: “Repealed”, “Reserved”, “Transferred”.
*/

use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::{ANOTHER_VERSION, ENDED, MOVED, NO_LAW, NOT_IN_FORCE, OMITTED};

use SectionStatus::{LeftOut, Repealed};

/// The words of notes, and the status that each gives the section. If a note has several of them (“Repealed and
/// Renumbered”), the first in this table counts.
pub(crate) const WORDS: &[(&str, SectionStatus)] = &[
    ("repealed", Repealed),
    ("expired", LeftOut(&ENDED)),
    ("terminated", LeftOut(&ENDED)),
    ("abolished", LeftOut(&ENDED)),
    ("renumbered", LeftOut(&MOVED)),
    ("transferred", LeftOut(&MOVED)),
    ("recodified", LeftOut(&MOVED)),
    ("redesignated", LeftOut(&MOVED)),
    ("relocated", LeftOut(&MOVED)),
    ("reenacted", LeftOut(&MOVED)),
    ("recompiled", LeftOut(&MOVED)),
    ("null", LeftOut(&ENDED)),
    ("reserved", LeftOut(&NO_LAW)),
    ("vacant", LeftOut(&NO_LAW)),
    ("unassigned", LeftOut(&NO_LAW)),
    ("vetoed", LeftOut(&NO_LAW)),
    ("utilized", LeftOut(&NO_LAW)),
    ("omitted", LeftOut(&OMITTED)),
    ("deleted", LeftOut(&OMITTED)),
    ("obsolete", LeftOut(&OMITTED)),
    ("executed", LeftOut(&OMITTED)),
    ("superseded", LeftOut(&ANOTHER_VERSION)),
    ("inactive", LeftOut(&NOT_IN_FORCE)),
    ("suspended", LeftOut(&NOT_IN_FORCE)),
    ("contingent", LeftOut(&NOT_IN_FORCE)),
    ("contingently", LeftOut(&NOT_IN_FORCE)),
    ("unconstitutional", LeftOut(&NOT_IN_FORCE)),
    ("void", LeftOut(&NOT_IN_FORCE)),
    ("rejected", LeftOut(&NOT_IN_FORCE)),
];

/// The status that a word of a note, in lower case, gives the section.
pub(crate) fn status_for_word(word: &str) -> Option<SectionStatus> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, status)| *status)
}

/// The word of a note, in lower case, that decides the status of the section.
pub(crate) fn word_of(words: &[String]) -> Option<&'static str> {
    WORDS.iter().map(|(known, _)| *known).find(|known| words.iter().any(|word| word == known))
}

/// The words of a text, in lower case.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}
