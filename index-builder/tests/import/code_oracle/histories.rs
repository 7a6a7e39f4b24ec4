//! The status and the date of a section, by words in its heading and history.

use crate::code_oracle::Fact;
use crate::code_oracle::pages::Section;

/// The fact of a section on a day. `None` if it has no record.
pub(super) fn fact(state: &str, section: &Section, day: &str) -> Option<Fact> {
    let history = history(state, &section.blocks);
    let (is_amended, date) = match state {
        "ar" => arkansas(&history),
        "co" => colorado(&history),
        "id" => idaho(&history),
        "ky" => kentucky(&history),
        "ms" => mississippi(&history),
        "vt" => vermont(&history),
        _ => wyoming(&history),
    };
    let is_future = date.as_deref().is_some_and(|date| date > day);
    let date = date.filter(|_| !is_future);
    match note(state, section, day) {
        Note::Repealed => Some(("repealed", date)),
        Note::NoRecord => None,
        Note::None if is_future => None,
        Note::None | Note::InForce => Some((if is_amended { "amended" } else { "active" }, date)),
    }
}

/// The meaning of the notes on a section.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Note {
    None,
    InForce,
    Repealed,
    NoRecord,
}

/// Words of a note that a section is gone, but not repealed.
const GONE: &str = "expired terminated abolished renumbered transferred recodified redesignated relocated reenacted \
                    recompiled null reserved vacant unassigned vetoed omitted deleted obsolete executed superseded \
                    inactive suspended contingently unconstitutional void";

fn note(state: &str, section: &Section, day: &str) -> Note {
    let mut heading = section.heading.clone();
    let first = section.blocks.first().map_or("", String::as_str);
    let label = |text: &str| ["History", "HISTORY", "Source", "STATUTORY"].iter().any(|label| text.starts_with(label));
    let n_law = section.blocks.iter().take_while(|block| !label(block) && !block.ends_with("—")).count();
    if heading.is_empty() {
        heading = if begins_with_status(first) { first.to_owned() } else { return Note::NoRecord };
    } else if state == "id" && heading.ends_with(char::is_alphanumeric) && first.trim_end_matches('.').ends_with(']') {
        heading = format!("{heading} {first}");
    } else if state == "co" && first.starts_with('[') && first.contains("section is effective") {
        heading = format!("[Effective{}", first.split("section is effective").nth(1).unwrap_or_default());
    } else if first.starts_with('[') && first.ends_with(']') && (n_law == 1 || first.contains("epealed effective")) {
        heading = format!("{heading} {first}");
    } else if state == "vt" && heading.starts_with("Section") {
        heading = sentence_as_note(&heading);
    }
    let is_repealed = bracketed(&heading).iter().any(|inside| word_of(inside, day) == Note::Repealed);
    if begins_with_status(&heading) {
        return if is_repealed { Note::Repealed } else { word_of(&heading, day) };
    }
    let mut found = Note::None;
    for inside in bracketed(&heading) {
        let note = word_of(&inside, day);
        if found == Note::None || (found == Note::InForce && note != Note::None) {
            found = note;
        }
    }
    found
}

/// “Section 753 effective until July 1, 2022; see also … below. Cancellation.” as “[effective until July 1, 2022]”.
fn sentence_as_note(heading: &str) -> String {
    let sentence = heading.split([';']).next().unwrap_or_default();
    let sentence = sentence.split(". ").next().unwrap_or_default();
    let mut words = sentence.splitn(3, ' ').skip(1);
    let is_number = words.next().is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    let event = words.next().unwrap_or_default();
    let is_event = ["effective ", "repealed "].iter().any(|word| event.starts_with(word));
    if is_number && is_event { format!("[{event}]") } else { heading.to_owned() }
}

/// Whether a heading is a note as a whole: “Repealed. 1967, No. 194.”, “Redesignated.”
fn begins_with_status(heading: &str) -> bool {
    let word = heading.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let rest = heading[word.len()..].trim_start();
    let is_word = word == "Repealed" || GONE.split(' ').any(|gone| word.to_lowercase() == gone);
    let continues = ["", ".", ";", "by ", "effective", "on ", "1", "2", "as §", "to §", "as KRS", "§", ", 2"];
    let continues = continues.iter().any(|next| if next.is_empty() { rest.is_empty() } else { rest.starts_with(next) });
    is_word && continues
}

/// The contents of the brackets and parentheses of a heading.
fn bracketed(heading: &str) -> Vec<String> {
    let pieces = heading.split(['[', '(']).skip(1);
    pieces.map(|piece| piece.split([']', ')']).next().unwrap_or_default().to_owned()).collect()
}

/// The meaning of a note.
fn word_of(note: &str, day: &str) -> Note {
    let lower = note.to_lowercase();
    let date = first_date(note);
    let is_past = date.as_deref().is_none_or(|date| date <= day);
    let opening = lower.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or_default();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    match opening {
        "effective" if has(&["until", "through"]) && !has(&["until contingen", "until notice"]) => {
            let (before, after) = lower.split_once("until").or_else(|| lower.split_once("through")).unwrap();
            let until = first_date(&capitalized(after));
            let since = first_date(&capitalized(before));
            let is_over = until.is_some_and(|until| until.as_str() <= day);
            let is_begun = since.is_none_or(|since| since.as_str() <= day);
            if is_over || !is_begun { Note::NoRecord } else { Note::InForce }
        }
        "effective" if has(&["until"]) => Note::InForce,
        "effective" if date.is_some() && is_past => Note::InForce,
        "effective" => Note::NoRecord,
        "expires" => {
            if is_past {
                Note::NoRecord
            } else {
                Note::InForce
            }
        }
        "subsection" | "subsections" | "paragraph" | "subparagraph" | "last" => Note::None,
        "contingent" => {
            if has(&["repeal", "expir"]) {
                Note::InForce
            } else {
                Note::NoRecord
            }
        }
        "for" if has(&["contingent repeal"]) && !has(&["effective date"]) => Note::InForce,
        "for" if has(&["see "]) && has(&["effective date"]) => Note::NoRecord,
        "repealed" if has(&["effective"]) && !is_past => {
            if note.starts_with("Repealed by") {
                Note::NoRecord
            } else {
                Note::InForce
            }
        }
        "repealed" => Note::Repealed,
        _ if has(&["and repealed"]) => Note::Repealed,
        "amended" if has(&["redesignated", "reenacted", "renumbered", "transferred"]) => Note::NoRecord,
        "declared" if has(&["void"]) => Note::NoRecord,
        "renumbered" if has(&["from"]) => {
            if is_past {
                Note::None
            } else {
                Note::NoRecord
            }
        }
        "renumbered" if !is_past => Note::None,
        "null" if !is_past => Note::InForce,
        "number" if has(&["not yet utilized"]) => Note::NoRecord,
        _ if note.starts_with(char::is_lowercase) => Note::None,
        _ if GONE.split(' ').any(|gone| gone == opening) => Note::NoRecord,
        _ => Note::None,
    }
}

/// A text in lower case with capitals at the names of months, for [`first_date`].
fn capitalized(text: &str) -> String {
    MONTHS.iter().fold(text.to_owned(), |text, month| text.replace(&month.to_lowercase(), month))
}

/// The text after the label of the history.
fn history(state: &str, blocks: &[String]) -> String {
    let labels: &[&str] = if state == "co" { &["Source:"] } else { &["HISTORY:", "History.", "History:", "History"] };
    for (idx, block) in blocks.iter().enumerate() {
        let next = || blocks.get(idx + 1).cloned().unwrap_or_default();
        for label in labels {
            match block.strip_prefix(label).map(|rest| rest.trim_start_matches(['.', ':', ' ', '—'])) {
                // In Idaho a paragraph of the law can come between the label and the history.
                Some("") if state == "id" => return first_with_acts(&blocks[idx + 1..]),
                Some("") => return next(),
                Some(rest) if *label != "History" => return rest.to_owned(),
                _ => {}
            }
        }
        if state == "id" && block.ends_with(" History.") {
            return first_with_acts(&blocks[idx + 1..]);
        }
    }
    String::new()
}

/// The first block that looks like a history of Idaho.
fn first_with_acts(blocks: &[String]) -> String {
    blocks.iter().find(|block| has_acts(block)).cloned().unwrap_or_default()
}

fn has_acts(block: &str) -> bool {
    has_any(block, &["ch. ", ", p. ", "C.S., §", "R.S., §", "I.C.A", "Meas."])
}

/// The parts of a history between semicolons.
fn parts(history: &str) -> Vec<&str> {
    history.trim_matches(['(', ')']).split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn begins(part: &str, words: &[&str]) -> bool {
    words.iter().any(|word| part.starts_with(word))
}

/// Whether acts after the first, or after a first compilation, change a section, and the first act's date.
fn summed(parts: &[&str], is_act: impl Fn(&str) -> bool, keeps: impl Fn(&str) -> bool) -> (bool, Option<String>) {
    let Some(first) = parts.first() else { return (false, None) };
    let was_law = !is_act(first) || keeps(first);
    let n_acts = parts.iter().filter(|part| is_act(part) && !keeps(part)).count();
    (n_acts > usize::from(!was_law), date_of(first).filter(|_| !was_law))
}

fn wyoming(history: &str) -> (bool, Option<String>) {
    let old = ["W.S", "W. S.", "C.S", "C. S.", "R.S", "C.L", "Rev."];
    let is_act = |part: &str| !begins(part, &old) && has_any(part, &["ch.", "ch ", "p. ", "Initiative"]);
    summed(&parts(history), is_act, |part| {
        begins(part, &["enumbered", "Renumbered", "renumbered", "repealed", "Repealed"])
    })
}

fn arkansas(history: &str) -> (bool, Option<String>) {
    let old = ["A.S.A", "C. &", "Pope", "Rev. Stat", "Civil Code", "Crim. Code", "Code"];
    let is_act = |part: &str| !begins(part, &old) && has_any(part, &["No.", "p. ", "Acts "]);
    let parts = parts(history);
    // The bill of one chamber and its companion in the other: acts of a year with the same section.
    let named =
        |act: &str| (year(act), act.rsplit('§').next().map(|section| section.trim_matches([' ', '.']).to_owned()));
    let first = parts.iter().find(|part| is_act(part)).map(|act| named(act));
    let is_companion = |part: &str| Some(named(part)) == first && !begins(part, &["Acts", "Init"]);
    let own: Vec<&str> = parts.iter().copied().filter(|part| !is_companion(part)).collect();
    summed(&own, is_act, |part| begins(part, &["reen", "repealed", "Repealed"]))
}

fn idaho(history: &str) -> (bool, Option<String>) {
    let parts = parts(history);
    let words = ["am.", "am", "a.m.", "modified", "amended"];
    let is_amended = history.split([' ', ';']).any(|word| words.contains(&word));
    let old = ["R.S", "R.C", "R. C", "C.S", "C.L", "I.C", "C.C.P", "Code", "T.S"];
    let is_act = |part: &str| part.contains("as added by") || (!begins(part, &old) && has_any(part, &["p. ", "ch. "]));
    let (is_changed, _) =
        summed(&parts, is_act, |part| begins(part, &["reen", "compiled", "redesig", "repealed", "Repealed"]));
    (is_amended || is_changed, None)
}

fn kentucky(history: &str) -> (bool, Option<String>) {
    let parts = parts(history);
    let is_act = |part: &str| part.contains("ch.");
    let moves = |part: &str| begins(part, &["renumbered", "Renumbered", "Recodified", "trans.", "reen"]);
    let ends = |part: &str| begins(part, &["repealed by", "Repealed by"]) && !part.contains("reenact");
    let (is_changed, date) = summed(&parts, is_act, |part| moves(part) || ends(part));
    let first = parts.first().copied().unwrap_or_default();
    let is_amendment = |part: &str| has_any(part, &["amend", "Amend"]);
    let is_amended = parts.iter().any(|part| is_amendment(part));
    (is_changed || is_amended || first.starts_with("Repealed and re"), date.filter(|_| !is_amendment(first)))
}

fn mississippi(history: &str) -> (bool, Option<String>) {
    let history = history.rfind("; en, ").map_or(history, |at| &history[at + 6..]);
    let parts = parts(history);
    let codes = ["Codes", "Code", "Hemingway", "Hutchinson", "1857, ", "1848, ", "Derived", "Former"];
    let is_act = |part: &str| !begins(part, &codes) && (part.contains("Laws") || part.contains("ch"));
    let kept = ["reenacted", "Reenacted", "brought", "repealed", "Repealed"];
    let keeps = |part: &str| !part.contains("amended") && begins(part, &kept);
    let acts: Vec<&str> = parts.iter().copied().filter(|part| is_act(part)).collect();
    let first_year = acts.first().and_then(|act| year(act)).unwrap_or_default();
    let before_acts = parts.iter().take_while(|part| !is_act(part));
    let is_old = before_acts.filter_map(|part| year(part)).any(|code| code < first_year && code != 1942);
    let n_acts = acts.iter().filter(|act| !keeps(act)).count();
    let is_first_kept = acts.first().is_some_and(|act| keeps(act));
    let date = acts.first().and_then(|act| date_of(act)).filter(|_| !is_old && !is_first_kept);
    let is_recodified = history.contains("amended and recodified");
    let is_changed = n_acts > usize::from(!is_old && !is_first_kept);
    (is_changed || is_recodified, date.filter(|_| !is_recodified))
}

fn vermont(history: &str) -> (bool, Option<String>) {
    let parts = parts(history);
    let is_act = |part: &str| {
        has_any(part, &["No. ", "No ", "No, ", "Reg.", "Regs", "p. "]) && !begins(part, &["repealed", "Repealed"])
    };
    let is_amended = history.split(' ').any(|word| matches!(word.trim_matches(['.', ',']), "Amended" | "amended"));
    let (is_changed, date) = summed(&parts, is_act, |part| part.starts_with("recodified"));
    // A former section has the history of a text that is gone.
    if begins(history, &["Former", "Redesignation", "Recodification"]) {
        return (true, None);
    }
    let first = parts.first().copied().unwrap_or_default().split("amended").next().and_then(date_of);
    (is_amended || is_changed, date.and(first).filter(|_| !history.starts_with("Amended")))
}

fn colorado(history: &str) -> (bool, Option<String>) {
    let acts = session_acts(history);
    let Some((first_year, first)) = acts.first() else { return (false, None) };
    let is_new =
        |act: &str| act.to_lowercase().starts_with("entire") && (act.contains(" added") || act.contains("relocat"));
    let is_again = |act: &str| {
        !act.starts_with('(')
            && act.split(',').next().is_some_and(|act| act.ends_with("RE") || act.contains("amended with reloc"))
    };
    let is_plain = |act: &str| act.starts_with("p.") || act.starts_with("pp.") || act.starts_with("Ex. Sess.");
    let ends = |act: &str| {
        act.to_lowercase().starts_with("entire") && act.split(',').next().is_some_and(|act| act.ends_with("repealed"))
    };
    let begins_section = is_new(first) || is_again(first) || is_plain(first);
    let was_law = *first_year == 1;
    let date = date_in_year(first, *first_year).filter(|_| begins_section && !was_law);
    let is_twin = |year: u16, act: &str| act.contains(" added,") && is_new(act) && year == *first_year;
    let is_changed = acts.iter().skip(1).any(|(year, act)| !ends(act) && !is_twin(*year, act));
    let is_first_change = !was_law && !ends(first) && (!begins_section || is_again(first));
    (is_changed || is_first_change, date)
}

/// The acts of a history with the years of their sessions. A section that begins with a compilation has a first act of
/// the year 1.
fn session_acts(history: &str) -> Vec<(u16, String)> {
    let mut acts = Vec::new();
    let mut rest = history;
    let first = next_session(rest);
    let before = first.map_or(rest, |(at, ..)| &rest[..at]).trim();
    if before.starts_with("Entire") {
        let year = before
            .split_once("HB ")
            .or_else(|| before.split_once("SB "))
            .and_then(|(_, bill)| bill[..2].parse::<u16>().ok())
            .unwrap_or_default();
        acts.push((2000 + year, before.to_owned()));
    } else if !before.is_empty() {
        acts.push((1, before.to_owned()));
    }
    while let Some((at, year, length)) = next_session(rest) {
        rest = &rest[at + length..];
        let end = next_session(rest).map_or(rest.len(), |(at, ..)| at);
        let pieces = rest[..end].split(';').map(str::trim).filter(|act| !act.is_empty());
        acts.extend(pieces.map(|act| (year, act.to_owned())));
    }
    acts
}

/// The place, the year and the length of the next “L. 96:” or “Initiated 96:”.
fn next_session(text: &str) -> Option<(usize, u16, usize)> {
    for (at, _) in text.char_indices() {
        let rest = &text[at..];
        let Some(after) = ["L. ", "Initiated ", "Referred "].iter().find_map(|head| rest.strip_prefix(head)) else {
            continue;
        };
        if !text[..at].is_empty() && !text[..at].ends_with(". ") {
            continue;
        }
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        let tail = &after[digits.len()..];
        let colon = if tail.starts_with([':', ' ']) {
            Some(0)
        } else {
            tail.find("Sess.:").filter(|at| *at < 14).map(|at| at + 5)
        };
        if let (Some(colon), Ok(year)) = (colon, digits.parse::<u16>()) {
            let year = if digits.len() == 2 { 1900 + year } else { year };
            return Some((at, year, rest.len() - tail.len() + colon + 1));
        }
    }
    None
}

fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// The first number of four digits that can be a year.
fn year(text: &str) -> Option<u16> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    numbers.filter_map(|digits| digits.parse().ok()).find(|year| (1700..2100).contains(year))
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The date directly after “effective”, with the words of a passage or an approval between.
fn date_of(act: &str) -> Option<String> {
    date_in_year(act, 0)
}

fn date_in_year(act: &str, year: u16) -> Option<String> {
    let after = ["effective ", "eff ", "eff. ", "operative "]
        .iter()
        .filter_map(|word| act.split_once(word))
        .map(|(_, after)| after);
    let mut after = after.max_by_key(|after| after.len())?;
    let between = [
        "on ",
        "from ",
        "and ",
        "after ",
        "passage ",
        "as ",
        "of ",
        "(approved ",
        "upon ",
        "proclamation ",
        "the ",
        "Governor, ",
    ];
    while let Some(rest) = between.iter().find_map(|word| after.strip_prefix(word)) {
        after = rest;
    }
    date_at_start(after, year)
}

/// The first full date of a text.
fn first_date(text: &str) -> Option<String> {
    text.match_indices(|c: char| c.is_ascii_uppercase()).find_map(|(at, _)| date_at_start(&text[at..], 0))
}

/// “July 1, 2022”, “Jan. 1, 2022”; with a year also “July 1.”
fn date_at_start(text: &str, year: u16) -> Option<String> {
    let text = text.replace(", ", " ").replace(',', " ");
    let mut words = text.split_whitespace();
    let month = words.next()?.trim_end_matches('.');
    let month = MONTHS.iter().position(|known| month.len() >= 3 && known.starts_with(month))? + 1;
    let day: u8 = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let written = words.next().unwrap_or_default();
    let digits: String = written.chars().take_while(char::is_ascii_digit).collect();
    let is_year = digits.len() == 4 && !written[4..].starts_with(char::is_alphabetic);
    match (is_year, year) {
        (true, _) => Some(format!("{digits}-{month:02}-{day:02}")),
        (false, 0) => None,
        (false, year) => Some(format!("{year}-{month:02}-{day:02}")),
    }
}
