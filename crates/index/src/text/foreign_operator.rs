/*!
Operators of other services of legal research, which have no meaning here. A hint names the form that has.
*/

use crate::text::text_query::QUOTATION_MARKS;

/// An operator of another service in a search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ForeignOperator {
    kind: Kind,
    /// The operator as typed.
    typed: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// `privacy % speech`
    ButNot,
    /// `privacy /p speech`, `"mail fraud"~10`
    Distance,
    /// `+privacy`
    Plus,
    /// `priva*`, `priva!`
    Truncation,
}

impl ForeignOperator {
    /// Finds the first operator of another service outside quotation marks.
    pub(crate) fn first(text: &str) -> Option<Self> {
        let parts: Vec<Vec<&str>> = text.split(QUOTATION_MARKS).map(|part| part.split_whitespace().collect()).collect();
        let is_alone = parts.iter().flatten().count() == 1;
        for (part_idx, chunks) in parts.iter().enumerate().step_by(2) {
            for (chunk_idx, chunk) in chunks.iter().enumerate() {
                let is_at_end = part_idx + 1 == parts.len() && chunk_idx + 1 == chunks.len();
                if let Some((kind, typed)) = read(chunk, is_at_end && !is_alone) {
                    return Some(Self { kind, typed: typed.to_owned() });
                }
            }
        }
        None
    }

    /// Returns a sentence that names the form that has the meaning here.
    pub(crate) fn hint(&self) -> String {
        let instead = match self.kind {
            Kind::ButNot => "-word and NOT word exclude a word",
            Kind::Distance => "words in quotation marks are found next to each other",
            Kind::Plus => "AND between two words requires both",
            Kind::Truncation => "a word finds its other forms without it",
        };
        format!("{} is no operator here: {instead}.", self.typed)
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        self.typed.len()
    }
}

/// Reads a chunk of a search without spaces. An exclamation mark at the end of a search of several words ends a
/// sentence.
fn read(chunk: &str, ends_search: bool) -> Option<(Kind, &str)> {
    if chunk == "%" {
        return Some((Kind::ButNot, chunk));
    }
    if is_connector(chunk) {
        return Some((Kind::Distance, chunk));
    }
    if chunk.strip_prefix('+').is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_alphanumeric)) {
        return Some((Kind::Plus, "+"));
    }
    let signs: &[char] = if ends_search { &['*'] } else { &['*', '!'] };
    let is_truncated = |sign: char| chunk.strip_suffix(sign).is_some_and(|rest| rest.ends_with(char::is_alphabetic));
    signs.iter().find(|sign| is_truncated(**sign)).map(|_| (Kind::Truncation, &chunk[chunk.len() - 1..]))
}

/// Returns whether a chunk is a connector of other services between two words, which has no meaning here: `/p`, `/s`,
/// `/5`, `w/5`, `pre/5`, `near/5`, `+s`, `~10`.
pub(crate) fn is_connector(chunk: &str) -> bool {
    let chunk = chunk.to_ascii_lowercase();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_distance = |text: &str| matches!(text, "p" | "s") || is_number(text);
    let slashed = ["/", "w/", "pre/", "near/", "+"].iter().find_map(|sign| chunk.strip_prefix(sign));
    slashed.is_some_and(is_distance) || chunk.strip_prefix('~').is_some_and(is_number)
}
