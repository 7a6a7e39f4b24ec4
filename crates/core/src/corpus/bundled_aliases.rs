/*!
The parallel citations of the bundled corpus, for records of other sources.
*/

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::corpus::alias_line::AliasLine;
use crate::corpus::source::{Source, SourceFile};
use crate::model::Resource;

/// The parallel citations of the bundled corpus, by the ids of their cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BundledAliases(BTreeMap<String, NamedAliases>);

/// The parallel citations of a case, and its name. They are those of another record only if it has the same name,
/// because a page can have several decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAliases {
    /// The name of the case.
    pub case_name: String,
    /// Its parallel citations.
    pub citations: Vec<String>,
}

impl BundledAliases {
    /// Reads the parallel citations of the bundled corpus.
    pub fn read() -> Result<Self> {
        const CONTEXT: &str = "the bundled corpus is damaged";
        let mut citations = BTreeMap::new();
        for_each_line(&Source::Bundled.aliases_files()?, |line| {
            let AliasLine { id, citations: of_case } = serde_json::from_slice(line).context(CONTEXT)?;
            citations.insert(id.into_owned(), of_case.into_iter().map(Into::into).collect());
            Ok(())
        })?;
        let mut named = BTreeMap::new();
        for_each_line(&Source::Bundled.record_files(Resource::Cases)?, |line| {
            let CaseHead { id, case_name } = serde_json::from_slice(line).context(CONTEXT)?;
            if let Some(citations) = citations.remove(&id) {
                named.insert(id, NamedAliases { case_name, citations });
            }
            Ok(())
        })?;
        Ok(Self(named))
    }

    /// The parallel citations of the case with an id.
    pub fn get(&self, id: &str) -> Option<&NamedAliases> {
        self.0.get(id)
    }

    /// Iterates over the cases by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &NamedAliases)> {
        self.0.iter().map(|(id, aliases)| (id.as_str(), aliases))
    }
}

/// The fields of a case that are compared.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CaseHead {
    id: String,
    case_name: String,
}

/// Calls `visit` with each line of the files.
fn for_each_line(files: &[SourceFile], mut visit: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
    for file in files {
        file.read()?.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).try_for_each(&mut visit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_aliases_have_the_names_of_their_cases() {
        let aliases = BundledAliases::read().unwrap();
        let roe = aliases.get("scotus-410-us-113").unwrap();
        assert_eq!(roe.case_name, "Roe v. Wade");
        assert!(roe.citations.contains(&"93 S. Ct. 705".to_owned()), "{roe:?}");
        let n_lines: usize = Source::Bundled
            .aliases_files()
            .unwrap()
            .iter()
            .map(|file| file.read().unwrap().iter().filter(|byte| **byte == b'\n').count())
            .sum();
        assert_eq!(aliases.iter().count(), n_lines);
    }
}
