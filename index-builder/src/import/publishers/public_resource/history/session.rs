/*!
Histories that are arranged by the laws of each session, as in Colorado: “L. 96: Entire article added with relocations,
p. 892, § 1, effective May 23. L. 97: Entire section amended, p. 10, § 2, effective March 13.” A date without a year is
of the session's year.
*/

use crate::import::publishers::public_resource::history::{SectionHistory, day};

/// The first words of a session's laws, before its year.
const HEADS: &[&str] = &["L.", "Initiated", "Referred"];

/// The laws of a session.
#[derive(Clone, Copy)]
struct Session<'h> {
    year: Option<u16>,
    /// The acts, without the head.
    acts: &'h str,
}

/// Reads the text of a history.
pub(super) fn read(history: &str) -> SectionHistory {
    let (before, sessions) = split(history);
    let mut result = SectionHistory::default();
    // A section that begins with a compilation (“G.L. § 1291. G.S. § 1576.”) was law before its first act.
    let mut is_law = !before.is_empty() && !before.starts_with("Entire");
    let first = Session { year: bill_year(before), acts: before };
    let sessions = if is_law { sessions } else { [vec![first], sessions].concat() };
    let mut enacting_year = None;
    for session in &sessions {
        for act in session.acts.split(';').map(str::trim).filter(|act| !act.is_empty()) {
            match effect(act) {
                Effect::Ends => {}
                Effect::Enacts | Effect::Reenacts if !is_law => {
                    result.effective_date = day::effective_date(act, session.year);
                    result.is_amended = matches!(effect(act), Effect::Reenacts);
                    (is_law, enacting_year) = (true, session.year);
                }
                // Two acts of a session can both add the section.
                Effect::Enacts if act.contains("added") && enacting_year == session.year => {}
                Effect::Enacts | Effect::Reenacts | Effect::Changes => (result.is_amended, is_law) = (true, true),
            }
        }
    }
    result
}

enum Effect {
    Enacts,
    /// It repealed and reenacted the section, or moved it with amendments. The section had another text before.
    Reenacts,
    Changes,
    Ends,
}

/// The effect of an act on the section: “Entire part added, p. 5”, “R&RE, p. 141”, “(1) amended, p. 5”, “p. 637, § 2”.
fn effect(act: &str) -> Effect {
    let opening = act.split(", ").next().unwrap_or_default();
    let is_whole = opening.to_ascii_lowercase().starts_with("entire");
    let is_without_verb = opening.starts_with("p.") || opening.starts_with("pp.") || opening.starts_with("Ex. Sess.");
    match opening {
        _ if is_whole && opening.ends_with("repealed") => Effect::Ends,
        _ if opening.starts_with('(') => Effect::Changes,
        _ if opening.ends_with("R&RE") || opening.ends_with("RC&RE") => Effect::Reenacts,
        _ if is_whole && opening.contains("added") => Effect::Enacts,
        // “Entire article amended with relocations” renumbers the article, and begins the history of each section.
        _ if is_whole && opening.contains("relocat") => Effect::Reenacts,
        _ if is_without_verb => Effect::Enacts,
        _ => Effect::Changes,
    }
}

/// Splits a history into the text before the first session, and the sessions.
fn split(history: &str) -> (&str, Vec<Session<'_>>) {
    let ends_of_sentences = history.match_indices(". ").map(|(idx, _)| idx + 2);
    let starts: Vec<(usize, u16, usize)> =
        [0].into_iter().chain(ends_of_sentences).filter_map(|at| head(history, at)).collect();
    let before = &history[..starts.first().map_or(history.len(), |(at, ..)| *at)];
    let ends = starts.iter().skip(1).map(|(at, ..)| *at).chain([history.len()]);
    let sessions = starts.iter().zip(ends).map(|((_, year, acts), end)| Session {
        year: Some(*year),
        acts: history[*acts..end].trim().trim_end_matches('.'),
    });
    (before.trim().trim_end_matches('.'), sessions.collect())
}

/// The position, the year and the end of a session's head at a position: “L. 64, 1st Ex. Sess.:”.
fn head(history: &str, at: usize) -> Option<(usize, u16, usize)> {
    let rest = &history[at..];
    let rest = HEADS.iter().find_map(|head| rest.strip_prefix(head))?.strip_prefix(' ')?;
    let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
    let (year, rest) = rest.split_at(digits);
    // “L. 96 Entire article added” lacks its colon.
    let colon = rest.find(':').filter(|colon| rest[..*colon].is_empty() || rest[..*colon].ends_with("Sess."));
    let colon = colon.or_else(|| rest.starts_with(" Entire").then_some(0))?;
    let number: u16 = year.parse().ok()?;
    let year = match year.len() {
        2 => 1900 + number,
        4 => number,
        _ => return None,
    };
    Some((at, year, history.len() - rest.len() + colon + 1))
}

/// The year in the number of a bill: “(HB 22-1034)”.
fn bill_year(act: &str) -> Option<u16> {
    let (_, rest) = act.split_once("(HB ").or_else(|| act.split_once("(SB "))?;
    rest.split_once('-').and_then(|(year, _)| year.parse::<u16>().ok()).map(|year| 2000 + year)
}
