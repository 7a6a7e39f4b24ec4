/*!
State codes of Public.Resource.Org, from a repository for each state, such as
<https://github.com/UniCourt/cic-code-wy>.

The last releases are of 2022, so a state is fetched once and never requested again. To fetch it again,
remove its archive from the folder of downloads.
*/

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use crate::config::{self, Wanted};
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, SourcePlan};
use crate::publishers::github::GitHub;
use crate::publishers::held::kept;
use crate::publishers::parts::plan_parts;
use crate::publishers::publisher::Publisher;

const NAME: &str = "public-resource";

/// The states that have a repository.
const STATES: [&str; 14] = ["ak", "ar", "co", "ga", "id", "ky", "ms", "nc", "nd", "ri", "tn", "va", "vt", "wy"];

/// State codes of Public.Resource.Org.
#[derive(Debug)]
pub struct PublicResource {
    github: GitHub,
    states: Vec<&'static str>,
}

impl PublicResource {
    /// Makes the publisher of a table `public-resource`. Fails if the table names a state without a repository.
    pub fn new(config: &config::PublicResourceConfig) -> Result<Self> {
        if let Wanted::These(states) = &config.states {
            if states.is_empty() {
                bail!("public-resource: states is empty: name states such as \"wy\", or leave it out for all");
            }
            if let Some(unknown) = states.iter().find(|state| !STATES.contains(&&***state)) {
                bail!(
                    "public-resource: states has {unknown:?}, which have no code: the states are {}",
                    STATES.join(", ")
                );
            }
        }
        let states = STATES.into_iter().filter(|state| config.states.has(state)).collect();
        Ok(Self { github: GitHub::new(config.base_url.as_ref()), states })
    }
}

impl Publisher for PublicResource {
    fn name(&self) -> &'static str {
        NAME
    }

    fn format(&self) -> &'static str {
        NAME
    }

    fn plan(&self, client: &FetchClient, known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let plan_state = |state: &&str| {
            let path = format!("{NAME}/cic-code-{state}.tar.gz");
            let file = match known.get(&path) {
                Some(file) => kept(file, ContentKind::Gzip),
                None => {
                    let repository = format!("UniCourt/cic-code-{state}");
                    let commit = self.github.newest_commit(client, &repository)?;
                    self.github.archive(&repository, &commit, path)?
                }
            };
            Ok(SourcePlan { files: vec![file], ..SourcePlan::default() })
        };
        // Only a state that the mirror lacks can fail, so there are no files to keep.
        plan_parts(&self.states, "states", plan_state, |_| Vec::new())
    }
}
