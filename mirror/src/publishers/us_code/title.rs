/*!
The names of titles, as `mirror.toml` and the publisher's pages write them.
*/

use std::fmt;

use anyhow::{Result, bail};

use crate::config::Wanted;

/// The last title. Title 53 is reserved and has no file.
const LAST: u8 = 54;
const RESERVED: u8 = 53;

/// A title or the appendix of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CodeTitle {
    number: u8,
    is_appendix: bool,
}

impl CodeTitle {
    /// Reads `5`, `05`, `5a` or `05A`.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let number = name.strip_suffix(['a', 'A']);
        let is_appendix = number.is_some();
        let number = number.unwrap_or(name);
        let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|number| is_number && (1..=LAST).contains(number))?;
        Some(Self { number, is_appendix })
    }
}

impl fmt::Display for CodeTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.is_appendix { "a" } else { "" })
    }
}

/// Checks `titles` of the table `us-code`. Errors name the right spelling.
pub(crate) fn check(titles: &Wanted) -> Result<()> {
    let Wanted::These(names) = titles else { return Ok(()) };
    if names.is_empty() {
        bail!("us-code: titles is empty: name titles such as \"17\", or leave it out for all");
    }
    for name in names {
        match CodeTitle::parse(name) {
            Some(CodeTitle { number: RESERVED, .. }) => {
                bail!("us-code: titles has {name:?}: title 53 is reserved, and has no file: remove it");
            }
            Some(title) if title.to_string() != *name => {
                bail!("us-code: titles has {name:?}: write \"{title}\"");
            }
            Some(_) => {}
            None => bail!(
                "us-code: titles has {name:?}, which is not a title: titles are \"1\" to \"54\", and appendices such as \
                 \"5a\""
            ),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_titles_and_appendices_are_read_in_all_spellings() {
        for (name, title) in [
            ("1", Some("1")),
            ("05", Some("5")),
            ("54", Some("54")),
            ("5a", Some("5a")),
            ("05A", Some("5a")),
            ("18A", Some("18a")),
            ("0", None),
            ("55", None),
            ("005", None),
            ("+5", None),
            ("", None),
            ("a", None),
            ("5b", None),
            ("All", None),
        ] {
            assert_eq!(CodeTitle::parse(name).map(|title| title.to_string()).as_deref(), title, "{name}");
        }
    }

    #[test]
    fn wrong_titles_are_rejected_with_the_fix() {
        let check = |names: &[&str]| check(&Wanted::These(names.iter().map(|name| (*name).to_owned()).collect()));
        assert!(check(&["1", "5a", "54"]).is_ok());
        for (names, fix) in [
            (&[][..], "leave it out for all"),
            (&["53"], "remove it"),
            (&["1", "05"], "write \"5\""),
            (&["5A"], "write \"5a\""),
            (&["55"], "titles are \"1\" to \"54\""),
        ] {
            let error = check(names).unwrap_err().to_string();
            assert!(error.starts_with("us-code: titles ") && error.contains(fix), "{error}");
        }
    }
}
