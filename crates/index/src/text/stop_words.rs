/*!
Stop words: words that do not describe the subject of a search.
*/

/// English function words and question words, sorted. `v` is in nearly every case name.
const STOP_WORDS: &[&str] = &[
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by", "can", "could", "did",
    "do", "does", "ever", "for", "from", "get", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in",
    "into", "is", "it", "its", "may", "me", "must", "my", "of", "on", "or", "our", "shall", "she", "should", "so",
    "some", "such", "than", "that", "the", "their", "them", "there", "these", "they", "this", "those", "to", "upon",
    "v", "was", "we", "were", "what", "when", "where", "which", "while", "who", "whose", "why", "with", "without",
    "would", "you", "your",
];

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
        assert!(is_stop_word("the") && !is_stop_word("law"));
    }
}
