//! Reads the module paths that a source file names, from its tokens: comments and strings hold none.

use std::mem;

use super::tokens::{Kind, Token, tokens};

/// The module paths and module declarations of a source file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// Every path that begins with `crate`, `super` or `self`, in the order of the file.
    pub(super) named: Vec<Named>,
    /// The modules that the file declares and that have a file of their own.
    pub(super) children: Vec<Child>,
}

/// A path that a file names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) line: usize,
    /// The path from the crate's root, without `crate`: `http`, `list`, `answer` for `crate::http::list::answer`.
    pub(super) path: Vec<String>,
    /// Whether the path begins with `super` in code that is not a test's.
    pub(super) is_relative: bool,
    /// Whether the path is named by a test.
    pub(super) is_test: bool,
}

/// A module that a file declares with `mod name;`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Child {
    pub(super) line: usize,
    pub(super) name: String,
    /// Whether it is compiled only for tests.
    pub(super) is_test: bool,
}

impl Source {
    /// Reads the text of the file that holds a module. `is_test` says whether the whole file is test code.
    pub(super) fn read(text: &str, module: &[String], is_test: bool) -> Self {
        let mut source = Self::default();
        source.scan(&tokens(text), &Scope { module: module.to_vec(), is_test });
        source
    }

    fn scan(&mut self, tokens: &[Token], scope: &Scope) {
        let mut is_next_test = false;
        let mut idx = 0;
        while idx < tokens.len() {
            let rest = &tokens[idx..];
            if let Some(name) = ident(rest, 0).filter(|_| is_ident(tokens, idx.wrapping_sub(1), "mod")) {
                let is_test = scope.is_test || mem::take(&mut is_next_test);
                if let Some(body) = braces(rest.get(1)) {
                    self.scan(body, &scope.within(name, is_test));
                    idx += 1;
                } else {
                    self.children.push(Child { line: rest[0].line, name, is_test });
                }
            } else if is_path_start(tokens, idx) {
                self.name(rest, scope);
            } else if let Kind::Group(_, group) = &rest[0].kind {
                let is_attribute = is_punct(tokens, idx.wrapping_sub(1), '#');
                is_next_test = if is_attribute { is_next_test || is_cfg_test(group) } else { false };
                if !is_visibility(tokens, idx) {
                    self.scan(group, scope);
                }
            } else if is_punct(rest, 0, ';') {
                is_next_test = false;
            }
            idx += 1;
        }
    }

    /// Adds the paths of the tree that begins here.
    fn name(&mut self, tokens: &[Token], scope: &Scope) {
        let begins_with_super = is_ident(tokens, 0, "super");
        for (line, segments) in tree(tokens) {
            let path = scope.resolve(&segments);
            self.named.push(Named {
                line,
                path,
                is_relative: begins_with_super && !scope.is_test,
                is_test: scope.is_test,
            });
        }
    }
}

/// The position of the scan in a file.
struct Scope {
    module: Vec<String>,
    is_test: bool,
}

impl Scope {
    fn within(&self, name: String, is_test: bool) -> Self {
        Self { module: [&self.module[..], &[name]].concat(), is_test }
    }

    /// The path from the crate's root.
    fn resolve(&self, segments: &[String]) -> Vec<String> {
        let mut path = if segments[0] == "crate" { Vec::new() } else { self.module.clone() };
        for segment in segments {
            match segment.as_str() {
                "crate" | "self" => {}
                "super" => drop(path.pop()),
                _ => path.push(segment.clone()),
            }
        }
        path
    }
}

/// The paths of a tree such as `crate::a::{b, c::d}`, each with the line of its last segment.
fn tree(tokens: &[Token]) -> Vec<(usize, Vec<String>)> {
    let mut segments: Vec<String> = Vec::new();
    let mut last_line = tokens.first().map_or(0, |token| token.line);
    let mut idx = 0;
    loop {
        if let Some(segment) = ident(tokens, idx) {
            last_line = tokens[idx].line;
            segments.push(segment);
        } else if let Some(group) = braces(tokens.get(idx)) {
            let branches = branches(group).into_iter().flat_map(|branch| tree(&branch));
            return branches.map(|(line, branch)| (line, [&segments[..], &branch].concat())).collect();
        } else {
            break;
        }
        if !is_colons(tokens, idx + 1) {
            break;
        }
        idx += 3;
    }
    vec![(last_line, segments)]
}

/// The parts of a group between commas.
fn branches(group: &[Token]) -> Vec<Vec<Token>> {
    let branches = group.split(|token| token.kind == Kind::Punct(','));
    branches.filter(|branch| !branch.is_empty()).map(<[Token]>::to_vec).collect()
}

fn is_path_start(tokens: &[Token], idx: usize) -> bool {
    let is_root = ["crate", "super", "self"].iter().any(|root| is_ident(tokens, idx, root));
    is_root && is_colons(tokens, idx + 1) && !is_colons(tokens, idx.wrapping_sub(2))
}

/// Whether this is the group of `pub(in crate::x)`, whose path is not an import.
fn is_visibility(tokens: &[Token], idx: usize) -> bool {
    matches!(tokens[idx].kind, Kind::Group('(', _)) && is_ident(tokens, idx.wrapping_sub(1), "pub")
}

/// Whether this is `[cfg(test)]`, or `[cfg(all(test, …))]`.
fn is_cfg_test(group: &[Token]) -> bool {
    let [Token { kind: Kind::Ident(cfg), .. }, Token { kind: Kind::Group('(', condition), .. }] = group else {
        return false;
    };
    let is_all = |condition: &[Token]| is_ident(condition, 0, "all");
    let first = match condition.get(1).map(|token| &token.kind) {
        Some(Kind::Group('(', conditions)) if is_all(condition) => conditions,
        _ => condition,
    };
    cfg == "cfg" && is_ident(first, 0, "test")
}

fn ident(tokens: &[Token], idx: usize) -> Option<String> {
    match &tokens.get(idx)?.kind {
        Kind::Ident(ident) => Some(ident.clone()),
        _ => None,
    }
}

fn is_ident(tokens: &[Token], idx: usize, text: &str) -> bool {
    matches!(tokens.get(idx), Some(Token { kind: Kind::Ident(ident), .. }) if ident == text)
}

fn is_punct(tokens: &[Token], idx: usize, character: char) -> bool {
    tokens.get(idx).is_some_and(|token| token.kind == Kind::Punct(character))
}

fn is_colons(tokens: &[Token], idx: usize) -> bool {
    is_punct(tokens, idx, ':') && is_punct(tokens, idx.wrapping_add(1), ':')
}

fn braces(token: Option<&Token>) -> Option<&[Token]> {
    match &token?.kind {
        Kind::Group('{', tokens) => Some(tokens),
        _ => None,
    }
}

mod tests {
    use super::Source;

    /// The paths that a file of the module `http::list` names.
    fn named(text: &str) -> Vec<String> {
        let module = ["http", "list"].map(str::to_owned);
        let source = Source::read(text, &module, false);
        source.named.iter().map(|named| format!("{} {}", named.line, named.path.join("::"))).collect()
    }

    #[test]
    fn use_trees_are_split_into_paths() {
        let text =
            "use crate::model::Date;\npub use crate::{\n    index::{self, Index, search::*},\n    sort as order,\n};";
        assert_eq!(
            named(text),
            ["1 model::Date", "3 index", "3 index::Index", "3 index::search", "4 sort"].map(str::to_owned)
        );
    }

    #[test]
    fn inline_paths_are_found_in_expressions_types_attributes_and_macros() {
        for text in [
            "fn f() { g(crate::index::open::<u8>()) }",
            "struct S<T: crate::index::open>(T);",
            "fn f(x: &crate::index::open<u8>) {}",
            "impl crate::index::open for S {}",
            "#[derive(crate::index::open)] struct S;",
            "fn f() { println!(\"{}\", [crate::index::open; 2]) }",
            "macro_rules! m { () => { $crate::index::open() } }",
            "fn f() { for x in crate::index::open {} }",
        ] {
            assert_eq!(named(text), ["1 index::open"], "{text}");
        }
    }

    #[test]
    fn comments_strings_and_visibilities_name_nothing() {
        for text in [
            "// crate::index\n/* crate::index */",
            "/// Like [`crate::index`].\nstruct S;",
            "#![doc = \"crate::index\"]",
            "const C: &str = \"crate::index\"; const R: &str = r#\"crate::index\"#;",
            "pub(in crate::index) struct S; pub(crate) struct T; pub(super) struct U;",
            "fn f(self) { self.index(); Self::index() }",
        ] {
            assert_eq!(named(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn relative_path_starts_at_its_module() {
        let text =
            "use self::a::B;\nuse super::facets::C;\nmod inner {\n    use super::super::D;\n    use super::E;\n}";
        let expected = ["1 http::list::a::B", "2 http::facets::C", "4 http::D", "5 http::list::E"];
        assert_eq!(named(text), expected);
    }

    #[test]
    fn super_is_relative_except_in_modules_for_tests() {
        let text = "use super::A;\nuse crate::B;\n#[cfg(test)]\nmod tests { use super::C; mod m { use super::D; } }\n\
                    mod other { use super::E; }\n#[cfg(test)] fn f() {}\nuse super::F;";
        let source = Source::read(text, &["m".to_owned()], false);
        let relative: Vec<&str> = source
            .named
            .iter()
            .filter(|named| named.is_relative)
            .map(|named| &*named.path[named.path.len() - 1])
            .collect();
        assert_eq!(relative, ["A", "E", "F"]);
        assert!(Source::read(text, &["m".to_owned()], true).named.iter().all(|named| !named.is_relative));
    }

    #[test]
    fn declared_modules_are_children_and_inline_ones_are_not() {
        let text = "mod a;\npub(crate) mod b;\n#[cfg(test)]\n#[rustfmt::skip]\nmod c;\nmod d { mod e {} }\nmod f;";
        let source = Source::read(text, &[], false);
        let children: Vec<_> = source.children.iter().map(|child| (child.line, &*child.name, child.is_test)).collect();
        assert_eq!(children, [(1, "a", false), (2, "b", false), (5, "c", true), (7, "f", false)]);
    }
}
