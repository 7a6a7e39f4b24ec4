/*!
The parties of a case.
*/

use lexdex_core::corpus::Jurisdictions;

use crate::text::case_name::word::NameWord;

/// Words that do not identify a party. They count only if a party has no other words.
const WEAK_WORDS: &[&str] = &[
    // Small words.
    "a",
    "al",
    "an",
    "and",
    "at",
    "by",
    "et",
    "for",
    "in",
    "of",
    "on",
    "the",
    "to",
    "ux",
    "vir",
    // Forms of companies.
    "co",
    "company",
    "companies",
    "corp",
    "corporation",
    "cos",
    "inc",
    "incorporated",
    "limited",
    "llc",
    "llp",
    "lp",
    "ltd",
    "na",
    "pc",
    "plc",
    // Kinds of proceedings.
    "application",
    "case",
    "cases",
    "ex",
    "interest",
    "matter",
    "parte",
    "petition",
    "re",
    // Roles of persons in captions.
    "appellant",
    "appellants",
    "appellee",
    "appellees",
    "defendant",
    "defendants",
    "jr",
    "petitioner",
    "petitioners",
    "plaintiff",
    "plaintiffs",
    "respondent",
    "respondents",
    "sr",
];

/// The words by which a state is named in its own courts.
pub(crate) const STATE_WORDS: &[&str] = &["commonwealth", "people", "state", "territory"];

/// The United States, as one word.
const UNITED_STATES: &str = "united states";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Party {
    /// The words that identify it, without [`WEAK_WORDS`].
    words: Vec<NameWord>,
    /// The initials of its words, with and without [`WEAK_WORDS`].
    initials: [String; 2],
    government: Option<Government>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Government {
    UnitedStates,
    /// An unnamed state.
    SomeState,
    /// The state or territory with this id.
    State(String),
}

impl Party {
    /// Parses a party. Returns `None` if it has no word. A party that acts for another one, as in `ex rel.`, ends
    /// before that one.
    pub(crate) fn parse(text: &str, jurisdictions: &Jurisdictions) -> Option<Self> {
        let text = text.replace(['’', '‘', '`'], "'");
        let mut all = read_words(&text);
        let for_another = all.windows(2).position(|pair| pair[0].letters == "ex" && pair[1].letters == "rel");
        all.truncate(for_another.filter(|at| *at > 0).unwrap_or(all.len()));
        let strong: Vec<NameWord> =
            all.iter().filter(|word| !WEAK_WORDS.contains(&word.letters.as_str())).cloned().collect();
        let initials =
            [&all, &strong].map(|words| words.iter().filter_map(|word| word.letters.chars().next()).collect());
        let words = join_united_states(if strong.is_empty() { all } else { strong });
        (!words.is_empty()).then(|| Self { government: Government::from_words(&words, jurisdictions), words, initials })
    }

    /// Returns whether two parties can be the same: both are governments that can be the same, or one has all words of
    /// the other.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        use Government::{SomeState, UnitedStates};
        match (&self.government, &other.government) {
            (Some(one), Some(other)) => one.agrees_with(other),
            // The words of these governments also occur in the names of many other parties.
            (Some(UnitedStates | SomeState), None) | (None, Some(UnitedStates | SomeState)) => false,
            _ => self.covers(other) || other.covers(self) || self.joined() == other.joined(),
        }
    }

    /// All letters joined, so that `Wal-Mart` equals `Walmart`.
    fn joined(&self) -> String {
        self.words.iter().map(|word| word.letters.as_str()).collect()
    }

    /// Returns whether each word of another party agrees with a word of this one, and at least one by more than its
    /// first letter.
    fn covers(&self, part: &Self) -> bool {
        let is_initials = |word: &NameWord| self.initials.iter().any(|initials| word.is_among_initials(initials));
        let has = |agrees: fn(&NameWord, &NameWord) -> bool, word: &NameWord| {
            self.words.iter().any(|own| agrees(own, word)) || is_initials(word)
        };
        part.words.iter().all(|word| has(NameWord::agrees_with, word))
            && part.words.iter().any(|word| has(NameWord::agrees_beyond_initials_with, word))
    }
}

impl Government {
    /// Returns the government that the words name together.
    fn from_words(words: &[NameWord], jurisdictions: &Jurisdictions) -> Option<Self> {
        let is_of_state = |word: &&NameWord| STATE_WORDS.contains(&word.letters.as_str());
        let words: Vec<&NameWord> = words.iter().filter(|word| !is_of_state(word)).collect();
        let name: Vec<&str> = words.iter().map(|word| word.letters.as_str()).collect();
        let find = |name: &str| jurisdictions.find(name).map(|state| Self::State(state.id.clone()));
        match name.as_slice() {
            [] => Some(Self::SomeState),
            [UNITED_STATES] | [UNITED_STATES, "america"] => Some(Self::UnitedStates),
            // `W. Va.` is an alias with its full stops.
            name => find(&name.join(" "))
                .or_else(|| find(&words.iter().map(|word| word.written()).collect::<Vec<_>>().join(" "))),
        }
    }

    fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::SomeState, Self::State(_)) | (Self::State(_), Self::SomeState) => true,
            (one, other) => one == other,
        }
    }
}

/// Reads the words of a party, without tags such as `<i>`.
fn read_words(text: &str) -> Vec<NameWord> {
    let between_tags = text.split('<').enumerate().map(|(idx, part)| if idx > 0 { after_tag(part) } else { part });
    let pieces =
        between_tags.flat_map(|part| part.split(|sign: char| sign.is_whitespace() || ",;:()[]\"“”-–—/".contains(sign)));
    let mut words: Vec<NameWord> = Vec::new();
    for word in pieces.filter_map(NameWord::parse) {
        if !words.last_mut().is_some_and(|last| last.join(&word)) {
            words.push(word);
        }
    }
    words
}

/// Returns the text after a tag, given the text after its opening sign; the same text if it is not a tag.
fn after_tag(text: &str) -> &str {
    let is_name = |name: &str| name.trim_start_matches('/').bytes().all(|byte| byte.is_ascii_alphabetic());
    text.split_once('>').filter(|(name, _)| is_name(name)).map_or(text, |(_, rest)| rest)
}

/// Joins the words of the United States into one.
fn join_united_states(words: Vec<NameWord>) -> Vec<NameWord> {
    let mut joined: Vec<NameWord> = Vec::with_capacity(words.len());
    for mut word in words {
        let is_states = word.letters == "states" && joined.last().is_some_and(|last| last.letters == "united");
        if is_states {
            joined.pop();
        }
        if is_states || word.is_united_states() {
            UNITED_STATES.clone_into(&mut word.letters);
        }
        joined.push(word);
    }
    joined
}
