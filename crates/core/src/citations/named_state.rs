/*!
Finds the state whose code is meant by a name that several states use, such as `Penal Code`: the state that the text
names last before it.
*/

use std::collections::{BTreeSet, HashMap};

use crate::citations::mention::Mention;
use crate::citations::reporters::reporters;
use crate::citations::scan::{is_end, is_start};
use crate::corpus::bundled_jurisdictions;
use crate::steps;

/// Words with a capital before the name of a code that are no part of it.
const WORDS_BEFORE: &[&str] = &["See", "Under", "The", "In", "And", "But", "Cf.", "E.g.,", "Both", "Neither"];

/// Removes the mentions of codes without their state, unless the text names it before them.
pub(crate) fn keep_of_named_states(text: &str, mentions: &mut Vec<Mention>) {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    mentions.retain_mut(|mention| {
        if !mention.is_without_state() {
            return true;
        }
        if !begins_name(text, mention.name_start()) {
            return false;
        }
        let beside = state_beside(text, mention.name_start());
        let start = mention.span.start;
        mention.keep_latest(|names| {
            // `In Nevada, Penal Code § 187` is not of California, although the text names it.
            if beside.is_some_and(|state| !names.contains(&state)) {
                return None;
            }
            let last = names.iter().filter_map(|name| {
                let places = places.entry(name).or_insert_with(|| places_of(text, name));
                places[..places.partition_point(|place| *place < start)].last().copied()
            });
            last.max()
        })
    });
}

/// Returns the names in a text of states whose codes are cited without the state. The one that is named last is at the
/// end.
pub(crate) fn named_states(text: &str) -> Vec<&'static str> {
    let names: BTreeSet<&str> = reporters().reporters.iter().flat_map(|code| code.state.iter().copied()).collect();
    let last_place = |name: &'static str| Some((*places_of(text, name).last()?, name));
    let mut places: Vec<(usize, &str)> = names.into_iter().filter_map(last_place).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, name)| name).collect()
}

/// Returns the name of the state directly before a code, with only a comma or `'s` between: `Nevada, Penal Code`.
fn state_beside(text: &str, code: usize) -> Option<&'static str> {
    let before = text[..code].trim_end().trim_end_matches(',');
    let before = before.strip_suffix("'s").unwrap_or(before);
    let mut states = bundled_jurisdictions().entries().iter().map(|state| &*state.name);
    states.find(|name| before.ends_with(name) && is_start(text, before.len() - name.len()))
}

/// Returns the places where a text names a state.
fn places_of(text: &str, name: &str) -> Vec<usize> {
    steps::add(text.len());
    let places = text.match_indices(name).map(|(place, _)| place);
    places.filter(|place| is_start(text, *place) && is_end(text, place + name.len())).collect()
}

/// Returns whether no word before a code belongs to its name: `Model Penal Code` is another code.
fn begins_name(text: &str, start: usize) -> bool {
    let before = text[..start].rsplit(['\n', ' ']).find(|word| !word.is_empty()).unwrap_or_default();
    let is_of_name = before.starts_with(char::is_uppercase) && !before.ends_with([',', ';', ':']);
    !is_of_name || WORDS_BEFORE.contains(&before)
}
