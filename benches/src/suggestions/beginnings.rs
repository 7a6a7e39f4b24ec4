//! Draws beginnings of names and citations, as people type them. The names are those of synthetic cases: several words
//! of ASCII letters.

use std::collections::HashSet;

use fastrand::Rng;

/// The number of names to draw for each beginning, because some beginnings repeat.
pub(crate) const NAMES_PER_BEGINNING: usize = 5;

pub(crate) struct BeginningClass {
    pub(crate) name: &'static str,
    /// Returns a beginning of the name, or of a citation.
    begin: fn(&str, &mut Rng) -> String,
}

/// Names, typed up to any letter.
pub(crate) const NAMES: BeginningClass = BeginningClass {
    name: "names, typed up to any letter",
    begin: |name, rng| name[..rng.usize(1..=name.len())].to_owned(),
};

/// Names with one letter replaced.
pub(crate) const TYPING_ERRORS: BeginningClass = BeginningClass {
    name: "a typing error in a name",
    begin: |name, rng| {
        let mut letters: Vec<char> = name.chars().collect();
        letters[rng.usize(1..name.len())] = 'x';
        letters.into_iter().collect()
    },
};

/// Every class.
pub(crate) const CLASSES: &[BeginningClass] = &[
    NAMES,
    BeginningClass {
        name: "one to three letters",
        begin: |name, rng| name[..rng.usize(1..=3).min(name.len())].to_owned(),
    },
    BeginningClass { name: "first words", begin: |name, _| name.split(' ').next().unwrap_or_default().to_owned() },
    BeginningClass { name: "later words", begin: |name, _| name.split(' ').next_back().unwrap_or_default().to_owned() },
    BeginningClass {
        name: "two words apart, the second begun",
        begin: |name, rng| {
            let words: Vec<&str> = name.split(' ').collect();
            let last = words[words.len() - 1];
            format!("{} {}", words[words.len() / 2 - 1], &last[..rng.usize(1..=last.len())])
        },
    },
    BeginningClass {
        name: "citations, typed up to any digit",
        begin: |_, rng| {
            let citation = format!("{} Synth. {}", rng.u32(1..400), rng.u32(0..400_000));
            citation[..rng.usize(1..=citation.len())].to_owned()
        },
    },
    TYPING_ERRORS,
];

impl BeginningClass {
    /// Draws up to `n_beginnings` different beginnings of the names.
    pub(crate) fn draw(&self, names: &[String], n_beginnings: usize, rng: &mut Rng) -> Vec<String> {
        let mut seen = HashSet::new();
        let drawn = names.iter().map(|name| (self.begin)(name, rng));
        drawn.filter(|beginning| seen.insert(beginning.clone())).take(n_beginnings).collect()
    }
}
