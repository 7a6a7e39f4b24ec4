/*!
Rules that decide by a file's name whether an importer reads it.
*/

use crate::import::input::location;

/// The use that an importer has for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The file is read.
    Read,
    /// The file belongs to the format and holds no records. It is counted and not opened.
    Companion,
    /// The file is not of the format. It is skipped and reported.
    Stray,
    /// Another pass over the inputs reads or counts the file.
    AnotherPass,
}

/// A claim on the files whose names match a pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClaimRule {
    pattern: Pattern,
    claim: Claim,
}

/// A condition on the name of a file: its folders, archives and file name, without the ending of a compressed file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pattern {
    /// The name ends with one of these, in upper or lower case, and is longer.
    Extension(&'static [&'static str]),
    /// The file name ends with one of these, case-sensitively.
    FileNameEnd(&'static [&'static str]),
    /// The file name is this one, case-sensitively.
    FileName(&'static str),
    /// The function returns true for the whole name.
    Test(fn(&str) -> bool),
}

impl ClaimRule {
    /// A rule for files that are read.
    pub(crate) const fn read(pattern: Pattern) -> Self {
        Self { pattern, claim: Claim::Read }
    }

    /// A rule for files that are counted as companions.
    pub(crate) const fn companion(pattern: Pattern) -> Self {
        Self { pattern, claim: Claim::Companion }
    }
}

impl Pattern {
    fn matches(self, name: &str) -> bool {
        match self {
            Self::Extension(extensions) => extensions.iter().any(|extension| has_extension(name, extension)),
            Self::FileNameEnd(ends) => ends.iter().any(|end| location::file_name(name).ends_with(end)),
            Self::FileName(file_name) => location::file_name(name) == file_name,
            Self::Test(test) => test(name),
        }
    }
}

fn has_extension(name: &str, extension: &str) -> bool {
    let (name, extension) = (name.as_bytes(), extension.as_bytes());
    name.len() > extension.len() && name[name.len() - extension.len()..].eq_ignore_ascii_case(extension)
}

/// Returns the claim of the first rule that matches a name. A file without a rule is stray.
pub(crate) fn claim_of(rules: &[ClaimRule], name: &str) -> Claim {
    rules.iter().find(|rule| rule.pattern.matches(name)).map_or(Claim::Stray, |rule| rule.claim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_rule_that_matches_a_name_decides() {
        let rules = [
            ClaimRule::companion(Pattern::FileName("index.xml")),
            ClaimRule::companion(Pattern::FileNameEnd(&[".md", ".xsd"])),
            ClaimRule::companion(Pattern::Test(|name| name.contains("logs/"))),
            ClaimRule::read(Pattern::Extension(&[".xml"])),
        ];
        for (name, claim) in [
            ("a.zip!titles/1.xml", Claim::Read),
            ("1.XML", Claim::Read),
            (".xml", Claim::Stray),
            ("a/index.xml", Claim::Companion),
            ("a/INDEX.xml", Claim::Read),
            ("a.zip!README.md", Claim::Companion),
            ("README.MD", Claim::Stray),
            ("logs/1.xml", Claim::Companion),
            ("1.json", Claim::Stray),
        ] {
            assert_eq!(claim_of(&rules, name), claim, "{name}");
        }
    }
}
