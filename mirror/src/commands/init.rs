/*!
`lexdex-mirror init`: writes a commented `mirror.toml`.
*/

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::clock::today;
use crate::config::check_contact;
use crate::publishers::billstatus::current_congress;
use crate::table::table;

/// The arguments of `init`.
#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The sources of the configuration.
    #[arg(long, value_enum, default_value_t = Preset::Federal)]
    preset: Preset,

    /// An email address or a URL at which a publisher reaches you.
    #[arg(long, value_name = "ADDRESS", default_value = "")]
    contact: String,
}

/// A choice of sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Preset {
    /// The U.S. Code and the bills of Congress.
    Federal,
    /// Decisions of CourtListener and the Caselaw Access Project.
    Cases,
    /// The codes of D.C. and fourteen states, and the bills of Open States.
    States,
    /// All of these.
    All,
}

const HEAD: &str = include_str!("init/head.toml");

/// The table of a source in the configuration.
#[derive(Clone, Copy)]
struct SourceTable {
    name: &'static str,
    /// The size of a first fetch, as `init` prints it: an estimate where the publisher does not state the sizes.
    bytes: &'static str,
    text: &'static str,
}

const FEDERAL: [SourceTable; 2] = [
    SourceTable { name: "us-code", bytes: "about 110 MB", text: include_str!("init/us-code.toml") },
    SourceTable { name: "billstatus", bytes: "up to about 60 MB", text: include_str!("init/billstatus.toml") },
];

const CASES: [SourceTable; 2] = [
    SourceTable { name: "courtlistener", bytes: "about 7.7 GB", text: include_str!("init/courtlistener.toml") },
    SourceTable {
        name: "cap",
        bytes: "an estimated 50 to 80 GB in 40,622 zips, 11 hours or more",
        text: include_str!("init/cap.toml"),
    },
];

const STATES: [SourceTable; 3] = [
    SourceTable { name: "dc-law", bytes: "about 20 MB", text: include_str!("init/dc-law.toml") },
    SourceTable {
        name: "public-resource",
        bytes: "14 archives, 13 MB for a release of Wyoming",
        text: include_str!("init/public-resource.toml"),
    },
    SourceTable { name: "openstates", bytes: "none: you place the files", text: include_str!("init/openstates.toml") },
];

impl Preset {
    fn sources(self) -> Vec<SourceTable> {
        match self {
            Self::Federal => FEDERAL.to_vec(),
            Self::Cases => CASES.to_vec(),
            Self::States => STATES.to_vec(),
            Self::All => [&FEDERAL[..], &CASES, &STATES].concat(),
        }
    }
}

/// Writes the configuration. Fails if the file exists.
pub(crate) fn init(config: &Path, arguments: &InitArguments) -> Result<()> {
    let InitArguments { preset, contact } = arguments;
    check_contact(contact)?;
    // A JSON string of printable ASCII is a valid TOML string.
    let head = HEAD.replacen("CONTACT", &serde_json::to_string(contact)?, 1);
    let sources = preset.sources();
    let congress = current_congress(today()).to_string();
    let tables = sources.iter().map(|source| source.text.replace("CONGRESS", &congress));
    let text: String = [head].into_iter().chain(tables).collect();
    let created = OpenOptions::new().write(true).create_new(true).open(config);
    let mut file = match created {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} exists, and is not replaced: remove it, or name another by --config", config.display())
        }
        created => created.with_context(|| format!("cannot create {}", config.display()))?,
    };
    if let Err(error) = file.write_all(text.as_bytes()) {
        let _ = fs::remove_file(config);
        return Err(error).with_context(|| format!("cannot write {}", config.display()));
    }
    let mut next = String::new();
    if contact.is_empty() {
        next.push_str("set contact in it, ");
    }
    next.push_str("look through its sources, and see what they will fetch by `lexdex-mirror fetch --dry-run`");
    let rows: Vec<Vec<String>> =
        sources.iter().map(|source| vec![source.name.to_owned(), source.bytes.to_owned()]).collect();
    let bytes = table(&["source", "first fetch"], &rows);
    writeln!(io::stdout(), "wrote {}: {next}\n{}", config.display(), bytes.trim_end())?;
    Ok(())
}
