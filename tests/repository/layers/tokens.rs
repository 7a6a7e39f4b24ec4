//! Splits Rust code into tokens with their lines; comments and literals are left out.
//!
//! `proc-macro2` has a lexer, but its feature that keeps lines makes every procedural macro of the build compile a
//! second time.

/// A token and the line it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) line: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Ident(String),
    Punct(char),
    /// Tokens between delimiters, with the opening delimiter.
    Group(char, Vec<Token>),
}

/// Reads all tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    Lexer { rest: text, line: 1 }.group()
}

struct Lexer<'t> {
    rest: &'t str,
    line: usize,
}

impl Lexer<'_> {
    /// Reads tokens up to a closing delimiter or the end.
    fn group(&mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        while let Some(next) = self.rest.chars().next() {
            let line = self.line;
            if self.rest.starts_with("//") {
                self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                self.skip_block_comment();
            } else if is_ident(next) {
                tokens.extend(self.word().map(|word| Token { line, kind: Kind::Ident(word) }));
            } else if next == '"' {
                self.skip_quoted('"');
            } else if next == '\'' {
                self.skip_char_or_lifetime();
            } else {
                self.skip(next.len_utf8());
                match next {
                    '(' | '[' | '{' => tokens.push(Token { line, kind: Kind::Group(next, self.group()) }),
                    ')' | ']' | '}' => return tokens,
                    _ if next.is_whitespace() => {}
                    _ => tokens.push(Token { line, kind: Kind::Punct(next) }),
                }
            }
        }
        tokens
    }

    fn skip(&mut self, n_bytes: usize) {
        let (skipped, rest) = self.rest.split_at(n_bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        loop {
            let n_bytes = match self.rest {
                rest if rest.starts_with("/*") => {
                    depth += 1;
                    2
                }
                rest if rest.starts_with("*/") => {
                    depth -= 1;
                    2
                }
                rest => rest.chars().next().map_or(0, char::len_utf8),
            };
            self.skip(n_bytes);
            if depth == 0 || n_bytes == 0 {
                return;
            }
        }
    }

    /// Reads an identifier or number; none if it is the prefix of a literal.
    fn word(&mut self) -> Option<String> {
        let word = self.rest.split(|character| !is_ident(character)).next().unwrap_or_default().to_owned();
        self.skip(word.len());
        let n_hashes = self.rest.len() - self.rest.trim_start_matches('#').len();
        let is_raw = matches!(&*word, "r" | "br" | "cr") && self.rest[n_hashes..].starts_with('"');
        if is_raw {
            let end = format!("\"{}", "#".repeat(n_hashes));
            self.skip(n_hashes + 1);
            self.skip(self.rest.find(&end).map_or(self.rest.len(), |start| start + end.len()));
        } else if matches!(&*word, "b" | "c") && self.rest.starts_with('"') {
            self.skip_quoted('"');
        } else if word == "b" && self.rest.starts_with('\'') {
            self.skip_quoted('\'');
        } else {
            return Some(word);
        }
        None
    }

    /// Skips a literal with escapes, from its quotation mark on.
    fn skip_quoted(&mut self, mark: char) {
        self.skip(1);
        while let Some(next) = self.rest.chars().next() {
            self.skip(next.len_utf8());
            match next {
                '\\' => self.skip(self.rest.chars().next().map_or(0, char::len_utf8)),
                _ if next == mark => return,
                _ => {}
            }
        }
    }

    fn skip_char_or_lifetime(&mut self) {
        let mut next = self.rest.chars().skip(1);
        let is_char = next.next() == Some('\\') || next.next() == Some('\'');
        if is_char { self.skip_quoted('\'') } else { self.skip(1) }
    }
}

fn is_ident(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

mod tests {
    use super::{Kind, Token, tokens};

    /// The tokens, each with its line.
    fn spelled(tokens: &[Token]) -> String {
        let spelled = tokens.iter().map(|token| match &token.kind {
            Kind::Ident(ident) => format!("{}:{ident}", token.line),
            Kind::Punct(punct) => punct.to_string(),
            Kind::Group(open, tokens) => format!("{open} {} .", spelled(tokens)),
        });
        spelled.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tokens_have_their_lines() {
        assert_eq!(spelled(&tokens("a::b {\n c(d)\n}\ne")), "1:a : : 1:b { 2:c ( 2:d . . 4:e");
    }

    #[test]
    fn comments_and_literals_are_left_out() {
        for text in [
            "a // \" x\nb",
            "a /* x /* x */ \n x */ b",
            "a \"\\\" x\n\" b",
            "a r#\"\" x\n\"# b",
            "a br\"\\\" b'\\'' \n b",
            "a '\"' '\\'' \n b",
            "a b\"x\\\\\" \n b",
            "a c\"x\" 'é'\nb",
        ] {
            assert_eq!(spelled(&tokens(text)), "1:a 2:b", "{text}");
        }
    }

    #[test]
    fn lifetimes_and_raw_identifiers_are_words() {
        assert_eq!(spelled(&tokens("&'a str")), "& 1:a 1:str");
        assert_eq!(spelled(&tokens("r#type")), "1:r # 1:type");
    }
}
