/*!
Keys of bills by their numbers. A bill of a state is cited by its number with the state and the year of the session, as
in `Cal. A.B. 1482 (2019-2020)` and `H.B. 8, 87th Leg. (Tex. 2021)`, or with less of that.
*/

use crate::citations::bill::{CitedBill, ordinal_of};
use crate::citations::scan::{digits, folded, is_end, is_start, literal, run, text_after, text_before};
use crate::corpus::{bill_session, bundled_jurisdictions};
use crate::model::{Bill, BillType, Jurisdiction};
use crate::steps;

/// The types of state bills in running text, each with its standard form.
const TYPES: &[(&str, &str)] = &[
    ("A.B. ", "A.B."),
    ("AB ", "A.B."),
    ("Assembly Bill ", "A.B."),
    ("H.B. ", "H.B."),
    ("HB ", "H.B."),
    ("House Bill ", "H.B."),
    ("H.F. ", "H.F."),
    ("HF ", "H.F."),
    ("House File ", "H.F."),
    ("L.B. ", "L.B."),
    ("LB ", "L.B."),
    ("L.D. ", "L.D."),
    ("LD ", "L.D."),
    ("Legislative Bill ", "L.B."),
    ("Legislative Document ", "L.D."),
    ("S.B. ", "S.B."),
    ("SB ", "S.B."),
    ("Senate Bill ", "S.B."),
    ("S.F. ", "S.F."),
    ("SF ", "S.F."),
    ("Senate File ", "S.F."),
];

/// The types of bills of states as people spell them out, each with the letters that numbers have in some state.
const SPELLED_OUT: &[(&str, &[&str])] = &[
    ("assembly bill", &["ab", "a"]),
    ("assembly concurrent resolution", &["acr"]),
    ("assembly constitutional amendment", &["aca"]),
    ("assembly joint resolution", &["ajr"]),
    ("assembly resolution", &["ar"]),
    ("house bill", &["hb", "h"]),
    ("house concurrent resolution", &["hcr"]),
    ("house file", &["hf"]),
    ("house joint resolution", &["hjr"]),
    ("house resolution", &["hr"]),
    ("legislative bill", &["lb"]),
    ("legislative document", &["ld"]),
    ("senate bill", &["sb", "s"]),
    ("senate concurrent resolution", &["scr"]),
    ("senate constitutional amendment", &["sca"]),
    ("senate file", &["sf"]),
    ("senate joint resolution", &["sjr"]),
    ("senate resolution", &["sr"]),
];

/// Words of regular sessions that are no names of states, in small letters without the last full stop. A special session
/// is another one, whose bills have no key.
const SESSION_WORDS: &[&str] = &[
    "assemb",
    "assembly",
    "cong",
    "congress",
    "first",
    "gen",
    "general",
    "leg",
    "legis",
    "legislature",
    "r.s",
    "reg",
    "regular",
    "second",
    "sess",
    "session",
];

/// The maximum length of the name of a state before a bill, and of the session after it, in bytes.
const MAX_BYTES: usize = 60;

/// The maximum number of words of the name of a state.
const MAX_STATE_WORDS: usize = 3;

/// The longest session, in years.
const MAX_YEARS: u16 = 4;

/// Returns the keys by which a bill is looked up: its number, with and without its jurisdiction, each alone and with
/// the years or the number of the session.
pub fn bill_keys(bill: &Bill) -> Vec<String> {
    let Some(number) = number_key(&bill.bill_number) else {
        return Vec::new();
    };
    let sessions: Vec<String> = [String::new()].into_iter().chain(sessions(bill)).collect();
    let keys = |jurisdiction| sessions.iter().map(move |session| (jurisdiction, session));
    let keys = ["", &*bill.jurisdiction_id].into_iter().flat_map(keys);
    keys.map(|(jurisdiction, session)| key(jurisdiction, &number, session)).collect()
}

fn key(jurisdiction: &str, number: &str, session: &str) -> String {
    format!("{jurisdiction}/{number}/{session}")
}

/// Returns the years of a bill's session. A session that is named by a number has that too, and lasts two years from
/// the introduction of the bill.
fn sessions(bill: &Bill) -> Vec<String> {
    let name = bill_session::for_bill(bill).map_or("", |session| &session[bill.jurisdiction_id.len()..]);
    let numbers = name.split(|sign: char| !sign.is_ascii_digit()).filter_map(|number| number.parse::<u16>().ok());
    let numbers: Vec<u16> = numbers.collect();
    let mut years = numbers.iter().copied().filter(|number| (1700..2100).contains(number));
    let (first, number) = match years.next() {
        Some(first) => (Some((first, years.next().unwrap_or(first))), None),
        None => (bill.introduced_date.map(|date| (date.year(), date.year() + 1)), numbers.first()),
    };
    let years = first.map(|(first, last)| first..=last.min(first + MAX_YEARS)).into_iter().flatten();
    years.chain(number.copied()).map(|number| number.to_string()).collect()
}

/// Returns the number of a bill in small letters, without full stops and leading zeros: `sf 6` for `SF0006`.
fn number_key(number: &str) -> Option<String> {
    let (letters, digits) = letters_and_digits(number)?;
    Some(format!("{}{digits}", usual_letters(&letters)))
}

/// Splits the number of a bill into its small letters, and its digits without leading zeros, with a space before each
/// part of them.
fn letters_and_digits(number: &str) -> Option<(String, String)> {
    let (letters, digits) = number.split_at(number.find(|sign: char| sign.is_ascii_digit())?);
    let letters: String = small_letters(letters).collect();
    let letters = letters.strip_suffix("no").filter(|rest| !rest.is_empty()).unwrap_or(&letters).to_owned();
    let parts = digits.split(|sign: char| !sign.is_alphanumeric()).filter(|part| !part.is_empty());
    let parts = parts.map(|part| format!(" {}", part.trim_start_matches('0').to_lowercase()));
    (!letters.is_empty()).then(|| (letters, parts.collect()))
}

/// Returns the jurisdictions and the letters of the numbers that a spelled-out type of bill means, given its small
/// letters: those of Congress and of the states, or only those of the state that is named. Empty for other letters.
fn spelled_out(letters: &str, state: Option<&'static Jurisdiction>) -> Vec<(&'static str, &'static str)> {
    const FEDERAL: &str = "federal";
    let is_name = |name: &str| small_letters(name).eq(letters.chars());
    let of_congress = const { &BillType::ALL }.iter().find(|of_type| is_name(of_type.slug));
    let of_states = SPELLED_OUT.iter().find(|(name, _)| is_name(name)).map_or(&[][..], |(_, letters)| *letters);
    let state = state.map(|state| &*state.id);
    // `HR 4` is a bill of the House of Congress, and a resolution of the houses of some states.
    let is_other = |letters: &str| BillType::from_code(letters).is_some_and(|meant| of_congress != Some(meant));
    let of_congress = of_congress.filter(|_| state.is_none_or(|state| state == FEDERAL));
    let of_states = of_states.iter().filter(|letters| match state {
        None => !is_other(letters),
        Some(state) => state != FEDERAL,
    });
    let of_states = of_states.map(|letters| (state.unwrap_or_default(), *letters));
    of_congress.map(|meant| (FEDERAL, meant.code)).into_iter().chain(of_states).collect()
}

fn small_letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase)
}

/// Returns the usual letters of a number in small letters: `hb` for those of `House Bill`, and `hjres` for those of
/// `H.R.J. Res.`, as the Bluebook cites the type.
fn usual_letters(letters: &str) -> String {
    let is_name = |name: &str| small_letters(name).eq(letters.chars());
    let of_state = TYPES.iter().find(|(written, _)| is_name(written)).map(|(_, name)| small_letters(name).collect());
    let of_congress = || const { &BillType::ALL }.iter().find(|of_type| is_name(of_type.cited_as));
    of_state.or_else(|| Some(of_congress()?.code.to_owned())).unwrap_or_else(|| letters.to_owned())
}

/// Returns the possible keys of a bill that is a whole text, most likely first. A spelled-out type of bill has several
/// keys that are equally likely.
pub(crate) fn lone_bill_keys(text: &str) -> Vec<Vec<String>> {
    let read = || {
        let number = text.find(|sign: char| sign.is_ascii_digit()).filter(|at| (1..=MAX_BYTES).contains(at))?;
        let before = text[..number].trim_end();
        let states = before.rmatch_indices(' ').find_map(|(space, _)| Some((find(&before[..space])?, space + 1)));
        let (state, letters) = states.map_or((None, 0), |(state, letters)| (Some(state), letters));
        let end = run(text, number, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let session = BillSession::read(&text[end..])?;
        let state = state.or(session.state);
        let (letters, digits) = letters_and_digits(&text[letters..end])?;
        let mut numbers: Vec<(&str, String)> = spelled_out(&letters, state)
            .into_iter()
            .map(|(jurisdiction, letters)| (jurisdiction, format!("{letters}{digits}")))
            .collect();
        if numbers.is_empty() {
            let state = state.map_or("", |state| &state.id);
            numbers.push((state, format!("{}{digits}", usual_letters(&letters))));
        }
        let keys = |session| numbers.iter().map(|(state, number)| key(state, number, session)).collect();
        let mut with_session = [session.year, session.number].into_iter().flatten().map(keys);
        let first = with_session.next().unwrap_or_else(|| keys(""));
        Some([first].into_iter().chain(with_session).collect())
    };
    read().unwrap_or_default()
}

fn find(state: &str) -> Option<&'static Jurisdiction> {
    bundled_jurisdictions().find(state)
}

/// The session of a bill after its number.
#[derive(Default)]
struct BillSession<'t> {
    state: Option<&'static Jurisdiction>,
    year: Option<&'t str>,
    /// The number of the legislature.
    number: Option<&'t str>,
}

impl<'t> BillSession<'t> {
    /// Reads a text that is only a session; `None` if it has other words.
    fn read(text: &'t str) -> Option<Self> {
        steps::add(text.len());
        if text.len() > MAX_BYTES || !text.is_empty() && !text.starts_with([' ', ',', '(']) {
            return None;
        }
        let mut words = text.split([' ', ',', '(', ')']).filter(|word| !word.is_empty()).peekable();
        let (mut session, mut state) = (Self::default(), Vec::new());
        while let Some(word) = words.next() {
            let digits = &word[..digits(word, 0).unwrap_or(0)];
            let begins = |next: &str, words: &[&str]| words.iter().any(|word| folded(next, 0, word).is_some());
            let next = words.peek();
            match digits.len() {
                4 => session.year = Some(digits),
                1..=3 if next.is_none_or(|next| begins(next, &["leg", "gen", "cong"])) => session.number = Some(digits),
                1..=3 if !next.is_some_and(|next| begins(next, &["sess", "reg"])) => return None,
                0 if !SESSION_WORDS.contains(&&*word.trim_end_matches('.').to_lowercase()) => state.push(word),
                _ => {}
            }
        }
        if !state.is_empty() {
            session.state = Some(find(&state.join(" "))?);
        }
        Some(session)
    }

    /// Writes the session without its state.
    fn standard(&self) -> String {
        let number = self.number.map(|number| format!(", {number}{} Leg.", ordinal_of(number)));
        let year = self.year.map(|year| format!(" ({year})"));
        [number, year].into_iter().flatten().collect()
    }
}

/// Finds the bills of states that a text names beside them, in the order of the text.
pub(crate) fn state_bills(text: &str) -> Vec<CitedBill> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| matches!(bytes[*at], b'A' | b'H' | b'L' | b'S') && is_start(text, *at));
    starts.filter_map(|at| state_bill(text, at)).collect()
}

fn state_bill(text: &str, start: usize) -> Option<CitedBill> {
    let (number, name) = TYPES.iter().find_map(|(written, name)| Some((literal(text, start, written)?, name)))?;
    let number = literal(text, number, "No. ").unwrap_or(number);
    let end = digits(text, number)?;
    let end = literal(text, end, "-").and_then(|part| digits(text, part)).unwrap_or(end);
    let before = state_before(text, start);
    let after = text_after(text, end, MAX_BYTES);
    let after = session_after(after)?;
    // `1999 Cal. S.B. 9` is of that year.
    let is_after_year =
        text[..before.map_or(start, |(at, _)| at)].trim_end().ends_with(|last: char| last.is_ascii_digit());
    if is_after_year {
        return None;
    }
    let state = before.map(|(_, state)| state).or(after.state).filter(|_| is_end(text, end))?;
    let abbreviations = state.aliases.iter().filter(|alias| alias.ends_with('.'));
    let n_letters = |alias: &&String| alias.chars().filter(|letter| letter.is_alphabetic()).count();
    let state = abbreviations.min_by_key(n_letters).unwrap_or(&state.name);
    let normalized = format!("{state} {name} {}{}", &text[number..end], after.standard());
    Some(CitedBill { span: before.map_or(start, |(at, _)| at)..end, normalized, id: None })
}

/// Reads the session after the number of a bill. An empty one if the text goes on with other words; `None` if it names a
/// session that cannot be read, because the bill is not that of another session.
fn session_after(text: &str) -> Option<BillSession<'_>> {
    let close = text.find(')').map(|close| &text[..=close]);
    if let Some(session) = close.and_then(BillSession::read) {
        return Some(session);
    }
    let clause = text.split([';', '\n']).next().unwrap_or_default();
    let names_session = ["Leg.", "Sess.", "Session", "session"].iter().any(|word| clause.contains(word));
    let has_year =
        close.is_some_and(|close| close.split(|sign: char| !sign.is_ascii_digit()).any(|year| year.len() == 4));
    let is_beside =
        clause.starts_with([',', ' ']) && clause[1..].trim_start().starts_with(|next: char| next.is_ascii_digit());
    (!names_session && !has_year && !is_beside).then(BillSession::default)
}

/// Finds the longest name of a state before a position. An abbreviation is in capitals or ends with a full stop.
fn state_before(text: &str, at: usize) -> Option<(usize, &'static Jurisdiction)> {
    let before = text_before(text, at, MAX_BYTES).strip_suffix(' ')?;
    let spaces = before.rmatch_indices([' ', '\n', '(']).map(|(space, _)| space + 1).chain([0]).take(MAX_STATE_WORDS);
    let states = spaces.filter_map(|start| {
        let written = &before[start..];
        let state = find(written)?;
        let is_name = written.ends_with('.') || written == state.name || written == state.abbreviation;
        is_name.then_some((at - 1 - written.len(), state))
    });
    states.last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citations::find_citations;

    #[test]
    fn bill_of_a_state_has_a_key_in_every_spelling() {
        for (text, expected) in [
            ("A.B. 1482", &["/ab 1482/"][..]),
            ("AB1482", &["/ab 1482/"]),
            ("Cal. A.B. 1482 (2019-2020)", &["ca/ab 1482/2019"]),
            ("CA AB 1482", &["ca/ab 1482/"]),
            ("S.B. 5, 2021", &["/sb 5/2021"]),
            ("W. Va. S. B. 5", &["wv/sb 5/"]),
            ("Tex. H.B. 8 (2021)", &["tx/hb 8/2021"]),
            ("H.B. 8, 87th Leg., Reg. Sess. (Tex. 2021)", &["tx/hb 8/2021", "tx/hb 8/87"]),
            ("H.R. 1 (111th Cong. 2009)", &["/hr 1/2009", "/hr 1/111"]),
            ("H.R. 1 (111th)", &["/hr 1/111"]),
            ("Tex. H.B. 8, 87th Leg.", &["tx/hb 8/87"]),
            ("SB20-217", &["/sb 20 217/"]),
            ("SF0006", &["/sf 6/"]),
            ("H.R.J. Res. 59", &["/hjres 59/"]),
            ("H.R. Con. Res. 5", &["/hconres 5/"]),
            ("S. Res. 5", &["/sres 5/"]),
            ("Legislative Document No. 5", &["/ld 5/"]),
            ("H.R. 3684 (2021)", &["/hr 3684/2021"]),
        ] {
            assert_eq!(lone_bill_keys(text), expected.iter().map(|key| [*key]).collect::<Vec<_>>(), "{text}");
        }
        for text in
            ["", "5", "A.B.", "A.B. 5 of Atlantis", "A.B. 5§ 3", "H.B. 8, 87th Leg., 2d Spec. Sess. (Tex. 2021)"]
        {
            assert!(lone_bill_keys(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn spelled_out_type_means_the_letters_of_every_legislature() {
        for (text, expected) in [
            ("senate bill 1", &["federal/s 1/", "/sb 1/", "/s 1/"][..]),
            ("House Bill No. 007", &["federal/hr 7/", "/hb 7/", "/h 7/"]),
            ("assembly bill 5", &["/ab 5/", "/a 5/"]),
            ("Wyoming Senate File 6", &["wy/sf 6/"]),
            ("house joint resolution 17", &["federal/hjres 17/", "/hjr 17/"]),
            ("house resolution 4", &["federal/hres 4/"]),
            ("Texas House Resolution 4", &["tx/hr 4/"]),
            ("US house resolution 4", &["federal/hres 4/"]),
            ("California Assembly Bill 1482, 2019-2020 Reg. Sess.", &["ca/ab 1482/2019", "ca/a 1482/2019"]),
        ] {
            assert_eq!(lone_bill_keys(text), [expected], "{text}");
        }
        let of_session = [["tx/sr 8/2021"], ["tx/sr 8/87"]];
        assert_eq!(lone_bill_keys("Senate Resolution 8, 87th Leg. (Tex. 2021)"), of_session);
    }

    #[test]
    fn bill_in_a_text_has_its_state_beside_it() {
        for (text, expected) in [
            ("See Cal. A.B. 1482 (2019-2020).", ("Cal. A.B. 1482", "Cal. A.B. 1482 (2019)")),
            ("See California Assembly Bill 1482.", ("California Assembly Bill 1482", "Cal. A.B. 1482")),
            ("H.B. 8, 87th Leg., Reg. Sess. (Tex. 2021)", ("H.B. 8", "Tex. H.B. 8, 87th Leg. (2021)")),
            ("In W. Va. S.B. 5, it", ("W. Va. S.B. 5", "W. Va. S.B. 5")),
            ("Nebraska Legislative Bill 5", ("Nebraska Legislative Bill 5", "Neb. L.B. 5")),
            ("(CO SB 20-217)", ("CO SB 20-217", "Colo. S.B. 20-217")),
        ] {
            let found = find_citations(text);
            let found: Vec<_> = found.iter().map(|bill| (&text[bill.span.clone()], &*bill.normalized)).collect();
            assert_eq!(found, [expected], "{text}");
        }
        for text in [
            "A.B. 1482 (2019)",
            "In A.B. 1482",
            "or SB 5",
            "the HB 8 (see Texas)",
            "Cal. AB 5G",
            // Bills of other sessions, whose form is not read.
            "Tex. S.B. 8, 76th Leg., Called Sess. (1999)",
            "Wyo. S.F. 6, 67th Leg., Budget Sess. (2024)",
            "Cal. S.B. 9, 2019-2020 Reg. Sess.",
            "Fla. H.B. 7 (1st Extra. Sess. 1999)",
            "Cal. S.B. 9, ch. 5 (1999)",
            "S.B. 8, 87th Leg., 1st Spec. Sess. (Tex. 2021)",
        ] {
            assert!(find_citations(text).is_empty(), "{text}");
        }
    }
}
