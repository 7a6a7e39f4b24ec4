/*!
Whether a section is in force, as codes note it in a word: “Repealed”, “Reserved”, “Transferred”.
*/

use lexdex::model::StatuteStatus;

use crate::report::skip::Reason;

/// What becomes of a section.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Standing {
    /// It is in force: `amended` or `active`, as its history says.
    Live,
    /// It is a record of this status.
    Record(StatuteStatus),
    /// It is left out.
    Left(&'static Reason),
}

use Standing::{Left, Record};

#[cfg(test)]
impl Standing {
    /// How the README says it.
    pub(crate) fn in_readme(&self) -> String {
        match self {
            Self::Live => "as none".to_owned(),
            Record(status) => crate::readme::becomes(status),
            Left(reason) => crate::readme::left_out(reason),
        }
    }
}

/// The words that codes note a section's end or absence with, and what becomes of the section. A note of several words
/// (“Repealed and Renumbered”) is what the first of them in this table says.
pub(crate) const WORDS: &[(&str, Standing)] = &[
    ("repealed", Record(StatuteStatus::Repealed)),
    ("expired", Left(&ENDED)),
    ("terminated", Left(&ENDED)),
    ("abolished", Left(&ENDED)),
    ("renumbered", Left(&MOVED)),
    ("transferred", Left(&MOVED)),
    ("recodified", Left(&MOVED)),
    ("redesignated", Left(&MOVED)),
    ("relocated", Left(&MOVED)),
    ("reserved", Left(&NO_LAW)),
    ("vacant", Left(&NO_LAW)),
    ("unassigned", Left(&NO_LAW)),
    ("vetoed", Left(&NO_LAW)),
    ("omitted", Left(&OMITTED)),
    ("deleted", Left(&OMITTED)),
    ("obsolete", Left(&OMITTED)),
    ("executed", Left(&OMITTED)),
    ("superseded", Left(&ANOTHER_VERSION)),
    ("inactive", Left(&NOT_IN_FORCE)),
    ("suspended", Left(&NOT_IN_FORCE)),
    ("contingent", Left(&NOT_IN_FORCE)),
    ("contingently", Left(&NOT_IN_FORCE)),
    ("unconstitutional", Left(&NOT_IN_FORCE)),
];

/// What a word of a note, in lower case, says of the section; nothing if it is none of the table.
pub(crate) fn of_word(word: &str) -> Option<Standing> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, standing)| *standing)
}

/// Which of the words of a note, in lower case, tells what became of the section.
pub(crate) fn word_of(words: &[String]) -> Option<&'static str> {
    WORDS.iter().map(|(known, _)| *known).find(|known| words.iter().any(|word| word == known))
}

pub(crate) static MOVED: Reason = Reason {
    name: "moved",
    explanation: "The section was renumbered, transferred or recodified; its law stands under its new number, which has \
                  its own record.",
};

pub(crate) static ENDED: Reason = Reason {
    name: "ended",
    explanation: "The section has expired, or what it was about was abolished: it is neither in force nor repealed.",
};

pub(crate) static OMITTED: Reason = Reason {
    name: "omitted",
    explanation: "The section was taken out of the code without a repeal; whether it is in force is not told.",
};

pub(crate) static NO_LAW: Reason =
    Reason { name: "no_law", explanation: "The number is vacant or reserved: there is no law under it." };

pub(crate) static NOT_IN_FORCE: Reason = Reason {
    name: "not_in_force",
    explanation: "The section was not in force on the day of the data: not yet, not funded, not applicable or \
                  suspended. It is not repealed either.",
};

pub(crate) static ANOTHER_VERSION: Reason = Reason {
    name: "another_version",
    explanation: "Another version of the section stands in its place, and has the record of the number.",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readme;

    #[test]
    fn the_readme_has_the_same_table() {
        readme::check("word of a note", WORDS.iter().map(|(word, standing)| (*word, standing.in_readme())));
    }
}
