/*!
Operators of other services of legal research, and the hint that names one.
*/

/// Returns whether a chunk is an operator of distance.
pub(super) fn is_between_words(chunk: &str) -> bool {
    let chunk = chunk.to_lowercase();
    let number = |text: &str| !text.is_empty() && text.chars().all(|digit| digit.is_ascii_digit());
    match chunk.split_once(['/', '+', '~']) {
        Some(("w" | "pre" | "near" | "", rest)) if chunk.contains('/') => rest == "p" || rest == "s" || number(rest),
        Some(("", rest)) if chunk.starts_with('+') => rest == "p" || rest == "s" || number(rest),
        Some(("", rest)) => number(rest),
        _ => false,
    }
}

/// Returns the hint on the first operator of another service.
pub(super) fn hint(q: &str) -> Option<String> {
    let parts: Vec<&str> = q.split(['"', '“', '”', '„']).collect();
    let chunks = |number: usize| parts[number].split_whitespace().collect::<Vec<_>>();
    let n_chunks: usize = (0..parts.len()).map(|number| chunks(number).len()).sum();
    let mut n_before = 0;
    for number in 0..parts.len() {
        for chunk in chunks(number) {
            n_before += 1;
            let letter_before =
                |sign: &str| chunk.strip_suffix(sign).is_some_and(|rest| rest.ends_with(char::is_alphabetic));
            let ends_sentence = n_before == n_chunks && n_chunks > 1 && number + 1 == parts.len();
            let (operator, instead) = match chunk {
                _ if number % 2 == 1 => continue,
                "%" => (chunk, "-word and NOT word exclude a word"),
                _ if is_between_words(chunk) => (chunk, "words in quotation marks are found next to each other"),
                _ if chunk == "+" || chunk.starts_with('+') && chunk[1..].starts_with(char::is_alphanumeric) => {
                    ("+", "AND between two words requires both")
                }
                _ if letter_before("*") => ("*", "a word finds its other forms without it"),
                _ if letter_before("!") && !ends_sentence => ("!", "a word finds its other forms without it"),
                _ => continue,
            };
            return Some(format!("{operator} is no operator here: {instead}."));
        }
    }
    None
}
