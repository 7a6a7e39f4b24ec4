//! A parser for the metrics and the label matchers of a `PromQL` expression.

/// A word or a sign of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    Text(String),
    Sign(char),
}

/// A metric that an expression queries.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Selector {
    pub(crate) metric: String,
    /// Label matchers: the label, the operator such as `=~`, and the value.
    pub(crate) labels: Vec<(String, String, String)>,
}

/// The selectors and the grouping labels of an expression.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) selectors: Vec<Selector>,
    /// The labels by which it groups and matches.
    pub(crate) groups: Vec<String>,
}

/// Keywords before labels in parentheses.
const GROUPINGS: [&str; 6] = ["by", "without", "on", "ignoring", "group_left", "group_right"];

/// Keywords that are not metrics.
const KEYWORDS: [&str; 6] = ["and", "or", "unless", "offset", "bool", "atan2"];

/// The tokens of an expression, without durations in brackets.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || "_:.$".contains(letter);
        let n_bytes = match first {
            '"' => {
                let value = rest[1..].split('"').next().unwrap();
                tokens.push(Token::Text(value.to_owned()));
                value.len() + 2
            }
            '[' => rest.find(']').unwrap_or_else(|| panic!("there is no ] in {text}")) + 1,
            _ if is_of_word(first) => {
                let n_bytes = rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len());
                tokens.push(Token::Word(rest[..n_bytes].to_owned()));
                n_bytes
            }
            _ => {
                tokens.extend((!first.is_whitespace()).then_some(Token::Sign(first)));
                first.len_utf8()
            }
        };
        rest = &rest[n_bytes..];
    }
    tokens
}

/// Parses an expression.
pub(crate) fn parse(text: &str) -> Expression {
    let tokens = tokens(text);
    let mut expression = Expression::default();
    let mut at = 0;
    while at < tokens.len() {
        let Token::Word(word) = &tokens[at] else {
            at += 1;
            continue;
        };
        let next = tokens.get(at + 1);
        at += 1;
        if GROUPINGS.contains(&word.as_str()) {
            let labels = inside(&tokens[at..], '(', ')');
            at += labels.len() + 2;
            expression.groups.extend(labels.iter().filter_map(word_of).map(str::to_owned));
        } else if is_function(next) || KEYWORDS.contains(&word.as_str()) || !is_name(word) {
            // Otherwise it is a number or a duration.
        } else {
            let mut labels = Vec::new();
            if next == Some(&Token::Sign('{')) {
                let matchers = inside(&tokens[at..], '{', '}');
                at += matchers.len() + 2;
                labels = matchers.split(|token| *token == Token::Sign(',')).map(matcher).collect();
            }
            expression.selectors.push(Selector { metric: word.clone(), labels });
        }
    }
    expression
}

/// Parses a label matcher.
fn matcher(tokens: &[Token]) -> (String, String, String) {
    let [Token::Word(label), signs @ .., Token::Text(value)] = tokens else { panic!("{tokens:?} is no matcher") };
    let signs = signs.iter().map(|sign| if let Token::Sign(sign) = sign { *sign } else { panic!("{tokens:?}") });
    (label.clone(), signs.collect(), value.clone())
}

/// The tokens between two signs; the first token must be the opening one.
fn inside(tokens: &[Token], open: char, close: char) -> &[Token] {
    assert_eq!(tokens.first(), Some(&Token::Sign(open)), "{tokens:?}");
    let end = tokens.iter().position(|token| *token == Token::Sign(close));
    &tokens[1..end.unwrap_or_else(|| panic!("there is no {close} in {tokens:?}"))]
}

/// Whether a word is a function, judged by the next token.
fn is_function(next: Option<&Token>) -> bool {
    next == Some(&Token::Sign('(')) || next.and_then(word_of).is_some_and(|word| GROUPINGS.contains(&word))
}

fn word_of(token: &Token) -> Option<&str> {
    if let Token::Word(word) = token { Some(word) } else { None }
}

/// Whether a word may be a metric's name, which does not begin like a number.
fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

#[test]
fn promql_metrics_labels_and_groups_are_parsed() {
    let text =
        r#"sum by (route, le) (rate(a_b{x="1", y=~"2|}"}[5m] offset 1d)) / on (z) group_left () c > 2 * d + 256e6"#;
    let selector = |metric: &str, labels: &[(&str, &str, &str)]| {
        let labels = labels.iter().map(|(label, sign, value)| (label.to_string(), sign.to_string(), value.to_string()));
        Selector { metric: metric.to_owned(), labels: labels.collect() }
    };
    let selectors =
        vec![selector("a_b", &[("x", "=", "1"), ("y", "=~", "2|}")]), selector("c", &[]), selector("d", &[])];
    assert_eq!(parse(text), Expression { selectors, groups: ["route", "le", "z"].map(str::to_owned).into() });
}
