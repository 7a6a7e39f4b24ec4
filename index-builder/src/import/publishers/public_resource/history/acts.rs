/*!
The acts of a history: which one enacted the section, and whether another changed it.
*/

use crate::import::publishers::public_resource::habits::{Habit, Habits, Separator};
use crate::import::publishers::public_resource::history::{SectionHistory, day, session};

/// The effect of a part of a history on the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// It enacted the section, or changed it if the section was law before.
    Enacts,
    Changes,
    /// It transferred the section from another code. It enacts the section, unless the section was law before.
    Transfers,
    /// It restated, moved or repealed the section, and did not change its text.
    Keeps,
    /// It cites the section in an older compilation or code.
    Compiles,
}

/// Reads the text of a history.
pub(super) fn read(history: &str, habits: &Habits) -> SectionHistory {
    match habits.separator {
        Separator::Semicolons => read_parts(&parts(history, habits), habits),
        Separator::Sessions => session::read(history),
    }
}

/// The parts between semicolons.
fn parts<'h>(history: &'h str, habits: &Habits) -> Vec<&'h str> {
    let parts = history.trim_start_matches('(').split(';').flat_map(|part| split_at_amendment(part, habits));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let restarts = |part: &&str| {
        let word = plain_word(part.split(' ').next().unwrap_or_default());
        habits.others.iter().any(|habit| matches!(habit, Habit::Restart(known) if *known == word))
    };
    let start = parts.iter().rposition(restarts).unwrap_or_default();
    parts[start..].to_vec()
}

/// Splits a part at an amendment that no semicolon precedes.
fn split_at_amendment<'h>(part: &'h str, habits: &Habits) -> [&'h str; 2] {
    let part = part.trim();
    let can_split = habits.has(Habit::AmendmentAfterComma);
    let at = [" amended ", " am. "].iter().filter(|_| can_split).filter_map(|words| part.find(words)).min();
    let (before, after) = part.split_at(at.unwrap_or(part.len()));
    [before, after.trim_start()]
}

fn read_parts(parts: &[&str], habits: &Habits) -> SectionHistory {
    let mut history = SectionHistory::default();
    let mut enactment: Option<&str> = None;
    let mut is_law = false;
    for (idx, part) in parts.iter().enumerate() {
        match effect(part, habits) {
            Effect::Enacts | Effect::Transfers if enactment.is_none() && !is_law => {
                history.effective_date = day::effective_date(part, None);
                // An act that repeals and reenacts the section shows that it had another text before.
                history.is_amended = part.starts_with("Repealed");
                enactment = Some(part);
            }
            Effect::Enacts if enactment.is_some_and(|enactment| are_twins(enactment, part, habits)) => {}
            Effect::Enacts | Effect::Changes => history.is_amended = true,
            Effect::Transfers => {}
            Effect::Keeps => is_law |= enactment.is_none(),
            Effect::Compiles => is_law |= enactment.is_none() && has_law_before(part, &parts[idx..], habits),
        }
        is_law |= history.is_amended;
    }
    history
}

/// Whether a compilation at the beginning of a history shows that the section was law before the first act.
fn has_law_before(compilation: &str, rest: &[&str], habits: &Habits) -> bool {
    let Some(kept_up) = habits.others.iter().find_map(|habit| match habit {
        Habit::CodesFirst(year) => Some(*year),
        _ => None,
    }) else {
        return true;
    };
    let first_act = rest.iter().find(|part| effect(part, habits) != Effect::Compiles);
    let act_year = first_act.and_then(|act| years(act).next()).unwrap_or_default();
    years(compilation).next().is_some_and(|year| year != kept_up && year < act_year)
}

fn effect(part: &str, habits: &Habits) -> Effect {
    let opening = plain_word(part.split(' ').next().unwrap_or_default());
    let has = |known: &[&str]| words(part).any(|word| is_one_of(known, word));
    let is_change = has(habits.changes);
    match opening {
        // “am. R.C., § 1234” is an amendment that a later compilation reports.
        _ if is_change && is_one_of(habits.changes, opening) => Effect::Changes,
        _ if !cites_act(part, habits) => Effect::Compiles,
        _ if is_change => Effect::Changes,
        // “Repealed and reenacted by 2021 ch. 111” enacts the section, if it comes first. Later, it changes it.
        _ if is_one_of(&["repealed"], opening) && has(&["reenact", "reenacted", "reen"]) => Effect::Enacts,
        _ if is_one_of(habits.restatements, opening) || is_one_of(ENDS_AND_MOVES, opening) => Effect::Keeps,
        _ if has(&["trans"]) => Effect::Transfers,
        _ => Effect::Enacts,
    }
}

/// Whether a text is a history: one of its parts cites an act or a compilation.
pub(super) fn is_history(text: &str, habits: &Habits) -> bool {
    let cites = |part: &str| {
        let opening = plain_word(part.trim_start().split(' ').next().unwrap_or_default());
        cites_act(part, habits) || is_compilation(opening, habits) || is_one_of(habits.restatements, opening)
    };
    text.split(';').any(cites)
}

/// Whether a word begins the citation of an older compilation.
fn is_compilation(word: &str, habits: &Habits) -> bool {
    habits.compilations.iter().any(|known| known.trim_end_matches('.') == word)
}

/// Whether a part cites an act, and not only an older compilation.
pub(super) fn cites_act(part: &str, habits: &Habits) -> bool {
    // A code of a later year cites the act by which it has the section: “I.C.,§ 25-4008, as added by 2011, ch. 227”.
    const BY_ACT: [&str; 3] = [" as added by", "enacted by", "amended by"];
    let opening = plain_word(part.split(' ').next().unwrap_or_default());
    let is_compiled = is_compilation(opening, habits);
    let is_act = |word: &str| is_one_of(habits.acts, word.trim_matches(['(', ')', ',']));
    if is_compiled { BY_ACT.iter().any(|words| part.contains(words)) } else { part.split(' ').any(is_act) }
}

/// The first words of parts that say that the section ended or moved.
const ENDS_AND_MOVES: &[&str] =
    &["repealed", "renumbered", "redesignated", "redesig", "transferred", "recodified", "terminated"];

/// Whether a word is one of these, in any case.
fn is_one_of(known: &[&str], word: &str) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The words of a part that begin with a letter, without the signs around them.
fn words(part: &str) -> impl Iterator<Item = &str> {
    let begins = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '(');
    part.split(' ').filter(begins).map(plain_word)
}

/// Whether two acts are the same bill of both chambers: they have the same year and the same section.
fn are_twins(one: &str, other: &str, habits: &Habits) -> bool {
    let section = |act: &str| act.rsplit_once('§').map(|(_, section)| section.trim_matches(['.', ' ', ')']).to_owned());
    habits.has(Habit::TwinActs) && years(one).next() == years(other).next() && section(one) == section(other)
}

/// The years in a text.
fn years(text: &str) -> impl Iterator<Item = u16> {
    text.split(|character: char| !character.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .filter(|year| (1600..2200).contains(year))
}

/// A word without the signs around it.
fn plain_word(word: &str) -> &str {
    word.trim_matches(['(', ')', '[', ']', ',', '.', ':', ';', '§'])
}
