/*!
Stop words: words that do not describe the subject of a search.
*/

use lexdex_core::model::Resource;

/// English function words, question words and contractions without their apostrophe, sorted. `v` is in nearly every case
/// name. Contractions that are also other words, such as `we'll` and `I'd`, are left out. `latest` asks for an order, not
/// for a subject.
const STOP_WORDS: &[&str] = &[
    "a", "about", "aint", "an", "and", "any", "are", "arent", "as", "at", "be", "been", "being", "but", "by", "can",
    "cannot", "cant", "could", "couldnt", "did", "didnt", "do", "does", "doesnt", "dont", "ever", "for", "from", "get",
    "had", "hadnt", "has", "hasnt", "have", "havent", "he", "her", "his", "how", "i", "if", "im", "in", "into", "is",
    "isnt", "it", "its", "ive", "latest", "may", "me", "must", "mustnt", "my", "neednt", "newest", "of", "on", "or",
    "our", "recent", "recently", "shall", "she", "should", "shouldnt", "so", "some", "such", "than", "that", "the",
    "their", "them", "there", "these", "they", "theyll", "theyre", "theyve", "this", "those", "to", "upon", "v", "was",
    "wasnt", "we", "were", "werent", "weve", "what", "when", "where", "which", "while", "who", "whose", "why", "with",
    "without", "wont", "would", "wouldnt", "you", "youll", "your", "youre", "youve",
];

/// Returns the words for the records of a list, which nearly every question about them may have: `first amendment cases`.
pub(crate) fn own_nouns(resource: Resource) -> &'static [&'static str] {
    match resource {
        Resource::Statutes => &["law", "laws", "statutes"],
        Resource::Cases => &["cases"],
        Resource::Bills => &["bills"],
    }
}

/// Returns whether a tokenized word is a stop word.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
        assert!(is_stop_word("the") && is_stop_word("wont") && !is_stop_word("law"));
    }
}
