/*!
Reasons to skip a row that other formats do not have.
*/

use crate::report::skip::Reason;

/// The mapping says that rows with this word are skipped.
pub(super) static LEFT_OUT: Reason =
    Reason { name: "left_out", explanation: "The mapping leaves out rows with this word." };

/// The mapping does not know the word.
pub(super) static UNKNOWN_WORD: Reason = Reason {
    name: "unknown_word",
    explanation: "The row has a word that the mapping does not translate: add it to the words, or translate all others \
                  with `other`.",
};

/// The field is not a date.
pub(super) static INVALID_DATE: Reason = Reason {
    name: "invalid_date",
    explanation: "The field is not a date of the mapping's format: correct the format, or add the text to `none` if it \
                  says that there is no date.",
};

/// The field is not a text.
pub(super) static NO_TEXT: Reason = Reason {
    name: "no_text",
    explanation: "The field is a list or an object, and the mapping needs a text: name a field in it, such as `a.b` or \
                  `a.0`.",
};

/// The publisher's key is missing.
pub(super) static NO_KEY: Reason =
    Reason { name: "no_key", explanation: "The row has no key, by which later rows about the decision are known." };
